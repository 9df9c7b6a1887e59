/**
 * `valira calc draw <definition.json> <draw.json>`: recomputes a draw by hand. The draw file holds stakes and winners per tier, or
 * tickets and the result, and what was carried in; the answer, as JSON, is every prize, carry and account and each movement of money.
 *
 * Example: draw file `{ "stakesCents": "100000000", "winners": { "4": 1365, "3": 22441 } }` for Cims 6/45.
 */
import { parseGameDefinition, recomputeDraw } from '@valira/games';
import type { Command } from './command.ts';
import { readJson } from './read-json.ts';
import { showRefusal } from './show-refusal.ts';

const usage = 'usage: valira calc draw <definition.json> <draw.json>';

export const calcDraw: Command = async (args, io) => {
  const [definitionPath, drawPath, ...rest] = args;
  if (definitionPath === undefined || drawPath === undefined || rest.length > 0) {
    io.err(usage);
    return 2;
  }
  const definition = await readJson(definitionPath, io);
  const draw = await readJson(drawPath, io);
  if (definition === undefined || draw === undefined) return 2;
  const game = parseGameDefinition(definition.json);
  if (!game.ok) {
    io.err(`${definitionPath}: ${showRefusal(game)}`);
    return 2;
  }
  const recomputed = recomputeDraw(game.value, draw.json);
  if (!recomputed.ok) {
    io.err(`${drawPath}: ${showRefusal(recomputed)}`);
    return 2;
  }
  io.out(JSON.stringify(recomputed.value, null, 2));
  return 0;
};
