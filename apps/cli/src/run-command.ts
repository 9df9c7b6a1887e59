/** The table of sub-commands. A name of two words ("calc pool") is looked up before one of one word. */
import { calcPool } from './calc-pool.ts';
import type { Command, CommandIo, ExitStatus } from './command.ts';
import { rng } from './rng.ts';
import { verify } from './verify.ts';

const commands = new Map<string, { readonly run: Command; readonly summary: string }>([
  ['verify', { run: verify, summary: 'recompute a draw or pool from its public bundle' }],
  ['calc pool', { run: calcPool, summary: 'dividends of a pool from its definition, bets and result' }],
  ['rng', { run: rng, summary: 'write raw and mapped generator output for outside test suites' }],
]);

/** Runs `valira …argv`; 2 with the list of commands when there is no such command. */
export async function runCommand(argv: readonly string[], io: CommandIo): Promise<ExitStatus> {
  for (const words of [2, 1]) {
    const command = argv.length >= words ? commands.get(argv.slice(0, words).join(' ')) : undefined;
    if (command !== undefined) return command.run(argv.slice(words), io);
  }
  io.err('usage: valira <command> …');
  for (const [name, { summary }] of commands) io.err(`  ${name.padEnd(10)} ${summary}`);
  return 2;
}
