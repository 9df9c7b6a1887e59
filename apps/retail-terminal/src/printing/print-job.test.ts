import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTerminalStore } from '../device/terminal-store.ts';
import type { SoldAttempt } from '../sale/sale-attempt.ts';
import { owedPaper, type PrintPorts, printTicket } from './print-job.ts';
import type { PrintOutcome } from './printer-port.ts';

const sold: SoldAttempt = {
  state: 'sold',
  key: 'key-1',
  order: { contestIds: ['con_1'], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' },
  title: 'Cims 6/45',
  savedAtMs: 1,
  sentAtMs: 2,
  settledAtMs: 3,
  late: false,
  paper: 'waiting',
  reprints: 0,
  reprintKey: null,
  ticket: {
    id: 'tkt_1',
    serial: '7KQ2M0XD9HFT4W8B63',
    product: { slug: 'cims-645', names: { ca: 'Cims 6/45' }, registrationNumber: null },
    contests: [],
    wager: { kind: 'draw', lines: [] },
    priceCents: '100',
    soldAt: '',
    shop: null,
    clerk: null,
    terminal: null,
    claimUntil: '',
    commitmentIds: [],
  },
};

let stores = 0;

/** The platform's count: one reprint per key. */
function counter() {
  const keys: string[] = [];
  return {
    keys,
    count(key: string) {
      if (!keys.includes(key)) keys.push(key);
      return keys.indexOf(key) + 1;
    },
  };
}

type Fate = 'printed' | 'not-begun' | 'jam-before' | 'jam-after' | 'power-before' | 'power-after' | 'uncounted' | 'answer-lost';

test('a ticket comes out unmarked once at most; every other paper bears a number of its own that the platform has counted', async () => {
  const fates = fc.array(
    fc.constantFrom<Fate>('printed', 'not-begun', 'jam-before', 'jam-after', 'power-before', 'power-after', 'uncounted', 'answer-lost'),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(fates, async (list) => {
      const store = await openTerminalStore(`print-${++stores}`);
      await store.keepAttempt(sold);
      const platform = counter();
      const papers: { serial: string | null; reprint: number }[] = [];
      let keys = 0;
      for (const fate of list) {
        // Each round begins as a start of the terminal does: with what is on its disk.
        const [kept] = await store.attempts();
        if (kept?.state !== 'sold') throw new Error('the ticket was forgotten');
        const ports: PrintPorts = {
          keep: store.keepAttempt,
          newKey: () => `reprint-${++keys}`,
          countReprint: async (_, key) => {
            if (fate === 'uncounted') return null;
            const number = platform.count(key);
            return fate === 'answer-lost' ? null : number;
          },
          print: async (attempt): Promise<PrintOutcome> => {
            const [onDisk] = await store.attempts();
            expect(onDisk).toMatchObject({ state: 'sold', paper: 'sent', reprints: attempt.reprints });
            if (fate === 'not-begun') return { kind: 'not-begun', cause: 'paper-out' };
            if (fate === 'jam-before') return { kind: 'interrupted', cause: 'fault' };
            if (fate === 'power-before') throw new Error('power cut');
            papers.push({ serial: attempt.ticket.serial, reprint: attempt.reprints });
            if (fate === 'power-after') throw new Error('power cut');
            return fate === 'jam-after' ? { kind: 'interrupted', cause: 'fault' } : { kind: 'printed' };
          },
        };
        await printTicket(ports, kept, () => {}).catch((error: unknown) => expect(String(error)).toContain('power cut'));
      }
      const numbers = papers.map(({ reprint }) => reprint);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(papers.every(({ serial }) => serial === '7KQ2M0XD9HFT4W8B63')).toBe(true);
      expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(platform.keys.length);
    }),
    { numRuns: 150 },
  );
});

test('a print that never began is a first print when it is tried again', async () => {
  const ports = (outcome: PrintOutcome): PrintPorts => ({
    keep: () => Promise.resolve(),
    newKey: () => 'none',
    countReprint: () => Promise.reject(new Error('nothing to count')),
    print: () => Promise.resolve(outcome),
  });
  const first = await printTicket(ports({ kind: 'not-begun', cause: 'paper-out' }), sold, () => {});
  expect(first).toMatchObject({ kind: 'not-printed', cause: 'paper-out', attempt: { paper: 'waiting', reprints: 0 } });
  const again = await printTicket(ports({ kind: 'printed' }), first.attempt, () => {});
  expect(again).toMatchObject({ kind: 'printed', attempt: { paper: 'printed', reprints: 0 } });
});

test('what is sold and not surely on paper is shown at the next start', () => {
  expect(owedPaper([sold, { ...sold, paper: 'sent' }, { ...sold, paper: 'failed' }, { ...sold, paper: 'printed' }])).toHaveLength(3);
});
