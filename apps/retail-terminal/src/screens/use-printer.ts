/** The terminal's printer: its setting, its state as last asked, and the way a receipt takes to it. */
import { localeOf } from '@valira/ui';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Enrolment, TerminalStore } from '../device/terminal-store.ts';
import { bridgePrinter } from '../printing/bridge-printer.ts';
import { filePrinter } from '../printing/file-printer.ts';
import type { PrinterPort, PrinterState, PrintOutcome } from '../printing/printer-port.ts';
import { DEFAULT_PRINTER, type PrinterSetting } from '../printing/printer-setting.ts';
import { knownUsbPrinter, usbPrinter } from '../printing/webusb-printer.ts';
import type { SoldAttempt } from '../sale/sale-attempt.ts';
import { quickPicksOf } from './sale-outcome.tsx';
import { useReceiptWords } from './use-receipt-words.ts';

const ASK_EVERY_MS = 15_000;

const screenPrinter: PrinterPort = {
  state: () => Promise.resolve('ready'),
  print: () => Promise.resolve({ kind: 'printed' }),
};

async function portOf(setting: PrinterSetting): Promise<PrinterPort | null> {
  switch (setting.connection) {
    case 'screen':
      return screenPrinter;
    case 'file':
      return filePrinter();
    case 'bridge':
      return bridgePrinter();
    case 'usb': {
      const device = await knownUsbPrinter();
      return device && usbPrinter(device);
    }
  }
}

export type Printer = {
  readonly setting: PrinterSetting;
  readonly state: PrinterState;
  readonly choose: (setting: PrinterSetting) => Promise<void>;
  readonly print: (attempt: SoldAttempt) => Promise<PrintOutcome>;
  readonly printTest: () => Promise<PrintOutcome>;
};

export function usePrinter(store: TerminalStore, enrolment: Enrolment): Printer {
  const { t, i18n } = useTranslation('terminal');
  const words = useReceiptWords();
  const [setting, setSetting] = useState<PrinterSetting>(DEFAULT_PRINTER);
  const [state, setState] = useState<PrinterState>('ready');

  useEffect(() => {
    void store.printer().then(setSetting);
  }, [store]);

  const ask = useCallback(async () => {
    const port = await portOf(setting);
    setState(port ? await port.state() : 'offline');
  }, [setting]);

  useEffect(() => {
    if (setting.connection === 'screen' || setting.connection === 'file') {
      setState('ready');
      return;
    }
    void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [setting.connection, ask]);

  const run = useCallback(
    async (bytesOf: () => Promise<Uint8Array>): Promise<PrintOutcome> => {
      const port = await portOf(setting);
      if (!port) {
        setState('offline');
        return { kind: 'not-begun', cause: 'offline' };
      }
      setState('printing');
      // Before a byte is made nothing can be on paper.
      const bytes = setting.connection === 'screen' ? new Uint8Array() : await bytesOf();
      const outcome = await port.print(bytes);
      setState(outcome.kind === 'printed' ? await port.state() : outcome.cause);
      return outcome;
    },
    [setting],
  );

  const print = useCallback(
    (attempt: SoldAttempt) =>
      run(async () => {
        const { receiptBytes } = await import('../printing/receipt-bytes.ts');
        const receipt = receiptBytes(
          attempt.ticket,
          words,
          {
            language: i18n.language,
            operator: enrolment.licence?.operator ?? '',
            licence: enrolment.shop.licenceNumber,
            reprint: attempt.reprints,
            quickPicks: quickPicksOf(attempt),
          },
          setting,
        );
        if (receipt.replaced.length > 0) console.warn(`the printer's page ${setting.codePage} lacks ${receipt.replaced.join(' ')}`);
        return receipt.bytes;
      }),
    [run, words, i18n.language, enrolment, setting],
  );

  const printTest = useCallback(
    () =>
      run(async () => {
        const { documentBytes, writtenLines } = await import('../printing/receipt-bytes.ts');
        const amount = new Intl.NumberFormat(localeOf(i18n.language), { style: 'currency', currency: 'EUR' }).format(5);
        const rows = [enrolment.shop.name, enrolment.label, t('printer.test'), `ç à é í ï ò ó ú ü ñ l·l ${amount}`];
        return documentBytes({ lines: writtenLines(rows, setting), code: enrolment.label, after: [] }, setting);
      }),
    [run, t, i18n.language, enrolment, setting],
  );

  const choose = useCallback(
    async (next: PrinterSetting) => {
      await store.keepPrinter(next);
      setSetting(next);
    },
    [store],
  );

  return { setting, state, choose, print, printTest };
}
