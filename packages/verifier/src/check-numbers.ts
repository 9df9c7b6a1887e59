/** From commitments to numbers (docs/verify.md, sections 5 and 7). */

import { hex, join, text, unhex, withLength } from './byte-strings.ts';
import { canonicalBytes } from './canonical-text.ts';
import { announcedClose } from './check-postponements.ts';
import { checkRedraw, redrawSeed } from './check-redraw.ts';
import type { FindingList } from './finding.ts';
import { drawPanels, mappingFault, type PanelResult } from './panel-draw.ts';
import { plannedRound } from './planned-round.ts';
import type { VerifierPorts } from './ports.ts';
import { hmacSha256, randomStream } from './random-stream.ts';
import type { BeaconPlan, BeaconValue, DrawRecord, GeneratedDraw, RedrawStatement } from './record-shape.ts';
import { isSigned, statementHash } from './statements.ts';

const roleByte = { operator: 1, second: 2 } as const;

export const secretCommitment = (
  ports: VerifierPorts,
  role: 'operator' | 'second',
  drawId: string,
  definitionHash: string,
  mapping: unknown,
  secret: string,
): string =>
  hex(
    ports.sha256(
      join(
        text('valira-commitment-1'),
        Uint8Array.of(roleByte[role]),
        withLength(text(drawId)),
        unhex(definitionHash),
        ports.sha256(canonicalBytes(mapping)),
        unhex(secret),
      ),
    ),
  );

export const seedFromSecrets = (ports: VerifierPorts, secrets: readonly string[], root: string, beacon: string | null): Uint8Array =>
  hmacSha256(ports.sha256, join(...secrets.map(unhex)), join(unhex(root), unhex(beacon ?? '')));

/** The panels drawn from a seed and the hash of the raw bytes behind them. */
export function numbersFromSeed(
  ports: VerifierPorts,
  seed: Uint8Array,
  drawId: string,
  mapping: GeneratedDraw['announcement']['body']['mapping'],
): { readonly panels: readonly PanelResult[]; readonly rawOutputHash: string } {
  const stream = randomStream(ports.sha256, seed, text(drawId), text(mapping.version));
  const panels = drawPanels(mapping.panels, stream);
  return { panels, rawOutputHash: hex(ports.sha256(stream.requested())) };
}

/** Milliseconds since 1970 at which a round is due. */
export const beaconDueMs = (plan: BeaconPlan): number => Date.parse(plan.genesisAt) + (plan.round - 1) * plan.periodSeconds * 1_000;

/** Answers whether the beacon's own signature was checked. */
function checkBeacon(ports: VerifierPorts, plan: BeaconPlan, beacon: BeaconValue, where: string, found: FindingList): boolean {
  if (beacon.round !== plan.round) found.add('beacon_mismatch', where, `round ${beacon.round}, announced ${plan.round}`);
  if (hex(ports.sha256(unhex(beacon.signature))) !== beacon.value)
    found.add('beacon_value_wrong', where, 'it is not the hash of its signature');
  const signed = ports.verifyBeacon?.(unhex(plan.publicKey), beacon.round, unhex(beacon.signature)) ?? null;
  if (signed === false) found.add('beacon_value_wrong', where, 'the network did not sign it');
  return signed !== null;
}

function checkAnnouncement(ports: VerifierPorts, record: DrawRecord, draw: GeneratedDraw, found: FindingList): void {
  const { announcement } = draw;
  const { body } = announcement;
  if (!isSigned(ports, 'announcement', announcement)) found.add('announcement_signature_wrong', 'draw.announcement');
  const expected = { drawId: record.subjectId, definitionHash: record.definitionHash, closesAt: announcedClose(record) };
  for (const field of ['drawId', 'definitionHash', 'closesAt'] as const)
    if (body[field] !== expected[field])
      found.add('announcement_mismatch', `draw.announcement.${field}`, `${body[field]}, the record says ${expected[field]}`);
  const roles = body.commitments.map((commitment) => commitment.role);
  if (roles.filter((role) => role === 'operator').length !== 1 || roles.filter((role) => role === 'second').length > 1)
    found.add('commitments_incomplete', 'draw.announcement.commitments', roles.join(', '));
  const verifiable = roles.includes('second') || body.beacon !== null;
  if (record.publiclyVerifiable !== verifiable) found.add('label_wrong', 'publiclyVerifiable', `the announcement makes it ${verifiable}`);
}

type Seed = { readonly bytes: Uint8Array; readonly beaconChecked: boolean };

type Opened = Extract<GeneratedDraw['seed'], { readonly reveals: unknown }>;

/** The seed that the opened secrets give. */
function seedOfReveals(ports: VerifierPorts, record: DrawRecord, draw: GeneratedDraw, seed: Opened, found: FindingList): Seed | null {
  const { body } = draw.announcement;
  const secrets: string[] = [];
  for (const role of ['operator', 'second'] as const) {
    const promised = body.commitments.filter((commitment) => commitment.role === role);
    const opened = seed.reveals.filter((reveal) => reveal.role === role);
    if (promised.length !== opened.length)
      found.add('commitments_incomplete', `draw.seed.reveals (${role})`, `${opened.length} of ${promised.length}`);
    const [reveal] = opened;
    if (reveal === undefined) continue;
    const commitment = secretCommitment(ports, role, body.drawId, body.definitionHash, body.mapping, reveal.secret);
    if (promised[0]?.commitment !== commitment) found.add('commitment_wrong', `draw.seed.reveals (${role})`, `it opens ${commitment}`);
    secrets.push(reveal.secret);
  }
  if ((body.beacon === null) !== (seed.beacon === null)) {
    found.add('beacon_mismatch', 'draw.seed.beacon', body.beacon === null ? 'none was announced' : 'the announced one is missing');
    return null;
  }
  const beaconChecked =
    body.beacon === null ||
    seed.beacon === null ||
    checkBeacon(ports, plannedRound(record, body.beacon), seed.beacon, 'draw.seed.beacon', found);
  return { bytes: seedFromSecrets(ports, secrets, record.seal.body.root, seed.beacon?.value ?? null), beaconChecked };
}

/** The seed by the announced way, or null with findings. */
function seedOf(ports: VerifierPorts, record: DrawRecord, draw: GeneratedDraw, found: FindingList): Seed | null {
  const { body } = draw.announcement;
  const { seed } = draw;
  const { root } = record.seal.body;

  if (seed.kind !== 'fallback') {
    const drawn = seedOfReveals(ports, record, draw, seed, found);
    if (drawn === null || seed.kind === 'secrets') return drawn;
    const { rawOutputHash } = numbersFromSeed(ports, drawn.bytes, record.subjectId, body.mapping);
    checkRedraw(ports, record, draw, seed, rawOutputHash, found);
    const roundChecked = checkBeacon(ports, seed.statement.body.beacon, seed.round, 'draw.seed.round', found);
    const bytes = redrawSeed(ports, root, statementHash(ports, 'redraw', seed.statement.body), seed.round.value);
    return { bytes, beaconChecked: drawn.beaconChecked && roundChecked };
  }

  if ('beacon' in seed) {
    if (body.fallback?.source !== 'beacon') {
      found.add('fallback_wrong', 'draw.seed', 'no beacon was announced for it');
      return null;
    }
    const beaconChecked = checkBeacon(ports, plannedRound(record, body.fallback.beacon), seed.beacon, 'draw.seed.beacon', found);
    return { bytes: ports.sha256(join(unhex(root), unhex(seed.beacon.value))), beaconChecked };
  }

  if (body.fallback?.source !== 'witness' || body.fallback.publicKey !== seed.witnessed.publicKey) {
    found.add('fallback_wrong', 'draw.seed.witnessed', 'another witness was announced');
    return null;
  }
  if (!isSigned(ports, 'witness', seed.witnessed)) found.add('fallback_wrong', 'draw.seed.witnessed', 'the signature is wrong');
  const witnessed = seed.witnessed.body;
  if (witnessed.drawId !== record.subjectId || witnessed.root !== root)
    found.add('fallback_wrong', 'draw.seed.witnessed', 'it is about another draw');
  return { bytes: ports.sha256(join(unhex(root), unhex(witnessed.value))), beaconChecked: true };
}

function checkGeneratorLog(ports: VerifierPorts, record: DrawRecord, draw: GeneratedDraw, found: FindingList): void {
  const calls = draw.generatorLog;
  const heads = calls.map((call) => statementHash(ports, 'generator-call', call));
  const redraw = draw.seed.kind === 'redraw' ? draw.seed.statement.body : null;
  const outputs = new Set<string>();
  for (const [i, call] of calls.entries()) {
    const where = `draw.generatorLog.${i}`;
    const before = calls[i - 1];
    if (
      before !== undefined &&
      (call.sequence !== before.sequence + 1 || call.previous !== heads[i - 1] || call.generator !== before.generator)
    )
      found.add('generator_log_broken', where, 'it does not follow the call before it');
    // The one repeated output of a redraw is judged with its statement.
    if (outputs.has(call.outputHash) && call.outputHash !== redraw?.withdrawnOutputHash)
      found.add('generator_output_wrong', where, 'this output came before');
    outputs.add(call.outputHash);
  }
  const named = draw.announcement.body.generatorHead;
  if (!calls.some((call, i) => heads[i] === named.head && call.sequence === named.sequence && call.generator === named.generator))
    found.add('generator_log_broken', 'draw.announcement.generatorHead', 'no call in the log has this head');

  const own = calls.filter((call) => call.drawId === record.subjectId);
  for (const purpose of ['secret', 'numbers'] as const) {
    const made = own.filter((call) => call.purpose === purpose).length - (redraw !== null && purpose === 'numbers' ? 1 : 0);
    if (made !== 1)
      found.add(made === 0 ? 'generator_log_broken' : 'generator_call_spare', `draw.generatorLog (${purpose})`, `${made} calls`);
  }
  if (calls[0] !== firstOf(calls, own[0], redraw) || calls.at(-1) !== own.at(-1))
    found.add('generator_log_broken', 'draw.generatorLog', 'it is not from this draw’s first call to its last');
  const secret = draw.seed.kind === 'fallback' ? undefined : draw.seed.reveals.find((reveal) => reveal.role === 'operator')?.secret;
  const withdrawn = redraw === null ? undefined : own.find((call) => call.purpose === 'numbers');
  for (const call of own) {
    if (call === withdrawn) continue;
    const expected =
      call.purpose === 'numbers' ? draw.rawOutputHash : secret === undefined ? call.outputHash : hex(ports.sha256(unhex(secret)));
    if (call.outputHash !== expected)
      found.add('generator_output_wrong', `draw.generatorLog (${call.purpose})`, `the record gives ${expected}`);
  }
}

/** Where the stretch begins: with this draw's first call, or with the earlier one that a redraw names. */
function firstOf(
  calls: GeneratedDraw['generatorLog'],
  own: GeneratedDraw['generatorLog'][number] | undefined,
  redraw: RedrawStatement | null,
): GeneratedDraw['generatorLog'][number] | undefined {
  const earlier = redraw && calls.find(({ sequence }) => sequence === redraw.earlier.sequence);
  return earlier && own && earlier.sequence < own.sequence ? earlier : own;
}

/** Answers whether every beacon signature that the seed rests on was checked. */
export function checkNumbers(ports: VerifierPorts, record: DrawRecord, draw: GeneratedDraw, found: FindingList): boolean {
  const { mapping } = draw.announcement.body;
  checkAnnouncement(ports, record, draw, found);
  checkGeneratorLog(ports, record, draw, found);
  const seed = seedOf(ports, record, draw, found);
  const fault = mappingFault(mapping.panels);
  if (fault !== null) found.add('mapping_impossible', 'draw.announcement.mapping', fault);
  if (seed === null) return true;
  if (fault !== null) return seed.beaconChecked;
  const { panels, rawOutputHash } = numbersFromSeed(ports, seed.bytes, record.subjectId, mapping);
  const show = (results: readonly PanelResult[]) => results.map(({ name, drawn }) => `${name} ${drawn.join(' ')}`).join(', ');
  if (hex(canonicalBytes(panels)) !== hex(canonicalBytes(record.result.panels)))
    found.add('numbers_wrong', 'result.panels', `the seed gives ${show(panels)}`);
  if (rawOutputHash !== draw.rawOutputHash) found.add('generator_output_wrong', 'draw.rawOutputHash', `the seed gives ${rawOutputHash}`);
  return seed.beaconChecked;
}
