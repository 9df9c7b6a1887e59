/**
 * Several draws and a race at once, sold, cancelled, settled and claimed, while victims are killed at random moments. Nobody waits for
 * anybody: several may be down together, and one may be killed again while it starts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../apps/api/src/demo/caller.ts';
import type { Stage } from '../../apps/api/src/demo/stage.ts';
import { seededBelow } from '../../packages/games/src/testing/seeded-below.ts';
import { cancelTwice, claimEverywhere } from './ask-at-once.ts';
import { commitSecond, type Draw, holdDraw, isOpen, registerDrawGame, rest, scheduleDraw } from './draw-by-hand.ts';
import type { Cancelling, Claiming, Happened, Ticket } from './happened.ts';
import { killAtRandom } from './kill-at-random.ts';
import { betOn, holdRace, scheduleRace } from './race-by-hand.ts';
import { type Order, quickPicks, startSellers } from './steady-sellers.ts';
import type { Victims } from './victims.ts';

export type StormPlan = {
  readonly victims: Victims;
  readonly stage: Stage;
  readonly seed: number;
  readonly kills: number;
  readonly draws: number;
  readonly say: (words: string) => void;
};

/** Time to schedule and announce in the calm before, and to sell enough that somebody wins. */
const CALM_MS = 20_000;
const SALES_MS = 12_000;
const SALES_AT_LEAST = 40;
const BETWEEN_CLOSES_MS = 14_000;
const HOUR_MS = 3_600_000;
/** The kills may take the platform down for most of their time; then it comes to its end. */
const REST_SECONDS = 300;
const LINES_AT_COUNTER = 10;
const RUNNERS = 8;

export async function playStorm({ victims, stage, seed, kills: count, draws: many, say }: StormPlan): Promise<Happened> {
  const productVersionId = await registerDrawGame(stage, `tempesta-${seed}`);
  const race = await scheduleRace(stage, `cursa-${seed}`);
  const firstCloseAt = Date.now() + CALM_MS + SALES_MS;
  const closes = Array.from({ length: many }, (_, i) => firstCloseAt + i * BETWEEN_CLOSES_MS);
  const draws: (Draw & { readonly closesAt: number })[] = [];
  for (const [i, closesAt] of [...closes, Date.now() + HOUR_MS].entries()) {
    const draw = await scheduleDraw(stage, productVersionId, i + 1, new Date(closesAt));
    await commitSecond(stage, draw);
    draws.push({ ...draw, closesAt });
  }
  for (const id of [race, ...draws.map((draw) => draw.id)]) await rest(stage, id, REST_SECONDS, isOpen);
  const evening = draws.pop();
  if (!evening) throw new Error('there is always a draw in the evening');

  const chance = seededBelow(seed + 1);
  const oneIn = (n: number): boolean => chance(BigInt(n)) === 0n;
  let betsAreOn = true;
  let bets = 0;
  const orderNow = (caller: Caller): Order => {
    if (stage.crowd.includes(caller) && betsAreOn && oneIn(3)) {
      bets += 1;
      return betOn(race, 1 + (bets % RUNNERS));
    }
    const open = [...draws.filter(({ closesAt }) => Date.now() < closesAt), evening];
    const draw = open[Number(chance(BigInt(open.length)))] ?? evening;
    return quickPicks(draw.id, stage.terminals.includes(caller) ? LINES_AT_COUNTER : 1);
  };
  const cancellings: Cancelling[] = [];
  const afterwards = async (caller: Caller, ticket: Ticket) => {
    if (oneIn(6)) cancellings.push(await cancelTwice(caller, ticket));
  };
  const sellers = startSellers({ callers: [...stage.crowd, ...stage.terminals], orderNow, afterwards });
  const toFinish = [race, ...draws.map(({ id }) => id)];
  while (toFinish.some((id) => sellers.sold(id) < SALES_AT_LEAST) && Date.now() < firstCloseAt - SALES_MS / 2) await sleep(50);
  const killing = killAtRandom({ victims, seed, count, say });

  const claimings: Claiming[] = [];
  const playDraw = async (draw: (typeof draws)[number]) => {
    await holdDraw(stage, draw, REST_SECONDS);
    say(`draw ${draw.id} is archived`);
    claimings.push(...(await claimEverywhere(stage, sellers.purchases, draw.id)));
  };
  const playRace = async () => {
    await sleep(Math.max(0, firstCloseAt - Date.now()));
    betsAreOn = false;
    await holdRace(stage, race, REST_SECONDS);
    say(`race ${race} is archived`);
  };
  try {
    await Promise.all([...draws.map(playDraw), playRace(), killing.over]);
  } finally {
    await killing.stop();
  }
  await sellers.stop();
  say(
    `${toFinish.map(sellers.sold).join(' + ')} tickets and bets, ${cancellings.length} cancellations, ${claimings.length} claims, ${killing.kills.length} kills`,
  );
  return { finished: toFinish, selling: [evening.id], kills: killing.kills, purchases: sellers.purchases, cancellings, claimings };
}
