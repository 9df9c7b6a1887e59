/** Shapes that several endpoints share. */
import { z } from 'zod';

export const uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'a uuid in lower case');
export const hash32 = z.string().regex(/^[0-9a-f]{64}$/, '32 bytes in lower-case hexadecimal');
/** An instant as every hashed document writes it. */
export const instantText = z.iso.datetime({ precision: 3 });
export const centsText = z.string().regex(/^(0|[1-9]\d{0,17})$/, 'cents as decimal text');
const actor = z.string().min(1).max(200);
/** Two people, told apart by the command. */
export const twoActors = z.tuple([actor, actor]);
export const reasonText = z.string().trim().min(3).max(2_000);
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
