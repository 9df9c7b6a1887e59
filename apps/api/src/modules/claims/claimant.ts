/**
 * Who claims. From the amount of the rule in force, in one claim or in linked ones, the claimant is identified in full: document, name, birth date;
 * a minor is refused at any amount. What is known is kept encrypted, and is found again by a keyed hash of the document's number alone.
 *
 * Example, from 2,000.00 and within one day: 1,500.00 with a document's number alone is paid; 600.00 on the same number an hour later takes the
 * name and the birth date, because together they are 2,100.00.
 */
import type { Tx } from '@valira/db';
import { claimIdentity } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, gt, sql } from 'drizzle-orm';
import { endOfDayAfter, OPERATOR_ZONE } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { uuidBytes } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { ageOn, LEGAL_AGE, plainDocument } from '../players/index.ts';
import type { ClaimRule } from './claim-rules.ts';

export const DOCUMENT_KINDS = ['passport', 'national-id', 'residence-card'] as const;

export type Identification = {
  readonly documentKind: (typeof DOCUMENT_KINDS)[number];
  readonly documentNumber: string;
  readonly name?: string | undefined;
  /** YYYY-MM-DD */
  readonly birthDate?: string | undefined;
};

export type Known = { readonly documentIndex: Uint8Array; readonly identification: Identification };

/** `linkedCents`: this claim and those linked to it. */
export type Claimant = { readonly linkedCents: bigint; readonly known: Known | null };

/** What is easily confused is one character, so that claims are linked rather than missed. */
export const documentIndex = (keys: Keyring, documentNumber: string): Uint8Array =>
  keys.mac('personal-index', Buffer.from(`document/${plainDocument(documentNumber)}`));

/** What stands for the identification where an input is hashed: tells nothing without the key. */
export const identificationMark = (keys: Keyring, identification: Identification | null): string | null =>
  identification && hex(keys.mac('personal-index', Buffer.from(`identification/${canonicalText(identification)}`)));

/** Judges a claim of `amountCents`. Claims on one document wait for each other, so that none misses the other in its sum. */
export async function judgeClaimant(
  { keys }: Pick<Core, 'keys'>,
  tx: Tx,
  rule: Pick<ClaimRule, 'identifyFromCents' | 'linkedDays'>,
  { identification, amountCents, inFull }: { identification: Identification | null; amountCents: bigint; inFull: boolean },
  now: Date,
): Promise<Outcome<Claimant, 'identification_required' | 'claimant_under_age'>> {
  const required = (linkedCents: bigint) =>
    refuse('identification_required', { facts: { linkedCents: String(linkedCents), fromCents: String(rule.identifyFromCents) } });
  if (!identification)
    return inFull || amountCents >= rule.identifyFromCents ? required(amountCents) : ok({ linkedCents: amountCents, known: null });
  const { birthDate, name, documentNumber } = identification;
  if (birthDate && ageOn(birthDate, now) < LEGAL_AGE) return refuse('claimant_under_age');
  const index = documentIndex(keys, documentNumber);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${hex(index)}, 7251914821))`);
  const [earlier] = await tx
    .select({ total: sql<string>`coalesce(sum(${claimIdentity.amountCents}), 0)::text` })
    .from(claimIdentity)
    .where(and(eq(claimIdentity.documentIndex, index), gt(claimIdentity.at, endOfDayAfter(now, -rule.linkedDays))));
  const linkedCents = amountCents + BigInt(earlier?.total ?? 0);
  if ((inFull || linkedCents >= rule.identifyFromCents) && !(name && birthDate)) return required(linkedCents);
  return ok({ linkedCents, known: { documentIndex: index, identification } });
}

const keptUntil = (now: Date, months: number): Date =>
  new Date(Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).add({ months }).epochMilliseconds);

export async function keepIdentity(
  { keys }: Pick<Core, 'keys'>,
  tx: Tx,
  rule: Pick<ClaimRule, 'identityKeptMonths'>,
  { claimId, amountCents, known }: { claimId: string; amountCents: bigint; known: Known },
  at: Date,
): Promise<void> {
  const { keyId, box } = keys.encrypt('personal-data', Buffer.from(canonicalText(known.identification)), uuidBytes(claimId));
  await tx.insert(claimIdentity).values({
    claimId,
    documentIndex: known.documentIndex,
    amountCents,
    keyId,
    box,
    at,
    keptUntil: keptUntil(at, rule.identityKeptMonths),
  });
}
