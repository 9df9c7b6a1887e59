/**
 * Settles one part of a draw: stakes and winning lines per tier in, the prize of every tier and the destination of every
 * cent out. The rules are the definition's prize plan; see @valira/prizes for the steps.
 *
 * Example, Korean 6/45 draw 1237: only sales, winners and the carry are needed; no line of code knows the game.
 */
import type { Cents } from '@valira/money';
import { type Outcome, ok } from '@valira/outcome';
import { checkPrizeInput, type PrizeInputRefusal, type PrizeSettlement, settlePrizes } from '@valira/prizes';
import type { GameDefinition, GamePart } from '../definition/game-definition.ts';

export type DrawFacts = {
  /** Stakes of this part for this draw. */
  readonly stakesCents: Cents;
  /** Winning lines (times units) per tier; a tier left out had none. */
  readonly winners: Readonly<Record<string, bigint>>;
  readonly carriedInCents?: Readonly<Record<string, Cents>>;
  readonly accountsCents?: Readonly<Record<string, Cents>>;
  readonly topUpsCents?: Readonly<Record<string, Cents>>;
  /** From the settlement before: `nextCycleDraw`, `nextDrawsAtCap`. */
  readonly cycleDraw?: number;
  readonly drawsAtCap?: number;
  readonly occasions?: readonly string[];
};

/** Names of the occasions that draw number `drawNumber` of a game is. */
export const occasionsOf = (game: Pick<GameDefinition, 'occasions'>, drawNumber: number): string[] =>
  game.occasions.filter(({ everyDraws, offset }) => drawNumber % everyDraws === offset % everyDraws).map(({ name }) => name);

/** The settlement, or a refusal when the facts do not fit the plan. */
export function settleDraw(part: GamePart, facts: DrawFacts): Outcome<PrizeSettlement, PrizeInputRefusal> {
  const input = checkPrizeInput(part.prizes, facts);
  return input.ok ? ok(settlePrizes(part.prizes, input.value)) : input;
}
