/**
 * `valira odds <definition.json> [--units <n>]`: chances, returns, deviation, jackpot growth and risk of a game as JSON, at n units sold
 * per draw (1,000,000 unless stated).
 */
import { parseArgs } from 'node:util';
import { oddsReport, parseGameDefinition } from '@valira/games';
import type { Command } from './command.ts';
import { readJson } from './read-json.ts';
import { showRefusal } from './show-refusal.ts';

const usage = 'usage: valira odds <definition.json> [--units <n>]';

/** The arguments, or undefined when they cannot be used. */
function readArguments(args: readonly string[]): { readonly path: string; readonly units: bigint } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { units: { type: 'string', default: '1000000' } },
      allowPositionals: true,
    });
    const [path, ...rest] = positionals;
    if (path === undefined || rest.length > 0 || !/^[1-9]\d{0,9}$/.test(values.units)) return undefined;
    return { path, units: BigInt(values.units) };
  } catch {
    return undefined;
  }
}

export const odds: Command = async (args, io) => {
  const given = readArguments(args);
  if (!given) {
    io.err(usage);
    return 2;
  }
  const definition = await readJson(given.path, io);
  if (definition === undefined) return 2;
  const game = parseGameDefinition(definition.json);
  if (!game.ok) {
    io.err(`${given.path}: ${showRefusal(game)}`);
    return 2;
  }
  io.out(JSON.stringify(oddsReport(game.value, given.units), null, 2));
  return 0;
};
