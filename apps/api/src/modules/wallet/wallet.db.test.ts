import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld } from '../../testing/http-world.ts';
import { account, holdFunds, postOperation } from '../ledger/index.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld();
});
afterAll(() => world.end());

type Entry = { id: string; kind: string; amountCents: string; reference: string | null };
type Page = { entries: Entry[]; next: string | null };

describe('wallet entries', () => {
  it('list every movement of the cash once, signed, the newest first, and add up to the balance', async () => {
    const player = await world.newPlayerPerson(5_000n);
    const { contestId } = await world.newContest();
    const { core } = world;
    const owner = player.accountId;
    const post = (key: string, kind: string, amount: bigint, into: boolean) =>
      core.inTransaction((tx) => {
        const [cash, stakes] = [account('player-cash', owner), account('stakes', contestId)];
        const sides = into ? { debit: stakes, credit: cash } : { debit: cash, credit: stakes };
        return postOperation(tx, core.ids, core.clock.now(), {
          accountId: owner,
          key,
          postings: [{ ...sides, amount: cents(amount), kind, reference: contestId }],
        });
      });
    for (let i = 0; i < 5; i += 1) expectOk(await post(`stake-${i}`, 'stake', 480n, false));
    expectOk(await post('back', 'refund', 480n, true));
    const hold = { accountId: owner, key: 'w', amount: cents(1_000n), purpose: 'withdrawal', reference: owner, expiresAt: null };
    expectOk(await core.inTransaction((tx) => holdFunds(tx, core.ids, core.clock.now(), hold)));

    const seen: Entry[] = [];
    let before = '';
    for (let pages = 1; ; pages += 1) {
      const page = (await jsonOf(await player.call(`/v1/wallet/entries?limit=3${before}`))) as Page;
      seen.push(...page.entries);
      if (page.next === null) {
        expect(pages).toBe(3);
        break;
      }
      before = `&before=${page.next}`;
    }
    expect(seen.map(({ kind, amountCents }) => `${kind} ${amountCents}`)).toEqual([
      'hold -1000',
      'refund 480',
      'stake -480',
      'stake -480',
      'stake -480',
      'stake -480',
      'stake -480',
      'deposit 5000',
    ]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(8);
    expect(seen[1]?.reference).toBe(wireId('contest', contestId));
    const me = (await jsonOf(await player.call('/v1/me'))) as { account: { availableCents: string; heldCents: string } };
    expect(seen.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n)).toBe(BigInt(me.account.availableCents));
    expect(me.account).toMatchObject({ availableCents: '2080', heldCents: '1000' });
  });

  it('are the player’s own: nobody else’s show', async () => {
    await world.newPlayerPerson(700n);
    const other = await world.newPlayerPerson();
    expect(await jsonOf(await other.call('/v1/wallet/entries'))).toEqual({ entries: [], next: null });
  });
});
