/** The register of certified builds: one person proposes a build by its hash, another certifies it. */
import { certifiedBuild, processStart } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Build } from '../../platform/build.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex } from '../../platform/hash.ts';
import { addAudit } from '../../platform/outbox.ts';

/** What runs, and whether it may draw without being certified. */
export type Software = { readonly build: Build; readonly demo: boolean };

export type ProposedBuild = { readonly buildHash: string; readonly version: string; readonly reason: string };

export const proposeBuild = (core: Core, actor: string, proposed: ProposedBuild): Promise<Outcome<null, 'already_exists'>> =>
  core.inTransaction<Outcome<null, 'already_exists'>>(async (tx) => {
    const { buildHash, version, reason } = proposed;
    const at = core.clock.now();
    const added = await tx
      .insert(certifiedBuild)
      .values({ buildHash: fromHex(buildHash), version, reason, proposedBy: actor, proposedAt: at })
      .onConflictDoNothing()
      .returning({ version: certifiedBuild.version });
    if (added.length === 0) return refuse('already_exists', { path: 'buildHash' });
    await addAudit(tx, core.ids, at, { actor, action: 'build.proposed', subject: buildHash, after: { version }, reason });
    return ok(null);
  });

export const certifyBuild = (
  core: Core,
  actor: string,
  buildHash: string,
): Promise<Outcome<null, 'not_found' | 'wrong_state' | 'four_eyes'>> =>
  core.inTransaction<Outcome<null, 'not_found' | 'wrong_state' | 'four_eyes'>>(async (tx) => {
    const key = eq(certifiedBuild.buildHash, fromHex(buildHash));
    const [found] = await tx.select().from(certifiedBuild).where(key).for('update');
    if (!found) return refuse('not_found');
    if (found.certifiedAt) return refuse('wrong_state');
    if (found.proposedBy === actor) return refuse('four_eyes');
    const at = core.clock.now();
    await tx.update(certifiedBuild).set({ certifiedBy: actor, certifiedAt: at }).where(key);
    await addAudit(tx, core.ids, at, { actor, action: 'build.certified', subject: buildHash, after: { version: found.version } });
    return ok(null);
  });

export async function isCertified({ db }: Pick<Core, 'db'>, { buildHash }: Build): Promise<boolean> {
  const rows = await db
    .select({ version: certifiedBuild.version })
    .from(certifiedBuild)
    .where(and(eq(certifiedBuild.buildHash, fromHex(buildHash)), isNotNull(certifiedBuild.certifiedAt)));
  return rows.length > 0;
}

/** Whether this software may draw. */
export const mayDraw = async (core: Pick<Core, 'db'>, { build, demo }: Software): Promise<Outcome<null, 'build_not_certified'>> =>
  demo || (await isCertified(core, build)) ? ok(null) : refuse('build_not_certified', { facts: { buildHash: build.buildHash } });

/** Each process says what it runs when it starts. */
export async function registerStart({ db, ids, clock }: Core, process: string, { build, demo }: Software): Promise<void> {
  await db
    .insert(processStart)
    .values({ id: ids.next(), process, version: build.version, buildHash: fromHex(build.buildHash), demo, at: clock.now() });
}
