/** Players ask for money back: held first, then paid out, given back, or expired; asked for twice under one key, and ended twice. */
import { hold, holdEnd } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { HoldOutcome } from '../../modules/ledger/hold-funds.ts';
import { account, endHold, holdFunds } from '../../modules/ledger/index.ts';
import { untilAnswered } from './asking.ts';
import type { Market } from './market.ts';

export async function askForMoney({ core, chance, players, clock }: Market): Promise<void> {
  if (!chance.percent(30)) return;
  const accountId = chance.pick(players);
  const request = {
    accountId,
    key: chance.uuid(),
    amount: cents(BigInt(100 * chance.between(1, 30))),
    purpose: 'withdrawal',
    reference: accountId,
    expiresAt: new Date(clock.now().getTime() + 5 * 86_400_000),
  };
  const times = chance.percent(20) ? 2 : 1;
  for (let time = 0; time < times; time += 1)
    await untilAnswered(async () => {
      const held = await core.inTransaction((tx) => holdFunds(tx, core.ids, clock.now(), request));
      // Not enough is an answer like any other.
      return held.ok || held.code === 'insufficient_funds' ? { ok: true, value: null } : held;
    });
}

export async function endHolds({ core, deskChance: chance, clock, world }: Market): Promise<void> {
  const open = await world.db
    .select({ accountId: hold.accountId, id: hold.id, expiresAt: hold.expiresAt })
    .from(hold)
    .leftJoin(holdEnd, and(eq(holdEnd.accountId, hold.accountId), eq(holdEnd.holdId, hold.id)))
    .where(isNull(holdEnd.holdId))
    .orderBy(asc(hold.id));
  for (const { accountId, id, expiresAt } of open) {
    const expired = expiresAt !== null && expiresAt <= clock.now();
    if (!expired && chance.percent(50)) continue;
    const end: HoldOutcome = expired
      ? { outcome: 'expired' }
      : chance.percent(70)
        ? { outcome: 'posted', to: account('payment-clearing') }
        : { outcome: 'voided' };
    const times = chance.percent(20) ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      await untilAnswered(() => core.inTransaction((tx) => endHold(tx, core.ids, clock.now(), accountId, id, end)));
  }
}
