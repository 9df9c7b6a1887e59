/**
 * `valira verify <bundle> [--keys <file>] [--json]`: recomputes a draw or pool from its public bundle, offline.
 *
 * The keys file lists the genuine key ids as the inspector publishes them: {"seal":["key_…"],"control":[…],"receipts":[…]}.
 * Without it every signature is checked against the key in the bundle, and the answer names the ids to compare by eye.
 */
import { parseArgs } from 'node:util';
import { type BundleReport, type TrustedKeys, verifyBundle } from '@valira/verifier';
import { verifyQuicknet } from '@valira/verifier/drand';
import { nodePorts } from '@valira/verifier/node';
import type { Command, CommandIo } from './command.ts';

const usage = 'usage: valira verify <bundle> [--keys <file>] [--json]';

const euros = (cents: string): string => {
  const digits = cents.padStart(3, '0');
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
};

const left = {
  keys: 'whether the keys are genuine: compare the key ids with those the inspector publishes, or pass --keys',
  repeated_output: 'that the generator had given the output of a redrawn draw before: the other draw’s own bundle shows its call',
  beacon_signature: 'the signature of the beacon round: compare its value with the one the network publishes',
  numbers: 'the numbers: they were drawn outside the generator',
  winners: 'the count of winners: this kind of game or pool leaves it to the record',
} as const;

function print(report: BundleReport, io: CommandIo): void {
  const { subject } = report;
  if (subject !== null) {
    io.out(`${subject.kind} ${subject.subjectId} of ${subject.operator}${subject.demo ? ' (DEMO: not a certified build)' : ''}`);
    io.out(`${subject.tickets} tickets, stakes ${euros(subject.stakeCents)}`);
    for (const { name, numbers } of subject.numbers) io.out(`${name}: ${numbers.join(' ')}`);
    if (subject.kind === 'draw' && !subject.publiclyVerifiable) io.out('NOT PUBLICLY VERIFIABLE: the numbers rest on one party’s word');
    for (const { role, keyId } of report.keys) io.out(`key (${role}): ${keyId}`);
    for (const what of report.notChecked) io.out(`not checked: ${left[what]}`);
  }
  for (const { code, where, detail } of report.findings) io.out(`FAILED ${code} at ${where}${detail === '' ? '' : `: ${detail}`}`);
  io.out(report.passed ? 'PASSED' : `FAILED: ${report.findings.length} finding${report.findings.length === 1 ? '' : 's'}`);
}

const roles = ['seal', 'control', 'receipts'] as const;

/** Key ids of a keys file, or null when it is not one. */
function readKeys(text: string): TrustedKeys | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof json !== 'object' || json === null) return null;
  const entries = Object.entries(json);
  const known = entries.every(
    ([role, ids]) => roles.some((name) => name === role) && Array.isArray(ids) && ids.every((keyId) => typeof keyId === 'string'),
  );
  return known ? Object.fromEntries(entries) : null;
}

export const verify: Command = async (args, io) => {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch {
    io.err(usage);
    return 2;
  }
  const [path, more] = parsed.positionals;
  if (path === undefined || more !== undefined) {
    io.err(usage);
    return 2;
  }
  const read = async (name: string): Promise<Uint8Array | null> => {
    try {
      return await io.readFile(name);
    } catch (error) {
      io.err(`cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  let trusted: TrustedKeys = {};
  if (parsed.values.keys !== undefined) {
    const bytes = await read(parsed.values.keys);
    if (bytes === null) return 2;
    const keys = readKeys(new TextDecoder().decode(bytes));
    if (keys === null) {
      io.err(`${parsed.values.keys} is not a keys file`);
      return 2;
    }
    trusted = keys;
  }
  const file = await read(path);
  if (file === null) return 2;
  const report = verifyBundle({ ...nodePorts, verifyBeacon: verifyQuicknet }, file, trusted);
  if (parsed.values.json) io.out(JSON.stringify(report));
  else print(report, io);
  return report.passed ? 0 : 1;
};

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], allowPositionals: true, options: { keys: { type: 'string' }, json: { type: 'boolean', default: false } } });
