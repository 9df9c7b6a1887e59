/** The words of the wire: how amounts, instants, ids and texts look in JSON, and how pages of a list are asked for. */
import { z } from '@hono/zod-openapi';
import type { Json } from '@valira/games/verifiable';
import { type IdKind, PREFIXES, parseWireId } from '../ids.ts';

/** An amount in minor units as decimal text: "480" is EUR 4.80. Read as a bigint. */
export const centsIn = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})$/)
  .transform(BigInt)
  .openapi({ type: 'string', pattern: '^(0|[1-9]\\d{0,14})$', example: '480', description: 'Minor units of EUR' });

/** An amount in an answer; signed where the field says so. */
export const centsOut = z
  .string()
  .regex(/^-?\d+$/)
  .openapi({ example: '480', description: 'Minor units of EUR' });

/** An instant of the business's time, read as a Date. Of year zero and before, the database knows none. */
export const instantIn = z.iso
  .datetime()
  .refine((text) => text >= '2000' && text < '2200')
  .transform((text) => new Date(text))
  .openapi({ type: 'string', format: 'date-time', example: '2026-10-17T19:30:00.000Z' });

/** Nobody alive was born before: a slip of the keyboard would otherwise pass as being of age. */
/** A calendar day that the database has too: there is no year 0. */
export const dayIn = z.iso.date().refine((date) => date >= '1900-01-01' && date < '2200-01-01');

export const birthDateIn = z.iso.date().refine((date) => date >= '1900-01-01');

export const instantOut = z.iso.datetime().openapi({ example: '2026-10-17T19:30:00.000Z' });

/** An id with its prefix, read as the uuid inside. */
export const idIn = (kind: IdKind) =>
  z
    .string()
    .transform((text, context) => {
      const uuid = parseWireId(kind, text);
      if (uuid) return uuid;
      context.addIssue({ code: 'custom', message: `not an id of the form ${PREFIXES[kind]}_…` });
      return z.NEVER;
    })
    .openapi({
      type: 'string',
      pattern: `^${PREFIXES[kind]}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`,
      example: `${PREFIXES[kind]}_06DVPBKX2M8N4Q7R5T1W3Y6Z9C`,
    });

export const idOut = (kind: IdKind) => z.string().openapi({ example: `${PREFIXES[kind]}_06DVPBKX2M8N4Q7R5T1W3Y6Z9C` });

/** One line of text that a person wrote: trimmed, not empty, without control characters. */
export const lineOfText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u)
    // The generator would print the flag into the pattern, which then fits nothing; and what is around the text is trimmed.
    .openapi({ pattern: '^\\s*\\P{Cc}+\\s*$' });

/** `limit` and `before` of a list that runs from the newest backwards; `before` is the last page's `next`. */
export const pageQuery = (kind: IdKind) =>
  z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(25), before: idIn(kind).optional() });

/** Any JSON value. (`z.json()` refers to itself, which neither the OpenAPI generator nor the client's types can follow.) */
export const anyJson = z
  .custom<Json>()
  .openapi({ type: ['object', 'array', 'string', 'number', 'boolean', 'null'] as const, description: 'Any JSON value' });
