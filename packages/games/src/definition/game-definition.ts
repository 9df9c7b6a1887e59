/**
 * A game is data: this schema is the only description of it. Sale checks, price, odds, settlement, rules text and entry
 * forms all read it. JSON-safe: amounts and shares are text in JSON (see @valira/prizes), exact values once parsed.
 */
import { identifier } from '@valira/prizes';
import { z } from 'zod';
import { digitsPlay } from './digits-play.ts';
import { gameFields, localized } from './game-fields.ts';
import { kenoPlay } from './keno-play.ts';
import { matrixPlay } from './matrix-play.ts';
import { preassignedPlay, prizeList } from './preassigned-play.ts';
import { rafflePlay } from './raffle-play.ts';

/** A separately priced and settled game on the same ticket: a joker number, a raffle code. */
export const addOn = z.discriminatedUnion('family', [
  z.strictObject({ id: identifier, name: localized, required: z.boolean(), per: z.enum(['ticket', 'line']), ...digitsPlay }),
  z.strictObject({ id: identifier, name: localized, required: z.boolean(), per: z.enum(['ticket', 'line']), ...rafflePlay }),
]);

const withAddOns = { ...gameFields, addOns: z.array(addOn).max(5).default([]) };

export const matrixGame = z.strictObject({ ...withAddOns, ...matrixPlay });
export const kenoGame = z.strictObject({ ...withAddOns, ...kenoPlay });
export const digitsGame = z.strictObject({ ...withAddOns, ...digitsPlay });
export const preassignedGame = z.strictObject({ ...withAddOns, ...preassignedPlay, prizeList: prizeList.optional() });
export const raffleGame = z.strictObject({ ...withAddOns, ...rafflePlay });

export const gameDefinition = z.discriminatedUnion('family', [matrixGame, kenoGame, digitsGame, preassignedGame, raffleGame]);

export type GameDefinition = z.output<typeof gameDefinition>;
export type GameDefinitionJson = z.input<typeof gameDefinition>;
export type AddOn = z.output<typeof addOn>;
export type Family = GameDefinition['family'];

type Part<F extends Family> = Omit<Extract<GameDefinition, { family: F }>, keyof typeof withAddOns | 'prizeList'>;
export type MatrixPart = Part<'matrix'>;
export type KenoPart = Part<'keno'>;
export type DigitsPart = Part<'digits'>;
export type PreassignedPart = Part<'preassigned'>;
export type RafflePart = Part<'raffle'>;
/** What is priced, packed, matched and settled by itself: the main game or one add-on. */
export type GamePart = MatrixPart | KenoPart | DigitsPart | PreassignedPart | RafflePart;
