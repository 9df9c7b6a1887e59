/**
 * The start of a business day: five checks, each a row with what it found; one that fails stops the sales it concerns until two people
 * release them. A check is made once per day and is there whatever became of the queue; of two workers at once, one row stands.
 */
import { contest, dayCheck, productVersion } from '@valira/db/schema';
import { healthLimits, testEntropy } from '@valira/games/randomness';
import { and, eq, inArray } from 'drizzle-orm';
import { type BusinessDay, businessDayOf, OPERATOR_ZONE } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { type StopScope, stopSales } from '../exposure/index.ts';
import { verifyLedger } from '../ledger/index.ts';
import { isCertified, type Software } from './certify-build.ts';
import { checkChains, isHeadThere } from './check-chains.ts';
import { type AskedClock, databaseClock, isApart, measureSkew } from './clock-skew.ts';

export type StartDeps = {
  readonly core: Core;
  readonly software: Software;
  /** Clocks beside the database's. */
  readonly clocks: readonly AskedClock[];
  /** Somebody is to look at once. */
  readonly alarm: (facts: { readonly check: string; readonly businessDay: string; readonly facts: unknown }) => void;
};

function dayBefore(date: string): BusinessDay {
  const noon = Temporal.PlainDate.from(date).subtract({ days: 1 }).toZonedDateTime({ timeZone: OPERATOR_ZONE, plainTime: '12:00' });
  return businessDayOf(new Date(noon.epochMilliseconds));
}

type CheckName = (typeof dayCheck.$inferSelect)['name'];
type Found = { readonly passed: boolean; readonly facts: unknown };

export const CHECKS: readonly CheckName[] = ['ledger', 'clock', 'generator', 'build', 'chains'];

/** 64 KiB; a false alarm once in some ten million days. */
const ENTROPY_BYTES = 65_536;
const LIMITS = healthLimits(8, 512, 40);

async function find({ core, software, clocks }: StartDeps, name: CheckName, date: string): Promise<Found> {
  switch (name) {
    case 'ledger': {
      const findings = await verifyLedger(core.db, 20);
      return { passed: findings.length === 0, facts: { findings } };
    }
    case 'clock': {
      const skews = await measureSkew(core, [databaseClock(core), ...clocks]);
      return { passed: !skews.some(isApart), facts: { skews } };
    }
    case 'generator': {
      const health = testEntropy(core.entropy.bytes(ENTROPY_BYTES), LIMITS);
      return { passed: health.healthy, facts: health };
    }
    case 'build': {
      const certified = await isCertified(core, software.build);
      return { passed: certified || software.demo, facts: { ...software.build, certified, demo: software.demo } };
    }
    case 'chains': {
      const checked = await checkChains(core, dayBefore(date));
      return { passed: checked.findings.length === 0, facts: checked };
    }
  }
}

/** What a failure concerns: everything, or the products that the generator draws for. */
async function concerned({ core }: StartDeps, name: CheckName): Promise<StopScope[]> {
  if (name !== 'generator' && name !== 'build') return [{ scope: 'all' }];
  const rows = await core.db
    .selectDistinct({ productId: productVersion.productId })
    .from(contest)
    .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
    .where(and(eq(contest.source, 'rng'), inArray(contest.state, ['scheduled', 'open'])));
  return rows.map(({ productId }) => ({ scope: 'product', productId }));
}

export const isDayStarted = async ({ db }: Pick<Core, 'db'>, date: string): Promise<boolean> => {
  const rows = await db.selectDistinct({ name: dayCheck.name }).from(dayCheck).where(eq(dayCheck.businessDay, date));
  return rows.length === CHECKS.length;
};

/** The head of the day before is still to be made: the job tries again. */
export class NotReadyYet extends Error {}

/** `lastTry`: whatever is missing now is missing. */
export async function startDay(deps: StartDeps, date: string, lastTry: boolean): Promise<void> {
  const { core, alarm } = deps;
  const made = await core.db.select({ name: dayCheck.name }).from(dayCheck).where(eq(dayCheck.businessDay, date));
  for (const name of CHECKS) {
    if (made.some((one) => one.name === name)) continue;
    if (name === 'chains' && !lastTry && !(await isHeadThere(core, dayBefore(date))))
      throw new NotReadyYet(`the day before ${date} has no head yet`);
    const { passed, facts } = await find(deps, name, date);
    const scopes = passed ? [] : await concerned(deps, name);
    const stood = await core.inTransaction(async (tx) => {
      const added = await tx
        .insert(dayCheck)
        .values({ businessDay: date, name, passed, facts: toJson(facts), at: core.clock.now() })
        .onConflictDoNothing()
        .returning({ name: dayCheck.name });
      if (added.length === 0) return false;
      for (const where of scopes)
        await stopSales(tx, core, 'system', {
          where,
          rule: name,
          occasion: date,
          reason: `The ${name} check of ${date} failed`,
          facts,
        });
      return true;
    });
    if (stood && !passed) alarm({ check: name, businessDay: date, facts });
  }
}
