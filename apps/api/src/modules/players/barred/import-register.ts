/**
 * Takes a file of the register into the mirror, whole or not at all, and looks at every player: who is found is barred at once, whoever was barred by
 * the register and is in it no more may play again. A file that lists far fewer people than the one before, or not the invented person whom every
 * file lists, is refused: an empty answer must not open the doors (R37).
 */
import { createHash } from 'node:crypto';
import type { Tx } from '@valira/db';
import { barredImport, barredImportRefusal, barredMirror, barredPerson, barredQuery, barredRule } from '@valira/db/schema';
import { type Outcome, ok, type Refusal, refuse } from '@valira/outcome';
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { OPERATOR_ZONE } from '../../../platform/business-day.ts';
import type { Core } from '../../../platform/core.ts';
import { hex } from '../../../platform/hash.ts';
import { canonicalText } from '../../../platform/json.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { documentIndexOf, foldedDocument, nameIndexOf, wordKeysOf } from '../person-index.ts';
import { changePlayer } from '../player.store.ts';
import { findBarred } from './look-up.ts';
import { type RegisterEntry, type RegisterProblem, readRegister } from './register-file.ts';

export type RegisterRefusal = RegisterProblem | 'register_shrunk' | 'register_canary_missing' | 'register_unreachable';
export type RegisterTaken = {
  readonly entries: number;
  readonly added: number;
  readonly removed: number;
  /** Accounts of players whom the register lists now, and those of them who were barred by this file. */
  readonly found: readonly string[];
  readonly barred: readonly string[];
  readonly lifted: readonly string[];
};

const REGISTER = 'register';
const ACTOR = 'system';

export async function barredRuleAt(tx: Tx | Core['db'], at: Date): Promise<typeof barredRule.$inferSelect> {
  const [rule] = await tx.select().from(barredRule).where(lte(barredRule.validFrom, at)).orderBy(desc(barredRule.validFrom)).limit(1);
  if (!rule) throw new Error('no rule about the register is in force');
  return rule;
}

const startOf = (date: string): Date => new Date(Temporal.PlainDate.from(date).toZonedDateTime(OPERATOR_ZONE).epochMilliseconds);
/** A bar lasts to the end of its last day. */
const endOf = (date: string): Date =>
  new Date(Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(OPERATOR_ZONE).epochMilliseconds);

async function replaceEntries(
  { ids, keys }: Pick<Core, 'ids' | 'keys'>,
  tx: Tx,
  entries: readonly RegisterEntry[],
  at: Date,
): Promise<{ added: number; removed: number }> {
  const rows = entries.map((entry) => ({
    id: ids.next(),
    reference: entry.number,
    hash: hex(keys.mac('personal-index', Buffer.from(`register/${canonicalText(entry)}`))),
    document: entry.document === null ? null : hex(documentIndexOf(keys, entry.document)),
    name: hex(nameIndexOf(keys, entry.name, entry.birthDate)),
    words: wordKeysOf(keys, entry.name, entry.birthDate).map(hex),
    starts: startOf(entry.from).toISOString(),
    ends: entry.until === null ? null : endOf(entry.until).toISOString(),
  }));
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => sql.param(rows.map(pick));
  const given = sql`unnest(${column((r) => r.reference)}::text[], ${column((r) => r.hash)}::text[]) AS g (reference, hash)`;
  const gone = await tx.execute<{ id: string }>(sql`
    UPDATE barred_person b SET removed_at = ${at.toISOString()}::timestamptz WHERE b.source = ${REGISTER} AND b.removed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${given} WHERE g.reference = b.reference AND decode(g.hash, 'hex') = b.entry_hash) RETURNING b.id`);
  const added = await tx.execute<{ id: string; reference: string }>(sql`
    INSERT INTO barred_person (id, source, reference, document_index, name_index, words, entry_hash, starts_at, ends_at)
    SELECT id, ${REGISTER}, reference, decode(document, 'hex'), decode(name, 'hex'), words, decode(hash, 'hex'), starts::timestamptz, ends::timestamptz
    FROM unnest(${column((r) => r.id)}::uuid[], ${column((r) => r.reference)}::text[], ${column((r) => r.document)}::text[], ${column((r) => r.name)}::text[],
      ${column((r) => r.words.length)}::int[], ${column((r) => r.hash)}::text[], ${column((r) => r.starts)}::text[], ${column((r) => r.ends)}::text[])
      AS n (id, reference, document, name, words, hash, starts, ends)
    ON CONFLICT DO NOTHING RETURNING id, reference`);
  const fresh = new Set(added.map(({ id }) => id));
  const words = rows.filter(({ id }) => fresh.has(id)).flatMap(({ id, words: own }) => own.map((key) => ({ id, key })));
  await tx.execute(sql`
    INSERT INTO barred_word SELECT id, decode(key, 'hex') FROM unnest(${sql.param(words.map(({ id }) => id))}::uuid[], ${sql.param(words.map(({ key }) => key))}::text[]) AS w (id, key)
    ON CONFLICT DO NOTHING`);
  return { added: added.length, removed: gone.length };
}

/** Players whom an entry of the register fits now. */
const playersFound = (tx: Tx, at: Date) =>
  tx.execute<{ account_id: string; person_id: string }>(sql`
    WITH open AS (SELECT id, document_index, name_index, words FROM barred_person
      WHERE source = ${REGISTER} AND removed_at IS NULL AND starts_at <= ${at.toISOString()}::timestamptz AND (ends_at IS NULL OR ends_at > ${at.toISOString()}::timestamptz)),
    fits AS (
      SELECT p.account_id, o.id FROM player_person p JOIN open o ON o.document_index = p.document_index
      UNION ALL SELECT p.account_id, o.id FROM player_person p JOIN open o ON o.name_index = p.name_index
      UNION ALL SELECT p.account_id, o.id FROM player_person p CROSS JOIN LATERAL unnest(p.word_keys) AS k (key) JOIN barred_word w ON w.key = k.key JOIN open o ON o.id = w.person_id
        GROUP BY p.account_id, o.id, o.words, cardinality(p.word_keys) HAVING count(*) >= 2 AND count(*) = least(o.words, cardinality(p.word_keys)))
    SELECT account_id, min(id::text) AS person_id FROM fits GROUP BY account_id ORDER BY account_id`);

async function applyToPlayers(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  at: Date,
): Promise<Pick<RegisterTaken, 'found' | 'barred' | 'lifted'>> {
  const found = await playersFound(tx, at);
  const byAccount = new Map(found.map(({ account_id, person_id }) => [account_id, person_id]));
  const standing = await tx.execute<{ account_id: string; barred: boolean }>(sql`
    SELECT account_id, barred_at IS NOT NULL AS barred FROM player WHERE closed_at IS NULL AND (barred_at IS NOT NULL OR account_id = ANY (${sql.param([...byAccount.keys()])}::uuid[]))
    ORDER BY account_id`);
  const barred: string[] = [];
  const lifted: string[] = [];
  for (const { account_id: accountId, barred: already } of standing) {
    const personId = byAccount.get(accountId);
    if (personId !== undefined && !already) {
      await changePlayer(core, tx, accountId, { kind: 'bar' }, { actor: ACTOR, reason: 'register of barred persons' });
      await tx.insert(barredQuery).values({ id: core.ids.next(), occasion: 'refresh', accountId, outcome: 'hit', personId, at });
      barred.push(accountId);
    }
    if (personId === undefined && already) {
      await changePlayer(
        core,
        tx,
        accountId,
        { kind: 'lift-bar' },
        { actor: ACTOR, reason: 'no longer in the register of barred persons' },
      );
      lifted.push(accountId);
    }
  }
  return { found: [...byAccount.keys()], barred, lifted };
}

/** Looks the invented person up by other spellings than the file's. Null: none is agreed. */
async function canaryFound(core: Pick<Core, 'ids' | 'keys'>, tx: Tx, document: string | null, at: Date): Promise<boolean | null> {
  if (document === null) return null;
  const spelt = [document, document.toLowerCase().replaceAll('0', 'O'), [...foldedDocument(document)].join(' ')];
  let found = true;
  for (const documentNumber of spelt) {
    const personId = await findBarred(tx, core.keys, { documentNumber, name: 'X', birthDate: '1900-01-01' }, at);
    await tx
      .insert(barredQuery)
      .values({ id: core.ids.next(), occasion: 'canary', accountId: null, outcome: personId ? 'hit' : 'clear', personId, at });
    if (!personId) found = false;
  }
  return found;
}

export type RegisterFile = { readonly source: string; readonly bytes: Uint8Array };

class NotTaken extends Error {
  readonly refusal: Refusal<RegisterRefusal>;
  constructor(refusal: Refusal<RegisterRefusal>) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

export async function importRegister(core: Core, { source, bytes }: RegisterFile): Promise<Outcome<RegisterTaken, RegisterRefusal>> {
  const read = readRegister(bytes);
  if (!read.ok) return noteRefusal(core, source, read);
  const entries = read.value;
  try {
    return await core.inTransaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('register of barred persons'))`);
      const at = core.clock.now();
      const rule = await barredRuleAt(tx, at);
      const [last] = await tx
        .select({ n: sql<number>`count(*)::int` })
        .from(barredPerson)
        .where(and(eq(barredPerson.source, REGISTER), isNull(barredPerson.removedAt)));
      if (entries.length * 100 < (last?.n ?? 0) * rule.leastOfLastPercent)
        throw new NotTaken(refuse('register_shrunk', { facts: { entries: entries.length, before: last?.n ?? 0 } }));
      const { added, removed } = await replaceEntries(core, tx, entries, at);
      if ((await canaryFound(core, tx, rule.canaryDocument, at)) === false) throw new NotTaken(refuse('register_canary_missing'));
      const { found, barred, lifted } = await applyToPlayers(core, tx, at);
      const contentHash = createHash('sha256').update(bytes).digest();
      await tx.insert(barredImport).values({ id: core.ids.next(), source, contentHash, entries: entries.length, added, removed, at });
      const [asked] = await tx.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM player_person WHERE open`);
      if (asked && asked.n > 0)
        await tx
          .insert(barredQuery)
          .values({ id: core.ids.next(), occasion: 'refresh', accountId: null, outcome: 'clear', personId: null, asked: asked.n, at });
      await tx.update(barredMirror).set({ goodUntil: new Date(at.getTime() + rule.maxAgeMinutes * 60_000), broken: false });
      const after = { entries: entries.length, added, removed, barred: barred.length, lifted: lifted.length };
      await addAudit(tx, core.ids, at, { actor: ACTOR, action: 'register.imported', subject: source, after });
      return ok({ entries: entries.length, added, removed, found, barred, lifted });
    });
  } catch (error) {
    if (error instanceof NotTaken) return noteRefusal(core, source, error.refusal);
    throw error;
  }
}

/** What was not taken is written down; the mirror stays as it is and grows old. Without the invented person it is broken at once. */
export async function noteRefusal(
  core: Pick<Core, 'inTransaction' | 'ids' | 'clock'>,
  source: string,
  refusal: Refusal<RegisterRefusal>,
): Promise<Refusal<RegisterRefusal>> {
  await core.inTransaction(async (tx) => {
    const at = core.clock.now();
    const { line } = refusal.facts;
    await tx
      .insert(barredImportRefusal)
      .values({ id: core.ids.next(), source, reason: refusal.code, line: typeof line === 'number' ? line : null, at });
    if (refusal.code === 'register_canary_missing') await tx.update(barredMirror).set({ broken: true, goodUntil: at });
    await addAudit(tx, core.ids, at, { actor: ACTOR, action: 'register.refused', subject: source, reason: refusal.code });
  });
  return refusal;
}
