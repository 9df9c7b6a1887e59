/**
 * The work that stands before a sign-up or log-in, done in the page. Loaded when it is needed: most visits begin without signing in.
 * Returns what goes into the header `Valira-Challenge`.
 */
import type { Challenge } from 'altcha-lib';

export async function solveChallenge(challenge: Challenge): Promise<string> {
  const [{ solveChallenge: solve }, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')]);
  const solution = await solve({ challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
