import { describe, expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

async function run(...argv: string[]): Promise<{ status: number; out: string[]; err: string[] }> {
  const out: string[] = [];
  const err: string[] = [];
  const status = await runCommand(argv, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    readFile: async () => {
      throw new Error('no such file');
    },
    writeFile: async () => undefined,
  });
  return { status, out, err };
}

describe('valira', () => {
  it.each([['help'], ['--help'], ['-h']])('lists its commands on standard output when asked by %s', async (word) => {
    const { status, out, err } = await run(word);
    expect([status, err]).toEqual([0, []]);
    for (const name of ['verify', 'calc draw', 'calc pool', 'odds', 'rng']) expect(out.join('\n')).toContain(`\n  ${name}`);
  });

  it.each([[], ['calc'], ['calc', 'draws'], ['constructor']])(
    'answers 2 and lists its commands on the error line otherwise: %s %s',
    async (...argv) => {
      const { status, out, err } = await run(...argv);
      expect([status, out]).toEqual([2, []]);
      expect(err[0]).toBe('usage: valira <command> …');
    },
  );
});
