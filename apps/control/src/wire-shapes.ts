/** Shapes that several endpoints share. What passes them can be stored and hashed: no text that PostgreSQL or a signature cannot hold. */
import type postgres from 'postgres';
import { z } from 'zod';
import { canonicalText } from './statements/canonical-text.ts';

export const uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'a uuid in lower case');
export const hash32 = z.string().regex(/^[0-9a-f]{64}$/, '32 bytes in lower-case hexadecimal');
/** An instant as every hashed document writes it. */
export const instantText = z.iso.datetime({ precision: 3 }).refine((text) => text >= '1970', 'an instant since 1970');
export const centsText = z.string().regex(/^(0|[1-9]\d{0,17})$/, 'cents as decimal text');
const printable = (most: number) =>
  z.string().regex(new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${most}}$`, 'u'), `1 to ${most} printable characters`);
const actor = printable(200);
/** Two people, told apart by the command. */
export const twoActors = z.tuple([actor, actor]);
export const reasonText = printable(2_000).trim().min(3);
/** What a statement is about: a contest, a generator, a day. */
export const subjectText = printable(200);
export const tierText = printable(80);

const holdsNul = (text: string): boolean => /(^|[^\\])(\\\\)*\\u0000/.test(text);

/** Any JSON document that has a canonical text and that a jsonb column can hold. */
export const document = z.custom<postgres.JSONValue>((value) => {
  try {
    return !holdsNul(canonicalText(value));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}, 'a document that has a canonical text');
const keyId = z.string().regex(/^key_[0-9a-f]{32}$/);

export const signed = <Body extends z.ZodType>(body: Body) =>
  z.strictObject({ body, keyId, publicKey: hash32, signature: z.string().regex(/^[0-9a-f]{128}$/) });

export const kindOfContest = z.enum(['draw', 'pool']);

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The uuid that a subject names: written as a uuid or as `con_` and 26 base32 characters. Null for anything else. */
export function contestIdOf(subjectId: string): string | null {
  if (uuid.safeParse(subjectId).success) return subjectId;
  const [, digits] = /^con_([0-7][0-9A-HJKMNP-TV-Z]{25})$/.exec(subjectId) ?? [];
  if (digits === undefined) return null;
  const value = [...digits].reduce((sum, digit) => sum * 32n + BigInt(crockford.indexOf(digit)), 0n);
  const text = value.toString(16).padStart(32, '0');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
