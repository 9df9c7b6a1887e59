#!/usr/bin/env node
/** `valira <sub-command> …`: the table of sub-commands and the real input and output. */
import { writeFile } from 'node:fs/promises';
import type { Command } from './command.ts';
import { readWholeFile } from './read-whole-file.ts';
import { rng } from './rng.ts';
import { verify } from './verify.ts';

const commands: Readonly<Record<string, { readonly run: Command; readonly summary: string }>> = {
  verify: { run: verify, summary: 'recompute a draw or pool from its public bundle' },
  rng: { run: rng, summary: 'write raw and mapped generator output for outside test suites' },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command === undefined) {
  console.error('usage: valira <command> …');
  for (const [known, { summary }] of Object.entries(commands)) console.error(`  ${known.padEnd(8)} ${summary}`);
  process.exitCode = 2;
} else {
  process.exitCode = await command.run(args, {
    out: (line) => console.log(line),
    err: (line) => console.error(line),
    readFile: readWholeFile,
    writeFile: async (path, bytes) => writeFile(path, bytes),
  });
}
