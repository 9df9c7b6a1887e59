/**
 * What a terminal keeps on its own disk: who it is, and every sale it has begun.
 *
 * A sale's key is written here before anything is sent. Whatever happens after (a lost answer, a crash, a power cut), the
 * next start finds the key and asks what became of it.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DEFAULT_PRINTER, type PrinterSetting } from '../printing/printer-setting.ts';
import type { SaleAttempt } from '../sale/sale-attempt.ts';

export type Enrolment = {
  readonly terminalId: string;
  readonly label: string;
  readonly privateKey: CryptoKey;
  readonly shop: { readonly name: string; readonly address: string; readonly licenceNumber: string };
  readonly licence: { readonly number: string; readonly operator: string } | null;
};

interface TerminalSchema extends DBSchema {
  device: { key: string; value: Enrolment };
  settings: { key: 'printer'; value: PrinterSetting };
  attempts: { key: string; value: SaleAttempt; indexes: { 'by-time': number } };
}

export type TerminalStore = {
  readonly enrolment: () => Promise<Enrolment | null>;
  readonly enrol: (enrolment: Enrolment) => Promise<void>;
  readonly printer: () => Promise<PrinterSetting>;
  readonly keepPrinter: (setting: PrinterSetting) => Promise<void>;
  readonly keepAttempt: (attempt: SaleAttempt) => Promise<void>;
  /** Latest first. */
  readonly attempts: () => Promise<readonly SaleAttempt[]>;
};

/** Older settled sales are forgotten: the platform has them. */
const KEPT_ATTEMPTS = 200;

export async function openTerminalStore(name = 'valira-terminal'): Promise<TerminalStore> {
  const database: IDBPDatabase<TerminalSchema> = await openDB<TerminalSchema>(name, 2, {
    upgrade(fresh, oldVersion) {
      if (oldVersion < 2) fresh.createObjectStore('settings');
      if (oldVersion > 0) return;
      fresh.createObjectStore('device');
      fresh.createObjectStore('attempts', { keyPath: 'key' }).createIndex('by-time', 'savedAtMs');
    },
  });
  return {
    enrolment: async () => (await database.get('device', 'enrolment')) ?? null,
    enrol: async (enrolment) => {
      await database.put('device', enrolment, 'enrolment');
    },
    printer: async () => (await database.get('settings', 'printer')) ?? DEFAULT_PRINTER,
    keepPrinter: async (setting) => {
      await database.put('settings', setting, 'printer');
    },
    keepAttempt: async (attempt) => {
      const writing = database.transaction('attempts', 'readwrite', { durability: 'strict' });
      await writing.store.put(attempt);
      const keys = await writing.store.index('by-time').getAllKeys();
      for (const key of keys.slice(0, Math.max(0, keys.length - KEPT_ATTEMPTS))) {
        const old = await writing.store.get(key);
        if (old && old.state !== 'saved' && old.state !== 'sent' && old.state !== 'unknown') await writing.store.delete(key);
      }
      await writing.done;
    },
    attempts: async () => (await database.getAllFromIndex('attempts', 'by-time')).reverse(),
  };
}
