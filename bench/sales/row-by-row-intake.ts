/**
 * The baseline: an intake that gives each sale a transaction of its own, with awaited statements through Drizzle on a pool of ten.
 * The rules (`decideBatch`, of one), the locks and the rows are the product's, a signed link in the connection's own chain included.
 */
import { type Db, openDatabase, type Tx } from '@valira/db';
import {
  account,
  balance,
  contest,
  drawAnnouncement,
  entry,
  intakeLink,
  intake as intakeTable,
  licence,
  productVersion,
  saleKey,
  ticket,
  ticketSerial,
  transfer,
} from '@valira/db/schema';
import { keyIdOf } from '@valira/games/verifiable';
import { and, eq, sql } from 'drizzle-orm';
import { closeLockKey } from '../../apps/api/src/modules/contests/close-lock.ts';
import { CODES } from '../../apps/api/src/modules/ledger/chart-of-accounts.ts';
import { type BatchState, counterOf, decideBatch, keyOf } from '../../apps/api/src/modules/wagers/decide-batch.ts';
import type { Intake, IntakeDeps } from '../../apps/api/src/modules/wagers/intake.ts';
import { type ChainHead, emptyChain, nextLink } from '../../apps/api/src/modules/wagers/intake-chain.ts';
import type { SaleAnswer, SaleOrder } from '../../apps/api/src/modules/wagers/sale-order.ts';
import { ticketIdentity } from '../../apps/api/src/modules/wagers/ticket-identity.ts';
import { sha256 } from '../../apps/api/src/platform/hash.ts';

const CONNECTIONS = 10;

type Chain = { readonly intakeId: string; head: ChainHead };

async function load(tx: Tx, order: SaleOrder): Promise<BatchState> {
  const [contestId = ''] = order.contestIds;
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${closeLockKey(contestId).toString()}::bigint)`);
  const code = order.channel === 'shop' ? CODES['shop-settlement'] : CODES['player-cash'];
  const [purse] = await tx
    .select({
      kind: account.kind,
      state: account.state,
      pausedUntil: account.pausedUntil,
      amount: balance.amountCents,
      floor: balance.floorCents,
    })
    .from(balance)
    .innerJoin(account, eq(account.id, balance.accountId))
    .where(and(eq(balance.accountId, order.accountId), eq(balance.code, code)))
    .for('update', { of: balance });
  const [key] = await tx
    .select()
    .from(saleKey)
    .where(and(eq(saleKey.accountId, order.accountId), eq(saleKey.key, order.key)));
  const [played] = await tx
    .select()
    .from(contest)
    .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
    .leftJoin(drawAnnouncement, eq(drawAnnouncement.contestId, contest.id))
    .where(eq(contest.id, contestId));
  const [counter] =
    order.channel === 'shop'
      ? await tx.execute<{ sells: boolean; carded: boolean }>(sql`
          SELECT s.sells @> clock_timestamp() AS sells, coalesce(c.state = 'active' AND c.card_until > clock_timestamp(), true) AS carded
          FROM shop s LEFT JOIN clerk c ON c.id = ${order.clerkId} WHERE s.account_id = ${order.accountId}`)
      : [];
  const licences = await tx.select().from(licence).where(eq(licence.suspended, false));
  const [clock] = await tx.execute<{ at: string }>(sql`SELECT date_trunc('milliseconds', clock_timestamp()) AS at`);
  const now = new Date(clock?.at ?? 0);
  const covers = (kinds: readonly string[]) =>
    licences.some(
      (one) =>
        kinds.includes(one.kind) &&
        one.modalities.includes(played?.product_version.modality ?? 'a') &&
        one.validFrom <= now &&
        now < one.validUntil,
    );
  return {
    now,
    accounts: new Map(
      purse && purse.kind !== 'house'
        ? [
            [
              order.accountId,
              {
                kind: purse.kind,
                state: purse.state,
                pausedUntil: purse.pausedUntil,
                registerGood: true,
                allowances: [],
                spendableCents: purse.amount - purse.floor,
              },
            ],
          ]
        : [],
    ),
    counters: new Map(counter ? [[counterOf(order), counter]] : []),
    taken: new Set(),
    keys: new Map(key ? [[keyOf(order), key]] : []),
    contests: new Map(
      played
        ? [
            [
              contestId,
              {
                kind: played.contest.kind,
                productVersionId: played.contest.productVersionId,
                state: played.contest.state,
                opensAt: played.contest.opensAt,
                closesAt: played.contest.closesAt,
                versionState: played.product_version.state,
                channels: played.product_version.channels,
                licensed: { online: covers(['C@']), shop: covers(['C', 'convention']) },
                pariMutuelInShops: licences.some((one) => one.kind === 'C' && one.pariMutuelInShops),
                soldHere: played.contest.source !== 'external',
                announced: played.draw_announcement !== null,
                // Not asked for: a query less only helps the baseline.
                stops: [],
                scratches: 0,
              },
            ],
          ]
        : [],
    ),
  };
}

export async function openRowByRowIntake({ databaseUrl, keys, ids }: IntakeDeps): Promise<Intake> {
  const database = openDatabase(databaseUrl, { name: 'row-by-row', connections: CONNECTIONS });
  const db: Db = database.db;
  const signer = keys.signer('intake');
  const free: Chain[] = [];
  const waiting: ((chain: Chain) => void)[] = [];
  for (let i = 0; i < CONNECTIONS; i += 1) {
    const intakeId = ids.next();
    await db
      .insert(intakeTable)
      .values({ id: intakeId, keyId: keyIdOf(sha256, signer.publicKey), publicKey: signer.publicKey, startedAt: new Date() });
    free.push({ intakeId, head: emptyChain });
  }
  const take = (): Promise<Chain> => {
    const chain = free.pop();
    return chain ? Promise.resolve(chain) : new Promise((resolve) => waiting.push(resolve));
  };
  const give = (chain: Chain) => {
    const next = waiting.shift();
    if (next) next(chain);
    else free.push(chain);
  };

  const sellOn = (chain: Chain, order: SaleOrder): Promise<SaleAnswer> =>
    db.transaction(async (tx) => {
      const state = await load(tx, order);
      const { answers, sold } = decideBatch([order], state, () => {
        const ticketId = ids.next();
        return { ticketId, identity: ticketIdentity(keys, ticketId) };
      });
      const [answer] = answers;
      if (!answer) throw new Error('a sale got no answer');
      const [made] = sold;
      if (!made) return answer;
      const { ticketId, identity, hash } = made;
      const [contestId = ''] = order.contestIds;
      const { accountId, productVersionId, channel, terminalId, clerkId, key, inputHash, lines, stakePerContest } = order;
      const leaf = { commitment: identity.commitment, lines, stakeCents: stakePerContest, state: 'sold' as const };
      const link = nextLink(signer, chain.intakeId, chain.head, [{ contestId, ticketId, leaf }], state.now);
      await tx.insert(ticket).values({
        accountId,
        id: ticketId,
        productVersionId,
        contestId,
        contests: 1,
        stakeCents: stakePerContest,
        channel,
        terminalId,
        clerkId,
        intakeId: chain.intakeId,
        intakeSeq: link.sequence,
        hash,
        soldAt: state.now,
      });
      await tx
        .insert(entry)
        .values({ contestId, ticketId, accountId, lines, stakeCents: stakePerContest, commitment: identity.commitment });
      await tx.insert(ticketSerial).values({ serialHash: identity.serialHash, accountId, ticketId });
      await tx.insert(saleKey).values({ accountId, key, outcome: 'sold', inputHash, ticketId, at: state.now });
      const code = channel === 'shop' ? CODES['shop-settlement'] : CODES['player-cash'];
      await tx.insert(transfer).values({
        accountId,
        id: ids.next(),
        operationId: ticketId,
        debitCode: code,
        debitOwner: accountId,
        creditCode: CODES.stakes,
        creditOwner: contestId,
        amountCents: stakePerContest,
        kind: 'stake',
        reference: contestId,
        at: state.now,
      });
      await tx
        .update(balance)
        .set({ amountCents: sql`${balance.amountCents} - ${stakePerContest}` })
        .where(and(eq(balance.accountId, accountId), eq(balance.code, code)));
      await tx.insert(intakeLink).values({
        intakeId: chain.intakeId,
        id: ids.next(),
        seq: link.sequence,
        previousHead: link.previous,
        head: link.head,
        records: link.records,
        recordCount: 1,
        amountCents: link.amountCents,
        signature: link.signature,
        at: state.now,
      });
      chain.head = link;
      return answer;
    });

  return {
    async sell(order) {
      const chain = await take();
      try {
        return await sellOn(chain, order);
      } finally {
        give(chain);
      }
    },
    close: database.close,
  };
}
