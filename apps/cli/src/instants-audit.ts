/**
 * `valira instants audit <folder> --keys <file> [--papers <hash>] [--root <hash>] [--json]`: every ticket, pack and count of an instant run
 * against its working papers, by code that the generator does not share. One prize out of place fails it.
 *
 * The keys file holds the keys of this run as hex: {"validation":"…","salt":"…","outcome":"…","print":"…"}; it belongs to the auditor and is
 * read, never written. `--papers` is the hash of the approved papers, `--root` the root published before the sale.
 */
import { parseArgs } from 'node:util';
import { type AuditKeys, type AuditReport, auditRun } from '@valira/instants-audit';
import type { Command, CommandIo } from './command.ts';
import { readJson } from './read-json.ts';

const usage = 'usage: valira instants audit <folder> --keys <file> [--papers <hash>] [--root <hash>] [--json]';
const hash = /^[0-9a-f]{64}$/;

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        papers: { type: 'string' },
        root: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const [folder, ...rest] = positionals;
    const { keys, papers, root, json } = values;
    if (folder === undefined || keys === undefined || rest.length > 0) return null;
    if ([papers, root].some((text) => text !== undefined && !hash.test(text))) return null;
    return { folder, keys, papers, root, json };
  } catch {
    return null;
  }
}

/** The keys of a keys file, or null when it is none; further purposes in it are not looked at. */
function readKeys(json: unknown): AuditKeys | null {
  if (typeof json !== 'object' || json === null) return null;
  const texts = new Map<string, unknown>(Object.entries(json));
  const of = (purpose: string): Uint8Array | null => {
    const text = texts.get(purpose);
    return typeof text === 'string' && hash.test(text) ? new Uint8Array(Buffer.from(text, 'hex')) : null;
  };
  const [validation, salt, outcome, print] = ['validation', 'salt', 'outcome', 'print'].map(of);
  return validation && salt && outcome && print ? { validation, salt, outcome, print } : null;
}

function print(report: AuditReport, io: CommandIo): void {
  io.out(`run ${report.runHash ?? 'unknown'}: ${report.tickets} tickets, papers ${report.papersHash ?? 'unknown'}`);
  io.out(`root ${report.root ?? 'unknown'}`);
  for (const { tier, prizeCents, stated, found } of report.tiers)
    io.out(`tier ${tier}: ${found} of ${stated} prizes of ${prizeCents} cents`);
  for (const { code, where, detail } of report.findings) io.out(`FAILED ${code} at ${where}: ${detail}`);
  const all = Object.values(report.findingCounts).reduce((sum, count) => sum + count, 0);
  io.out(report.passed ? 'PASSED' : `FAILED: ${all} finding${all === 1 ? '' : 's'}`);
}

export const instantsAudit: Command = async (args, io) => {
  const given = readArguments(args);
  if (!given) {
    io.err(usage);
    return 2;
  }
  const file = await readJson(given.keys, io);
  if (!file) return 2;
  const keys = readKeys(file.json);
  if (!keys) {
    io.err(`${given.keys} is not a keys file`);
    return 2;
  }
  try {
    const report = await auditRun(given.folder, keys, {
      ...(given.papers === undefined ? {} : { approvedPapersHash: given.papers }),
      ...(given.root === undefined ? {} : { publishedRoot: given.root }),
    });
    if (given.json) io.out(JSON.stringify(report));
    else print(report, io);
    return report.passed ? 0 : 1;
  } catch (error) {
    io.err(`cannot audit ${given.folder}: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
};
