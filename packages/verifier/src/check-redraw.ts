/**
 * Whether a draw might be drawn once more (docs/verify.md, section 5, redraw): only where the output that its secrets give is one that the
 * generator had given before, by one statement of two people, on the chain that was announced. Anything else is a second try of a valid draw.
 */
import { join, unhex } from './byte-strings.ts';
import type { FindingList } from './finding.ts';
import type { VerifierPorts } from './ports.ts';
import type { BeaconPlan, DrawRecord, GeneratedDraw } from './record-shape.ts';
import { isSigned } from './statements.ts';

export const redrawSeed = (ports: VerifierPorts, root: string, statement: string, value: string): Uint8Array =>
  ports.sha256(join(unhex(root), unhex(statement), unhex(value)));

const ofOneChain = (a: BeaconPlan, b: BeaconPlan): boolean =>
  a.network === b.network && a.publicKey === b.publicKey && a.genesisAt === b.genesisAt && a.periodSeconds === b.periodSeconds;

/** The call that the statement names, where it came before the withdrawn one and gave the same. */
export function repeatedCall(record: DrawRecord, draw: GeneratedDraw): GeneratedDraw['generatorLog'][number] | null {
  if (draw.seed.kind !== 'redraw') return null;
  const { withdrawnOutputHash, earlier } = draw.seed.statement.body;
  const withdrawn = draw.generatorLog.find(({ drawId, purpose }) => drawId === record.subjectId && purpose === 'numbers');
  const named = draw.generatorLog.find(({ sequence }) => sequence === earlier.sequence);
  if (withdrawn?.outputHash !== withdrawnOutputHash || named === undefined || named.sequence >= withdrawn.sequence) return null;
  return named.outputHash === withdrawnOutputHash && named.drawId === earlier.drawId ? named : null;
}

export function checkRedraw(
  ports: VerifierPorts,
  record: DrawRecord,
  draw: GeneratedDraw,
  { statement }: Extract<GeneratedDraw['seed'], { kind: 'redraw' }>,
  outputOfSecrets: string,
  found: FindingList,
): void {
  const where = 'draw.seed.statement';
  const { body } = statement;
  if (!isSigned(ports, 'redraw', statement)) found.add('redraw_wrong', where, 'the signature is wrong');
  if (body.subjectId !== record.subjectId) found.add('redraw_wrong', where, `it is about ${body.subjectId}`);
  if (body.withdrawnOutputHash !== outputOfSecrets) found.add('redraw_wrong', where, `the secrets give ${outputOfSecrets}`);
  if (repeatedCall(record, draw) === null)
    found.add('redraw_wrong', where, 'the generator had not given this output before: the draw was valid');
  const announced = draw.announcement.body;
  const chains = [announced.beacon, announced.fallback?.source === 'beacon' ? announced.fallback.beacon : null];
  if (!chains.some((plan) => plan && ofOneChain(plan, body.beacon))) found.add('redraw_wrong', where, 'its beacon was not announced');
  if (record.supersedes) found.add('redraw_wrong', where, 'a published result was drawn again');
}
