import { cents } from '@valira/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountState, type BatchState, type ContestGate, counterOf, decideBatch, gateRefusal, keyOf } from './decide-batch.ts';
import type { SaleOrder } from './sale-order.ts';

const NOW = new Date('2026-11-14T19:29:59.999Z');
const CLOSE = new Date('2026-11-14T19:30:00.000Z');
const uuid = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const gate: ContestGate = {
  kind: 'draw',
  productVersionId: uuid(900),
  state: 'open',
  opensAt: new Date('2026-11-01T00:00:00Z'),
  closesAt: CLOSE,
  versionState: 'on-sale',
  channels: ['online', 'shop'],
  licensed: { online: true, shop: true },
  pariMutuelInShops: false,
  soldHere: true,
  announced: true,
  stops: [],
  scratches: 0,
};
const order = (change: Partial<SaleOrder> = {}): SaleOrder => ({
  accountId: uuid(1),
  key: uuid(500),
  inputHash: new Uint8Array(32),
  channel: 'online',
  terminalId: null,
  clerkId: null,
  productVersionId: uuid(900),
  contestIds: [uuid(700)],
  lines: Uint8Array.of(1),
  stakePerContest: cents(100n),
  ...change,
});
const player = (spendableCents: bigint): AccountState => ({
  kind: 'player',
  state: 'active',
  pausedUntil: null,
  registerGood: true,
  spendableCents,
  allowances: [],
});
const state = (change: Partial<BatchState> = {}): BatchState => ({
  now: NOW,
  accounts: new Map([[uuid(1), player(1_000n)]]),
  contests: new Map([[uuid(700), gate]]),
  counters: new Map(),
  taken: new Set(),
  keys: new Map(),
  ...change,
});
const decide = (orders: readonly SaleOrder[], given: BatchState) => {
  let next = 1_000;
  const identity = { serial: '', salt: new Uint8Array(16), commitment: new Uint8Array(32), serialHash: new Uint8Array(32) };
  return decideBatch(orders, given, () => ({ ticketId: uuid(++next), identity }));
};

describe('a sale in a shop', () => {
  const shop: AccountState = { ...player(1_000n), kind: 'shop' };
  const atShop = (counter?: { sells: boolean; carded: boolean }) => {
    const sale = order({ channel: 'shop', terminalId: uuid(8), clerkId: uuid(9) });
    const counters = new Map(counter ? [[counterOf(sale), counter]] : []);
    return decide([sale], state({ accounts: new Map([[uuid(1), shop]]), counters })).answers[0];
  };

  it('needs licence and contract of its distributor, and the card of its clerk', () => {
    expect(atShop({ sells: true, carded: true })).toMatchObject({ ok: true });
    expect(atShop({ sells: false, carded: true })).toMatchObject({ ok: false, code: 'shop_not_licensed' });
    expect(atShop({ sells: true, carded: false })).toMatchObject({ ok: false, code: 'clerk_not_licensed' });
    expect(atShop()).toMatchObject({ ok: false, code: 'shop_not_licensed' });
  });
});

describe('a batch of sales', () => {
  it('never spends more than an account has, and refuses only what does not fit', () => {
    const orders = fc.array(fc.record({ account: fc.integer({ min: 1, max: 4 }), stake: fc.bigInt({ min: 1n, max: 900n }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(orders, fc.array(fc.bigInt({ min: 0n, max: 3_000n }), { minLength: 4, maxLength: 4 }), (wanted, balances) => {
        const accounts = new Map(balances.map((balance, i) => [uuid(i + 1), player(balance)]));
        const sales = wanted.map(({ account, stake }, i) =>
          order({ accountId: uuid(account), key: uuid(5_000 + i), stakePerContest: cents(stake) }),
        );
        const { answers, sold } = decide(sales, state({ accounts }));
        const left = new Map(balances.map((balance, i) => [uuid(i + 1), balance]));
        for (const [i, sale] of sales.entries()) {
          const fits = sale.stakePerContest <= (left.get(sale.accountId) ?? 0n);
          expect(answers[i]?.ok).toBe(fits);
          if (fits) left.set(sale.accountId, (left.get(sale.accountId) ?? 0n) - sale.stakePerContest);
        }
        expect([...left.values()].every((amount) => amount >= 0n)).toBe(true);
        expect(sold).toHaveLength(answers.filter((answer) => answer.ok).length);
      }),
    );
  });

  it('sells a key once, whatever is repeated in the batch', () => {
    const { answers, sold } = decide([order(), order(), order({ inputHash: new Uint8Array(32).fill(1) })], state());
    expect(answers.map((answer) => (answer.ok ? answer.value.made === null : answer.code))).toEqual([false, true, 'key_reused']);
    expect(sold).toHaveLength(1);
  });

  it('answers a known key before anything else: also after the close, on an empty or barred account', () => {
    const sold = { outcome: 'sold' as const, inputHash: new Uint8Array(32), ticketId: uuid(42) };
    const given = state({
      now: new Date(CLOSE.getTime() + 60_000),
      accounts: new Map([
        [uuid(1), { kind: 'player', state: 'barred', pausedUntil: null, registerGood: true, spendableCents: 0n, allowances: [] }],
      ]),
      keys: new Map([[keyOf(order()), sold]]),
    });
    expect(decide([order()], given).answers[0]).toMatchObject({ ok: true, value: { ticketId: uuid(42), made: null } });
    const abandoned = state({ keys: new Map([[keyOf(order()), { outcome: 'abandoned', inputHash: null, ticketId: null }]]) });
    expect(decide([order()], abandoned).answers[0]).toMatchObject({ code: 'sale_abandoned' });
  });

  it('asks for the price of every draw of a multi-draw ticket, and for every gate', () => {
    const contests = new Map([
      [uuid(700), gate],
      [uuid(701), gate],
      [uuid(702), { ...gate, announced: false }],
    ]);
    const two = order({ contestIds: [uuid(700), uuid(701)] });
    expect(decide([two], state({ contests, accounts: new Map([[uuid(1), player(199n)]]) })).answers[0]).toMatchObject({
      code: 'insufficient_funds',
    });
    expect(decide([two], state({ contests, accounts: new Map([[uuid(1), player(200n)]]) })).answers[0]?.ok).toBe(true);
    expect(decide([order({ contestIds: [uuid(700), uuid(702)] })], state({ contests })).answers[0]).toMatchObject({
      code: 'no_commitment',
      path: 'contestIds.1',
    });
  });
});

describe('the gate of a contest', () => {
  const refusal = (change: Partial<ContestGate>, now = NOW, sale: Partial<SaleOrder> = {}) =>
    gateRefusal({ ...gate, ...change }, order(sale), now);

  it('sells to the last millisecond before the close and not at it (incident R13)', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({}, CLOSE)).toBe('contest_closed');
  });

  it('names what stands in the way', () => {
    expect(refusal({ state: 'closed' })).toBe('contest_closed');
    expect(refusal({ state: 'sealed' })).toBe('contest_closed');
    expect(refusal({ state: 'scheduled' })).toBe('contest_not_open');
    expect(refusal({ state: 'scheduled', announced: false })).toBe('no_commitment');
    expect(refusal({ versionState: 'approved' })).toBe('not_on_sale');
    expect(refusal({ versionState: 'suspended' })).toBe('not_on_sale');
    expect(refusal({ scratches: 1 })).toBe('card_changed');
    expect(refusal({ stops: [''] })).toBe('sales_stopped');
    expect(refusal({ stops: ['02'] })).toBeNull();
    expect(refusal({ stops: ['02', '01'] })).toBe('sales_stopped');
    expect(refusal({ channels: ['shop'] })).toBe('channel_not_allowed');
    expect(refusal({ licensed: { online: false, shop: true } })).toBe('licence_suspended');
    expect(refusal({}, NOW, { productVersionId: uuid(901) })).toBe('contest_not_found');
  });

  it('keeps pari-mutuel out of shops unless the licence says otherwise (art. 109(c))', () => {
    expect(refusal({ kind: 'pool' }, NOW, { channel: 'shop' })).toBe('pari_mutuel_not_in_shops');
    expect(refusal({ kind: 'pool', pariMutuelInShops: true }, NOW, { channel: 'shop' })).toBeNull();
    expect(refusal({ kind: 'pool' }, NOW, { channel: 'online' })).toBeNull();
  });
});
