/**
 * How far another clock is from this process's, beyond doubt. The other's instant was read somewhere between asking and the answer, so what
 * lies between those two is explained by the round trip and counts as nothing.
 *
 * Example: asked at 0 ms, answered at 40 ms. Another clock that says 150 is 110 ahead beyond doubt; one that says 30 is right.
 */
import { sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';

export type AskedClock = { readonly name: string; readonly ask: () => Promise<Date> };

export type Skew = { readonly name: string; readonly skewMs: number };

export const MOST_SKEW_MS = 100;

export function skewBeyondDoubt(askedAt: number, answeredAt: number, theirs: number): number {
  if (theirs > answeredAt) return theirs - answeredAt;
  return theirs < askedAt ? theirs - askedAt : 0;
}

export const databaseClock = ({ db }: Pick<Core, 'db'>): AskedClock => ({
  name: 'database',
  async ask() {
    const [row] = await db.execute<{ ms: string }>(sql`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS ms`);
    return new Date(Number(row?.ms ?? Number.NaN));
  },
});

export async function measureSkew({ clock }: Pick<Core, 'clock'>, asked: readonly AskedClock[]): Promise<Skew[]> {
  const measured: Skew[] = [];
  for (const { name, ask } of asked) {
    const askedAt = clock.now().getTime();
    const theirs = await ask();
    measured.push({ name, skewMs: skewBeyondDoubt(askedAt, clock.now().getTime(), theirs.getTime()) });
  }
  return measured;
}

export const isApart = ({ skewMs }: Skew): boolean => Math.abs(skewMs) > MOST_SKEW_MS;
