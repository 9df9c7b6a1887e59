/**
 * `valira calc pool <definition.json> <pool.json>`: dividends, takeout, breakage, carryover and refunds of a pool, as JSON.
 *
 * pool.json holds `runners` (of each leg), `stakes` by combination or `tickets`, `scratches`, `carriedIn` and the `result`.
 * Example: {"runners":[8],"stakes":[{"combination":[1],"stakeCents":"2387200"}],"result":[{"kind":"finish","order":[[1]]}]}
 */
import { calculatePool } from '@valira/pool';
import type { Command } from './command.ts';
import { readJson } from './read-json.ts';
import { showRefusal } from './show-refusal.ts';

const usage = 'usage: valira calc pool <definition.json> <pool.json>';

/** `args`: the two paths. */
export const calcPool: Command = async (args, io) => {
  const [definitionPath, poolPath, ...more] = args;
  if (definitionPath === undefined || poolPath === undefined || more.length > 0) {
    io.err(usage);
    return 2;
  }
  const definition = await readJson(definitionPath, io);
  const pool = await readJson(poolPath, io);
  if (definition === undefined || pool === undefined) return 2;
  const calculation = calculatePool(definition.json, pool.json);
  if (!calculation.ok) {
    io.err(showRefusal(calculation));
    return 2;
  }
  io.out(JSON.stringify(calculation.value, null, 2));
  return 0;
};
