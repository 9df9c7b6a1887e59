/** The table of sub-commands. A name of two words ("calc pool") is looked up before one of one word. */
import { calcDraw } from './calc-draw.ts';
import { calcPool } from './calc-pool.ts';
import type { Command, CommandIo, ExitStatus } from './command.ts';
import { instantsAudit } from './instants-audit.ts';
import { ledgerVerify } from './ledger-verify.ts';
import { odds } from './odds.ts';
import { rng } from './rng.ts';
import { verify } from './verify.ts';

const commands = new Map<string, { readonly run: Command; readonly summary: string }>([
  ['verify', { run: verify, summary: 'recompute a draw or pool from its public bundle' }],
  ['calc draw', { run: calcDraw, summary: 'prizes, carries and reserves of a draw from its definition, stakes and winners' }],
  ['calc pool', { run: calcPool, summary: 'dividends of a pool from its definition, bets and result' }],
  ['instants audit', { run: instantsAudit, summary: 'check every ticket of an instant run against its working papers' }],
  ['ledger verify', { run: ledgerVerify, summary: 'check every row of the ledger in the database at DATABASE_URL' }],
  ['odds', { run: odds, summary: 'exact odds, returns and risks of a game definition' }],
  ['rng', { run: rng, summary: 'write raw and mapped generator output for outside test suites' }],
]);

/** Runs `valira …argv`; the list of commands when asked for help, and with 2 when there is no such command. */
export async function runCommand(argv: readonly string[], io: CommandIo): Promise<ExitStatus> {
  for (const words of [2, 1]) {
    const command = argv.length >= words ? commands.get(argv.slice(0, words).join(' ')) : undefined;
    if (command !== undefined) return command.run(argv.slice(words), io);
  }
  const asked = ['help', '--help', '-h'].includes(argv[0] ?? '');
  const tell = asked ? io.out : io.err;
  tell('usage: valira <command> …');
  for (const [name, { summary }] of commands) tell(`  ${name.padEnd(14)} ${summary}`);
  return asked ? 0 : 2;
}
