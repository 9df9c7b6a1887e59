import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Order, SoldTicket } from '../api/wire.ts';
import { openTerminalStore } from '../device/terminal-store.ts';
import { beginSale, isOpen, resolveSale, type SalePorts } from './sale-attempt.ts';

const order: Order = { contestIds: ['con_1'], wager: { kind: 'draw', quickPicks: 1 }, priceCents: '100' };

const ticket = (key: string): SoldTicket => ({
  id: `tkt_${key}`,
  serial: key,
  product: { slug: 'cims-645', names: { ca: 'Cims 6/45' }, registrationNumber: null },
  contests: [],
  wager: { kind: 'draw', lines: [] },
  priceCents: '100',
  soldAt: '2026-11-14T16:42:10Z',
  shop: null,
  clerk: null,
  terminal: null,
  claimUntil: '2027-02-14T00:00:00Z',
  commitmentIds: [],
});

/** The platform's rules for keys: a key sells once, a resolved unsold key never sells. */
function platform() {
  const sold = new Map<string, SoldTicket>();
  const tombstones = new Set<string>();
  return {
    sold,
    sell(key: string) {
      if (tombstones.has(key)) return { kind: 'refused' as const, code: 'sale_abandoned', next: null };
      const known = sold.get(key) ?? ticket(key);
      sold.set(key, known);
      return { kind: 'sold' as const, ticket: known };
    },
    resolve(key: string) {
      const known = sold.get(key);
      if (known) return { kind: 'sold' as const, ticket: known };
      tombstones.add(key);
      return { kind: 'not-sold' as const };
    },
  };
}

let stores = 0;
const freshStore = () => openTerminalStore(`test-${++stores}`);

describe('a sale over a network that loses anything', () => {
  test('ends in one ticket or none, known to the terminal, also when the first request arrives after it was resolved', async () => {
    const fates = fc.constantFrom('arrives', 'lost', 'answer-lost', 'late', 'twice');
    await fc.assert(
      fc.asyncProperty(fates, fc.array(fc.constantFrom('arrives', 'lost', 'answer-lost'), { maxLength: 5 }), async (fate, asks) => {
        const store = await freshStore();
        const server = platform();
        const late: string[] = [];
        let clock = 0;
        let keys = 0;
        const questions = [...asks, 'arrives' as const];
        const ports: SalePorts = {
          keep: store.keepAttempt,
          nowMs: () => ++clock,
          newKey: () => `key-${++keys}`,
          sell: async (_, key) => {
            if (fate === 'lost') return { kind: 'no-answer' };
            if (fate === 'late') {
              late.push(key);
              return { kind: 'no-answer' };
            }
            const answer = server.sell(key);
            if (fate === 'twice') server.sell(key);
            return fate === 'answer-lost' ? { kind: 'no-answer' } : answer;
          },
          resolve: async (key) => {
            const question = questions.shift();
            if (question === 'lost') return { kind: 'no-answer' };
            const answer = server.resolve(key);
            return question === 'answer-lost' ? { kind: 'no-answer' } : answer;
          },
        };
        let attempt = await beginSale(ports, order, 'Cims 6/45', () => {});
        while (isOpen(attempt)) attempt = await resolveSale(ports, attempt, () => {});
        for (const key of late) server.sell(key);
        expect(keys).toBe(1);
        expect(server.sold.size).toBe(attempt.state === 'sold' ? 1 : 0);
        if (attempt.state === 'sold') expect(attempt.ticket.serial).toBe('key-1');
        expect((await store.attempts()).map(({ state }) => state)).toEqual([attempt.state]);
      }),
      { numRuns: 200 },
    );
  });

  test('has its key on disk before anything is sent, so that a crash at any point is resolved at the next start', async () => {
    const store = await freshStore();
    const server = platform();
    const crash = new Error('power cut');
    const ports: SalePorts = {
      keep: store.keepAttempt,
      nowMs: () => 1,
      newKey: () => 'key-1',
      sell: async (_, key) => {
        expect((await store.attempts())[0]?.key).toBe(key);
        server.sell(key);
        throw crash;
      },
      resolve: async (key) => server.resolve(key),
    };
    await expect(beginSale(ports, order, 'Cims 6/45', () => {})).rejects.toBe(crash);
    const [left] = await store.attempts();
    if (!left || !isOpen(left)) throw new Error('the sale was forgotten');
    expect((await resolveSale(ports, left, () => {})).state).toBe('sold');
    expect(server.sold.size).toBe(1);
  });
});

test('a sale refused at the close keeps the draw that is offered, and sends nothing for it by itself', async () => {
  const store = await freshStore();
  const next = { contestId: 'con_2', number: 2, drawsAt: '2026-11-21T19:30:00Z' };
  let sent = 0;
  const attempt = await beginSale(
    {
      keep: store.keepAttempt,
      nowMs: () => 1,
      newKey: () => 'key-1',
      sell: async () => {
        sent += 1;
        return { kind: 'refused', code: 'contest_closed', next };
      },
      resolve: () => Promise.reject(new Error('nothing is open')),
    },
    order,
    'Cims 6/45',
    () => {},
  );
  expect(attempt).toMatchObject({ state: 'refused', next });
  expect(await store.attempts()).toMatchObject([{ state: 'refused', next }]);
  expect(sent).toBe(1);
});
