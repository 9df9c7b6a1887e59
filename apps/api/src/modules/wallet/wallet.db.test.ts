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

describe('the yearly statement', () => {
  it('adds up from balance to balance, year by year on the operator’s calendar, held money not having left', async () => {
    const player = await world.newPlayerPerson(10_000n);
    const { contestId } = await world.newContest();
    const { core } = world;
    const owner = player.accountId;
    const [cash, stakes] = [account('player-cash', owner), account('stakes', contestId)];
    const post = (key: string, kind: string, amount: bigint, at: Date, out = true) =>
      core.inTransaction((tx) =>
        postOperation(tx, core.ids, at, {
          accountId: owner,
          key,
          postings: [
            {
              ...(out ? { debit: cash, credit: stakes } : { debit: stakes, credit: cash }),
              amount: cents(amount),
              kind,
              reference: contestId,
            },
          ],
        }),
      );
    const year = Temporal.Now.zonedDateTimeISO('Europe/Andorra').year;
    // 23:59:59.999 of 31 December in Andorra is still the old year, half an hour of UTC before midnight there.
    expectOk(await post('old', 'stake', 700n, new Date(Date.UTC(year - 1, 11, 31, 22, 59, 59, 999))));
    expectOk(await post('new', 'stake', 300n, new Date(Date.UTC(year - 1, 11, 31, 23, 0, 0, 0))));
    expectOk(await post('prize', 'prize', 1_200n, core.clock.now(), false));
    const hold = { accountId: owner, key: 'w', amount: cents(2_000n), purpose: 'withdrawal', reference: owner, expiresAt: null };
    expectOk(await core.inTransaction((tx) => holdFunds(tx, core.ids, core.clock.now(), hold)));

    const ask = async (of: number) => (await jsonOf(await player.call(`/v1/wallet/statements/${of}`))) as Record<string, unknown>;
    const [before, now] = [await ask(year - 1), await ask(year)];
    expect(before).toMatchObject({ openingCents: '0', closingCents: '-700', movements: 1 });
    expect(now).toMatchObject({ openingCents: '-700', closingCents: '10200', movements: 3 });
    expect(now.lines).toEqual(
      ['deposits 10000', 'withdrawals 0', 'stakes -300', 'prizes 1200', 'refunds 0', 'disputes 0', 'other 0'].map((text) => {
        const [line, amountCents] = text.split(' ');
        return { line, amountCents };
      }),
    );
    const csv = await (await player.call(`/v1/wallet/statements/${year}?format=csv`)).text();
    const rows = csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(';'));
    expect(rows).toHaveLength(3);
    expect(rows.at(-1)?.slice(3, 5)).toEqual(expect.arrayContaining(['102.00']));
    const pdf = Buffer.from(await (await player.call(`/v1/wallet/statements/${year}?format=pdf`)).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await player.call('/v1/wallet/statements/1999')).status).toBe(422);
  });
});

describe('the wallet', () => {
  it('shows cash, held money, what is owed, and why nothing can be taken out', async () => {
    const player = await world.newPlayerPerson(5_000n);
    expect(await jsonOf(await player.call('/v1/wallet'))).toMatchObject({
      availableCents: '5000',
      heldCents: '0',
      owedCents: '0',
      withdrawableCents: '5000',
      withdrawalRefusal: 'identity_not_verified',
      account: { ibanEnd: '0100' },
    });
  });
});
