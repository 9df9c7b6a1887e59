/**
 * `valira calc pool <definition.json> <pool.json>`: dividends, takeout, breakage, carryover and refunds of a pool, as JSON.
 *
 * pool.json holds `runners` (of each leg), `stakes` by combination or `tickets`, `scratches`, `carriedIn` and the `result`.
 * Example: {"runners":[8],"stakes":[{"combination":[1],"stakeCents":"2387200"}],"result":[{"kind":"finish","order":[[1]]}]}
 */
import { calculatePool } from '@valira/pool';
import type { Command } from './command.ts';

const usage = 'usage: valira calc pool <definition.json> <pool.json>';

/** `args`: the two paths. */
export const calcPool: Command = async (args, io) => {
  const [definitionPath, poolPath, ...more] = args;
  if (definitionPath === undefined || poolPath === undefined || more.length > 0) {
    io.err(usage);
    return 2;
  }
  const files: unknown[] = [];
  for (const path of [definitionPath, poolPath]) {
    try {
      files.push(JSON.parse(new TextDecoder().decode(await io.readFile(path))));
    } catch (error) {
      io.err(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
      return 2;
    }
  }
  const calculation = calculatePool(files[0], files[1]);
  if (!calculation.ok) {
    const { code, path, facts } = calculation;
    const told = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
    io.err([`${code}${path ? ` at ${path}` : ''}`, ...told].join(': '));
    return 2;
  }
  io.out(JSON.stringify(calculation.value, null, 2));
  return 0;
};
