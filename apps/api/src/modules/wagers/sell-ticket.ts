/**
 * A purchase: the wager is read and priced by the product's engine, the price the buyer was shown is compared, and the intake decides
 * and writes. Nothing is written by a refusal.
 */
import { randomFillSync } from 'node:crypto';
import { uniformBelowBigint } from '@valira/games/randomness';
import { type Outcome, type Refusal, refuse } from '@valira/outcome';
import { sha256 } from '../../platform/hash.ts';
import { canonicalText } from '../../platform/json.ts';
import type { Wager } from '../contests/index.ts';
import type { Intake } from './intake.ts';
import type { SaleAnswer, SaleOrder } from './sale-order.ts';
import type { SoldContest, SoldContests } from './sold-contests.ts';

export type Purchase = {
  readonly buyer: Pick<SaleOrder, 'accountId' | 'channel' | 'terminalId' | 'clerkId'>;
  readonly key: string;
  readonly contestIds: readonly string[];
  readonly wager: unknown;
  readonly priceCents: bigint;
};

export type Sold = {
  readonly order: SaleOrder;
  readonly contests: readonly SoldContest[];
  readonly answer: Extract<SaleAnswer, { ok: true }>['value'];
};

/** Of a stock that is nine tenths sold, one number is still found with a chance of 999 in 1,000. */
const MOST_PICKS = 64;

export type Sales = { sell(purchase: Purchase): Promise<Outcome<Sold>> };

/** Bytes for quick picks, read from the operating system a block at a time. */
function byteSource(): (count: number) => Uint8Array {
  const block = new Uint8Array(4096);
  let used = block.length;
  return (count) => {
    if (used + count > block.length) {
      randomFillSync(block);
      used = 0;
    }
    used += count;
    return block.slice(used - count, used);
  };
}

/** `reason` is the engine's stable code, also where the engine gives words under that name. */
const invalidLine = (refusal: Refusal): Refusal =>
  refuse('invalid_line', { path: `wager.${refusal.path}`, facts: { ...refusal.facts, reason: refusal.code } });

export function openSales({ intake, contests }: { readonly intake: Intake; readonly contests: SoldContests }): Sales {
  const take = byteSource();
  const below = (bound: bigint) => uniformBelowBigint(bound, take);
  const sellOn = async (
    found: ReadonlyMap<string, SoldContest>,
    { buyer, key, contestIds, wager, priceCents }: Purchase,
  ): Promise<Outcome<Sold>> => {
    const wanted = contestIds.map((id) => found.get(id));
    const missing = wanted.indexOf(undefined);
    if (missing >= 0) return refuse('contest_not_found', { path: `contestIds.${missing}` });
    const played = wanted.filter((contest) => contest !== undefined);
    const [first] = played;
    if (!first) return refuse('contest_not_found', { path: 'contestIds' });
    if (new Set(contestIds).size !== contestIds.length) return refuse('invalid_input', { path: 'contestIds' });
    if (played.length > first.engine.mostContests)
      return refuse('too_many_draws', { path: 'contestIds', facts: { most: first.engine.mostContests } });
    const read = first.engine.parseWager(wager, below);
    if (!read.ok) return invalidLine(read);
    const expected = read.value.stakeCents * BigInt(played.length);
    if (expected !== priceCents) return refuse('price_mismatch', { path: 'priceCents', facts: { expectedCents: expected } });
    const order = (wagered: Wager): SaleOrder => ({
      ...buyer,
      key,
      inputHash: sha256(Buffer.from(canonicalText({ contestIds, wager, priceCents }))),
      productVersionId: first.productVersionId,
      contestIds,
      lines: wagered.lines,
      stakePerContest: wagered.stakeCents,
      scratches: first.scratched.length,
      ...(wagered.unique && { unique: wagered.unique }),
    });
    let sent = order(read.value);
    let answer = await intake.sell(sent);
    // Numbers that were picked for the buyer and are gone are picked anew; a number that was chosen is not replaced.
    for (let again = 0; again < MOST_PICKS && read.value.isPicked && !answer.ok && answer.code === 'number_taken'; again += 1) {
      const picked = first.engine.parseWager(wager, below);
      if (!picked.ok) return invalidLine(picked);
      sent = order(picked.value);
      answer = await intake.sell(sent);
    }
    return answer.ok ? { ok: true, value: { order: sent, contests: played, answer: answer.value } } : answer;
  };
  return {
    async sell(purchase) {
      const sold = await sellOn(await contests.find(purchase.contestIds), purchase);
      if (sold.ok || sold.code !== 'card_changed') return sold;
      // What was kept of the pool is older than its last withdrawal: the bet is read once more on the card as it is.
      return sellOn(await contests.findNow(purchase.contestIds), purchase);
    },
  };
}
