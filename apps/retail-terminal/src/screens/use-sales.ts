/**
 * Sales of this terminal: the ones under way, the ones whose outcome is unknown, and the latest settled.
 *
 * Unknown sales are asked about every four seconds until they are known, also those left from before the last start.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TerminalApi } from '../api/terminal-api.ts';
import type { Order } from '../api/wire.ts';
import type { TerminalStore } from '../device/terminal-store.ts';
import { type PrintPorts, type PrintResult, printTicket } from '../printing/print-job.ts';
import { beginSale, isOpen, resolveSale, type SaleAttempt, type SalePorts } from '../sale/sale-attempt.ts';

const ASK_EVERY_MS = 4_000;

export type Sales = {
  readonly attempts: readonly SaleAttempt[];
  readonly sell: (orders: readonly { readonly order: Order; readonly title: string }[]) => Promise<readonly SaleAttempt[]>;
  readonly askNow: () => Promise<void>;
  /** One after another: a printer takes one job. Null when there is no such sold ticket. */
  readonly print: (key: string) => Promise<PrintResult | null>;
};

export function useSales(store: TerminalStore, api: TerminalApi, clerk: string, paper: PrintPorts['print']): Sales {
  const [attempts, setAttempts] = useState<readonly SaleAttempt[]>([]);
  const selling = useRef(new Set<string>());
  const printing = useRef<Promise<unknown>>(Promise.resolve());

  const told = useCallback((attempt: SaleAttempt) => {
    setAttempts((earlier) => [attempt, ...earlier.filter((other) => other.key !== attempt.key)].sort((a, b) => b.savedAtMs - a.savedAtMs));
  }, []);

  const ports = useMemo(
    (): SalePorts => ({
      keep: store.keepAttempt,
      sell: (order, key) => api.sell(clerk, order, key),
      resolve: (key) => api.resolve(clerk, key),
      nowMs: () => Date.now(),
      newKey: () => crypto.randomUUID(),
    }),
    [store, api, clerk],
  );

  const askNow = useCallback(async () => {
    for (const attempt of await store.attempts()) {
      if (isOpen(attempt) && !selling.current.has(attempt.key)) await resolveSale(ports, attempt, told);
    }
  }, [store, ports, told]);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = async () => {
      await askNow();
      if (!stopped) timer = setTimeout(() => void turn(), ASK_EVERY_MS);
    };
    void store.attempts().then((kept) => {
      if (stopped) return;
      setAttempts(kept);
      void turn();
    });
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [store, askNow]);

  const sell = useCallback(
    async (orders: readonly { readonly order: Order; readonly title: string }[]) => {
      const outcomes: SaleAttempt[] = [];
      for (const { order, title } of orders) {
        let key = '';
        const outcome = await beginSale(ports, order, title, (attempt) => {
          key = attempt.key;
          if (attempt.state === 'saved') selling.current.add(attempt.key);
          told(attempt);
        }).finally(() => selling.current.delete(key));
        outcomes.push(outcome);
        // With one outcome unknown the rest waits: the customer pays for what is certain.
        if (outcome.state !== 'sold') break;
      }
      return outcomes;
    },
    [ports, told],
  );

  const print = useCallback(
    (key: string) => {
      const job = printing.current.then(async () => {
        const attempt = (await store.attempts()).find((other) => other.key === key);
        if (attempt?.state !== 'sold') return null;
        return printTicket(
          {
            keep: store.keepAttempt,
            countReprint: (ticketId, reprintKey) => api.reprint(clerk, ticketId, reprintKey),
            print: paper,
            newKey: () => crypto.randomUUID(),
          },
          attempt,
          told,
        );
      });
      printing.current = job.catch(() => {});
      return job;
    },
    [store, api, clerk, paper, told],
  );

  return { attempts, sell, askNow, print };
}
