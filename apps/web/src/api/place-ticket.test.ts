import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isOutcomeUnknown, placeTicket, purchasesLeftOpen, resolvePurchase } from './place-ticket.ts';
import { isSessionOver } from './problem.ts';

const ORDER = { contestIds: ['con_1'], wager: { kind: 'draw' as const, lines: [], quickPicks: 1 }, priceCents: '100' };
const nuria = { accountId: 'acc_nuria', key: '00000000-0000-4000-8000-000000000001' };
const nuriaInAnotherTab = { ...nuria, key: '00000000-0000-4000-8000-000000000002' };
const marc = { accountId: 'acc_marc', key: '00000000-0000-4000-8000-000000000003' };

/** Local storage as a browser lays it out: entries are its own properties. */
class Storage {
  setItem(name: string, value: string): void {
    Object.defineProperty(this, name, { value, enumerable: true, configurable: true });
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

const answers = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
const noAnswer = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

beforeEach(() => {
  vi.stubGlobal('localStorage', new Storage());
  vi.stubGlobal('document', { documentElement: { lang: 'ca' } });
});
afterEach(() => vi.unstubAllGlobals());

describe('a purchase', () => {
  test('whose answer is lost stays kept for its own account only, one for each tab', async () => {
    noAnswer();
    for (const kept of [nuria, nuriaInAnotherTab, marc]) expect(await placeTicket(ORDER, kept).catch(isOutcomeUnknown)).toBe(true);
    expect(purchasesLeftOpen('acc_nuria')).toEqual([nuria, nuriaInAnotherTab]);
    expect(purchasesLeftOpen('acc_marc')).toEqual([marc]);
    expect(purchasesLeftOpen('acc_n')).toEqual([]);
  });

  test('that is sold, refused or resolved is forgotten, and no other with it', async () => {
    noAnswer();
    for (const kept of [nuria, marc]) await placeTicket(ORDER, kept).catch(() => null);
    answers(201, { id: 'tkt_1' });
    expect(await placeTicket(ORDER, nuriaInAnotherTab)).toMatchObject({ outcome: 'sold' });
    answers(402, { code: 'insufficient_funds' });
    await expect(placeTicket(ORDER, nuriaInAnotherTab)).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(purchasesLeftOpen('acc_nuria')).toEqual([nuria]);
    answers(200, { outcome: 'not-sold', ticket: null });
    expect(await resolvePurchase(nuria)).toEqual({ outcome: 'not-sold' });
    expect([purchasesLeftOpen('acc_nuria'), purchasesLeftOpen('acc_marc')]).toEqual([[], [marc]]);
  });

  test('whose session has ended is refused as that, and its outcome is known: nothing was sold', async () => {
    answers(401, { code: 'not_signed_in' });
    const error: unknown = await placeTicket(ORDER, nuria).catch((reason: unknown) => reason);
    expect([isSessionOver(error), isOutcomeUnknown(error), purchasesLeftOpen('acc_nuria')]).toEqual([true, false, []]);
  });

  test('asked about after the session has ended stays kept', async () => {
    noAnswer();
    await placeTicket(ORDER, nuria).catch(() => null);
    answers(401, { code: 'not_signed_in' });
    await expect(resolvePurchase(nuria)).rejects.toSatisfy(isSessionOver);
    expect(purchasesLeftOpen('acc_nuria')).toEqual([nuria]);
  });
});
