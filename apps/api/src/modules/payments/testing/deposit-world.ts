/** A world with the payment simulator behind it: players who pay in, events that are handed over when and as often as the test says. */
import { deposit, depositMovement } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { parseWireId } from '../../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Person, UNLIMITED } from '../../../testing/http-world.ts';
import { type Signed, type Simulator, startPaymentSimulator } from '../../../testing/payment-simulator.ts';
import type { SyncDeps } from '../deposits/sync-deposit.ts';
import { processEvent } from '../deposits/take-event.ts';

export type Player = Person & { readonly accountId: string };
export type PaidIn = { readonly id: string; readonly uuid: string; readonly paymentId: string };

export type DepositWorld = HttpWorld & {
  readonly simulator: Simulator;
  readonly deps: SyncDeps;
  /** An open deposit with its payment made at the provider. */
  openDeposit(player: Player, amountCents: number): Promise<PaidIn>;
  /** Sends it to the webhook as the provider would. */
  deliver(event: Signed): Promise<number>;
  /** Runs the jobs of these events, as the worker would. */
  process(events: readonly Pick<Signed, 'id'>[]): Promise<void>;
  /** Delivers and processes all events of a payment, in order. */
  settle(paymentId: string): Promise<void>;
  cashOf(player: Player): Promise<bigint>;
  movementsOf(uuid: string): Promise<string[]>;
};

export async function makeDepositWorld(): Promise<DepositWorld> {
  const simulator = await startPaymentSimulator();
  const world = await makeHttpWorld({ payments: simulator.payments, limits: UNLIMITED });
  const deps: SyncDeps = { ...world.core, provider: simulator.payments.provider };
  const deposits: DepositWorld = {
    ...world,
    simulator,
    deps,
    async openDeposit(player, amountCents) {
      const opened = await player.call('/v1/deposits', { body: { amountCents: String(amountCents) } });
      if (opened.status !== 201) throw new Error(await opened.text());
      const id = String((await jsonOf(opened)).id);
      const uuid = parseWireId('deposit', id) ?? '';
      const paid = await player.call(`/v1/deposits/${id}/payment`, { method: 'POST' });
      if (paid.status !== 200) throw new Error(await paid.text());
      const [row] = await world.db.select().from(deposit).where(eq(deposit.id, uuid));
      return { id, uuid, paymentId: row?.paymentId ?? '' };
    },
    async deliver({ body, signature }) {
      const answer = await world.anyone.call('/v1/payments/webhook', { rawBody: body, headers: { 'stripe-signature': signature } });
      return answer.status;
    },
    async process(events) {
      for (const { id } of events) await processEvent(deps, id);
    },
    async settle(paymentId) {
      const events = await simulator.eventsOf(paymentId, world.core.clock.now());
      for (const event of events) await deposits.deliver(event);
      await deposits.process(events);
    },
    async cashOf(player) {
      const me = (await jsonOf(await player.call('/v1/me'))) as { account: { availableCents: string } };
      return BigInt(me.account.availableCents);
    },
    async movementsOf(uuid) {
      const rows = await world.db
        .select()
        .from(depositMovement)
        .where(eq(depositMovement.depositId, uuid))
        .orderBy(depositMovement.at, depositMovement.kind);
      return rows.map(({ kind, amountCents, cashCents, owedCents }) => `${kind} ${amountCents} = ${cashCents} + ${owedCents}`);
    },
    async end() {
      await world.end();
      await simulator.stop();
    },
  };
  return deposits;
}
