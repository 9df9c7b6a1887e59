/**
 * `valira ledger verify [--json]`: every check of the ledger over the database at DATABASE_URL, in one read-only look.
 *
 * Exit status 0: sound. 1: findings, one line each. 2: no address, or the database cannot be read.
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '@valira/db';
import { verifyLedger } from '@valira/db/ledger';
import type { Command } from './command.ts';

const usage = 'usage: DATABASE_URL=postgres://… valira ledger verify [--json]';

/** What went wrong, without the query that met it. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
};

export const ledgerVerify: Command = async (args, io) => {
  const url = process.env.DATABASE_URL;
  let json: boolean;
  try {
    json = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } }).values.json;
  } catch {
    io.err(usage);
    return 2;
  }
  if (!url || !URL.canParse(url)) {
    io.err(usage);
    return 2;
  }
  const database = openDatabase(url, { name: 'valira ledger verify', connections: 1 });
  try {
    const findings = await verifyLedger(database.db);
    if (json) io.out(JSON.stringify({ sound: findings.length === 0, findings }));
    else {
      for (const { check, subject, expected, found } of findings) io.out(`FAILED ${check}: ${subject} is ${found}, expected ${expected}`);
      io.out(findings.length === 0 ? 'PASSED' : `FAILED: ${findings.length} finding${findings.length === 1 ? '' : 's'}`);
    }
    return findings.length === 0 ? 0 : 1;
  } catch (error) {
    io.err(`cannot read the ledger: ${reasonOf(error)}`);
    return 2;
  } finally {
    await database.close();
  }
};
