/** What a player's person looks like on the wire. */
import { z } from '@hono/zod-openapi';
import { birthDateIn, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { DOCUMENT_KINDS } from './person.ts';
import type { PlayerStanding } from './player-state.ts';

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** ISO 3166-1 alpha-2. */
export const countryIn = z
  .string()
  .refine((code) => /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regions.of(code) !== undefined)
  .openapi({ type: 'string', pattern: '^[A-Z]{2}$', example: 'AD' });

export const mobileIn = z.e164().openapi({ example: '+376312345' });

export const documentNumberIn = lineOfText(40);

export const addressBody = z.strictObject({
  street: lineOfText(120),
  postalCode: lineOfText(12),
  town: lineOfText(80),
  country: countryIn,
});

export const personBody = {
  givenNames: lineOfText(80),
  surnames: lineOfText(80),
  birthDate: birthDateIn,
  nationality: countryIn,
  document: z.strictObject({ kind: z.enum(DOCUMENT_KINDS), number: documentNumberIn }),
  address: addressBody,
};

export const STANDINGS = ['provisional', 'verified', 'paused', 'suspended', 'self-excluded', 'barred', 'closed'] as const;

export const standingView = z
  .object({
    state: z.enum(STANDINGS),
    identity: z.enum(['provisional', 'verified']),
    since: instantOut.nullable(),
    /** When it ends by itself, or may be asked to end. */
    until: instantOut.nullable(),
  })
  .openapi('PlayerStanding');

export const standingOut = (standing: PlayerStanding): z.output<typeof standingView> => ({
  state: standing.state,
  identity: standing.identity,
  since: 'since' in standing ? standing.since.toISOString() : null,
  until: 'until' in standing ? (standing.until?.toISOString() ?? null) : null,
});
