/**
 * The life of a product version: draft → submitted → approved or refused → on sale → suspended or closed.
 *
 * A version is sold only between approval (with CRAJ's registration number) and its end; whoever proposed it can neither decide on it
 * nor release it. The database refuses a changed definition once it has left draft.
 */
import { product, productVersion } from '@valira/db/schema';
import { encodeGameDefinition, type GameDefinition, parseGameDefinition } from '@valira/games';
import { encodeInstantDefinition, parseInstantDefinition } from '@valira/games/instants';
import { canonicalHash } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { parsePoolDefinition, poolDefinitionToJson } from '@valira/pool';
import { desc, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { toJson } from '../../platform/json.ts';
import type { Words } from '../../platform/language.ts';
import { addAudit } from '../../platform/outbox.ts';

export type NewVersion = {
  readonly slug: string;
  readonly family: 'draw' | 'pool' | 'instant';
  readonly modality: 'a' | 'b' | 'c';
  readonly names: Words;
  readonly channels: readonly ('online' | 'shop')[];
  readonly definition: unknown;
  /** At most so many tickets of exactly the same lines in one draw; none when left out. */
  readonly identicalLinesCap?: number | undefined;
};

export type ProductRefusal = 'not_found' | 'wrong_state' | 'four_eyes' | 'invalid_definition' | 'invalid_input';

/** Instant papers, for the one channel that their runs are made for. */
function checkInstant({ modality, channels, definition }: NewVersion): Outcome<unknown, ProductRefusal> {
  if (modality !== 'b')
    return refuse('invalid_definition', { path: 'modality', facts: { reason: 'art. 109: instant games are pre-drawn (b)' } });
  const parsed = parseInstantDefinition(definition);
  if (!parsed.ok) return refuse('invalid_definition', { path: `definition.${parsed.path}`, facts: parsed.facts });
  const channel = parsed.value.channel === 'retail' ? 'shop' : 'online';
  if (channels.some((one) => one !== channel))
    return refuse('invalid_definition', { path: 'channels', facts: { reason: `these papers are for ${parsed.value.channel} sale` } });
  return ok(toJson(encodeInstantDefinition(parsed.value)));
}

/** The definition in its canonical form, or why it cannot work. Modality (c) is pari-mutuel and nothing else is (art. 109). */
function checkDefinition(version: NewVersion): Outcome<unknown, ProductRefusal> {
  const { family, modality, definition } = version;
  if (family === 'instant') return checkInstant(version);
  if ((family === 'pool') !== (modality === 'c'))
    return refuse('invalid_definition', { path: 'modality', facts: { reason: 'art. 109: (c) is pari-mutuel only' } });
  const parsed = family === 'draw' ? parseGameDefinition(definition) : parsePoolDefinition(definition);
  if (!parsed.ok) return refuse('invalid_definition', { path: `definition.${parsed.path}`, facts: parsed.facts });
  if (family === 'draw') return ok(toJson(encodeGameDefinition(parsed.value as GameDefinition)));
  const pool = parsePoolDefinition(definition);
  return pool.ok
    ? ok(toJson(poolDefinitionToJson(pool.value)))
    : refuse('invalid_definition', { path: `definition.${pool.path}`, facts: pool.facts });
}

/** A new draft: the first version of a new product, or the next one of a product that exists. Answers the version's id. */
export const draftVersion = (core: Core, actor: string, wanted: NewVersion): Promise<Outcome<string, ProductRefusal>> =>
  core.inTransaction<Outcome<string, ProductRefusal>>(async (tx) => {
    const checked = checkDefinition(wanted);
    if (!checked.ok) return checked;
    const at = core.clock.now();
    await tx.insert(product).values({ id: core.ids.next(), slug: wanted.slug, family: wanted.family, createdAt: at }).onConflictDoNothing();
    const [owner] = await tx.select().from(product).where(eq(product.slug, wanted.slug)).for('update');
    if (owner?.family !== wanted.family) return refuse('invalid_input', { path: 'slug' });
    const [last] = await tx
      .select()
      .from(productVersion)
      .where(eq(productVersion.productId, owner.id))
      .orderBy(desc(productVersion.version))
      .limit(1);
    const id = core.ids.next();
    await tx.insert(productVersion).values({
      id,
      productId: owner.id,
      version: (last?.version ?? 0) + 1,
      modality: wanted.modality,
      names: wanted.names,
      definition: checked.value,
      definitionHash: canonicalHash(sha256, checked.value),
      channels: [...wanted.channels],
      identicalLinesCap: wanted.identicalLinesCap ?? null,
      proposedBy: actor,
      createdAt: at,
    });
    await addAudit(tx, core.ids, at, { actor, action: 'product.drafted', subject: id, after: { slug: wanted.slug } });
    return ok(id);
  });

type Version = typeof productVersion.$inferSelect;

const change = (
  core: Core,
  actor: string,
  id: string,
  action: string,
  decide: (version: Version) => Outcome<Partial<Version>, ProductRefusal>,
): Promise<Outcome<null, ProductRefusal>> =>
  core.inTransaction<Outcome<null, ProductRefusal>>(async (tx) => {
    const [version] = await tx.select().from(productVersion).where(eq(productVersion.id, id)).for('update');
    if (!version) return refuse('not_found');
    const decided = decide(version);
    if (!decided.ok) return decided;
    await tx.update(productVersion).set(decided.value).where(eq(productVersion.id, id));
    await addAudit(tx, core.ids, core.clock.now(), {
      actor,
      action: `product.${action}`,
      subject: id,
      before: version.state,
      after: decided.value.state,
    });
    return ok(null);
  });

export const submitVersion = (core: Core, actor: string, id: string) =>
  change(core, actor, id, 'submitted', ({ state }) => (state === 'draft' ? ok({ state: 'submitted' }) : refuse('wrong_state')));

export type Decision = { readonly decision: 'approved'; readonly registrationNumber: string } | { readonly decision: 'refused' };

/** CRAJ's decision, entered by the inspector or by staff from paper; never by who proposed it. */
export const decideVersion = (core: Core, actor: string, id: string, decision: Decision) =>
  change(core, actor, id, decision.decision, (version) => {
    if (version.state !== 'submitted') return refuse('wrong_state');
    if (version.proposedBy === actor) return refuse('four_eyes');
    const decided = { decidedBy: actor, decidedAt: core.clock.now() };
    return decision.decision === 'approved'
      ? ok({ ...decided, state: 'approved', registrationNumber: decision.registrationNumber })
      : ok({ ...decided, state: 'refused' });
  });

/** Puts an approved (or suspended) version on sale. */
export const releaseVersion = (core: Core, actor: string, id: string) =>
  change(core, actor, id, 'released', (version) => {
    if (!['approved', 'suspended'].includes(version.state)) return refuse('wrong_state');
    if (version.proposedBy === actor) return refuse('four_eyes');
    return ok({ state: 'on-sale', releasedBy: actor });
  });

/** Stops sales at once; open contests go on to their result. One person suffices to stop. */
export const suspendVersion = (core: Core, actor: string, id: string) =>
  change(core, actor, id, 'suspended', ({ state }) => (state === 'on-sale' ? ok({ state: 'suspended' }) : refuse('wrong_state')));
