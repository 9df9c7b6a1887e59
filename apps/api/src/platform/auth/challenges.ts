/**
 * The challenge before every sign-up and log-in (Law 35.6.5: a code against robots): a proof of work of our own, without pictures, cookies or a third
 * party. The client tries numbers until the derived key begins with a zero byte, 256 tries on average; checking takes one. A challenge lives ten
 * minutes and opens one door once.
 *
 * Example: at 3,000 PBKDF2 rounds a try, a phone works for about a second, and a robot for a second per password.
 */
import { z } from '@hono/zod-openapi';
import type { Db } from '@valira/db';
import { challengeUse } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lt } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { hex } from '../hash.ts';
import type { Keyring } from '../keys/keyring.ts';

export const CHALLENGE_HEADER = 'valira-challenge';
const LIFE_MS = 10 * 60_000;
const ALGORITHM = 'PBKDF2/SHA-256';

export type Challenges = {
  issue(): Promise<Challenge>;
  /** Takes a solved challenge, in base64 of JSON `{challenge, solution}`. */
  take(header: string | undefined): Promise<Outcome<null, 'challenge_required' | 'challenge_failed'>>;
};

const text = z.string().max(200);
const solved = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: text,
      cost: z.number().int(),
      keyLength: z.number().int(),
      keyPrefix: text,
      expiresAt: z.number().int(),
    }),
    signature: text,
  }),
  solution: z.strictObject({ counter: z.number().int(), derivedKey: text, time: z.number().optional() }),
});

function read(header: string): z.output<typeof solved> | null {
  if (header.length > 4096) return null;
  try {
    const parsed = solved.safeParse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** `cost`: PBKDF2 rounds of one try. */
export function openChallenges(deps: {
  readonly db: Db;
  readonly keys: Keyring;
  readonly clock: Clock;
  readonly cost: number;
}): Challenges {
  const { db, clock, cost } = deps;
  const hmacSignatureSecret = hex(deps.keys.mac('session', Buffer.from('challenge')));
  return {
    issue: () =>
      createChallenge({ algorithm: ALGORITHM, cost, deriveKey, expiresAt: new Date(clock.now().getTime() + LIFE_MS), hmacSignatureSecret }),
    async take(header) {
      if (!header) return refuse('challenge_required');
      const given = read(header);
      if (!given) return refuse('challenge_failed');
      const { challenge, solution } = given;
      const now = clock.now();
      const expiresAt = new Date(challenge.parameters.expiresAt * 1000);
      if (expiresAt <= now) return refuse('challenge_failed');
      const { verified } = await verifySolution({ challenge, solution: { ...solution, time: 0 }, deriveKey, hmacSignatureSecret });
      if (!verified) return refuse('challenge_failed');
      await db.delete(challengeUse).where(lt(challengeUse.expiresAt, new Date(now.getTime() - LIFE_MS)));
      const first = await db
        .insert(challengeUse)
        .values({ nonce: challenge.parameters.nonce, expiresAt })
        .onConflictDoNothing()
        .returning({ nonce: challengeUse.nonce });
      return first.length === 1 ? ok(null) : refuse('challenge_failed');
    },
  };
}
