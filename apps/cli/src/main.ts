#!/usr/bin/env node
/** `valira`: the real input and output around the table of commands. */
import { writeFile } from 'node:fs/promises';
import { readWholeFile } from './read-whole-file.ts';
import { runCommand } from './run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  readFile: readWholeFile,
  writeFile: async (path, bytes) => writeFile(path, bytes),
});
