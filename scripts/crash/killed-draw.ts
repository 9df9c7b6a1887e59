/**
 * A draw from its announcement to the payment of a ticket at a counter, on a platform that is killed at every step.
 *
 * At each step the transaction that takes it is caught before its commit, and the victim whose turn it is is killed, each at another
 * step in each round, so that as many rounds as there are victims kill each of them once at every step. People send what was lost again
 * under its key; nothing else is done by hand, and sales go on all the while.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../../apps/api/src/demo/stage.ts';
import { parseWireId } from '../../apps/api/src/platform/ids.ts';
import { claimEverywhere } from './ask-at-once.ts';
import type { CrashPoints } from './crash-points.ts';
import { commitSecond, holdDraw, isOpen, registerDrawGame, rest, scheduleDraw } from './draw-by-hand.ts';
import type { Happened, Kill } from './happened.ts';
import { quickPicks, startSellers } from './steady-sellers.ts';
import type { Victim, Victims } from './victims.ts';

/** In the order in which a draw reaches them. `selling` is hit while sales go on, the others in the middle of their transaction. */
export const STEPS = [
  'announced',
  'opened',
  'selling',
  'closed',
  'sealed',
  'countersigned',
  'second-revealed',
  'drawn',
  'certified',
  'settled',
  'reconciled',
  'pay',
  'paid',
  'archived',
  'claim',
] as const;

export type RoundPlan = {
  readonly victims: Victims;
  readonly points: CrashPoints;
  readonly stage: Stage;
  readonly round: number;
  readonly say: (words: string) => void;
};

/** Between the scheduling and the close: the announcement and the opening are killed too, and then there must be sales. */
const OPEN_MS = 32_000;
const SALES_AT_LEAST = 60;
const HOUR_MS = 3_600_000;
const REST_SECONDS = 90;
/** Counters sell long tickets, so that one of them surely wins; players have money for hours of short ones. */
const LINES_AT_COUNTER = 10;

export async function playKilledDraw({ victims, points, stage, round, say }: RoundPlan): Promise<Happened> {
  const productVersionId = await registerDrawGame(stage, `caigudes-${round}`);
  const closesAt = new Date(Date.now() + OPEN_MS);
  const draw = await scheduleDraw(stage, productVersionId, 1, closesAt);
  const evening = await scheduleDraw(stage, productVersionId, 2, new Date(Date.now() + HOUR_MS));
  const contestId = parseWireId('contest', draw.id) ?? '';
  const kills: Kill[] = [];
  const victimAt = (step: string): Victim =>
    victims.names[((STEPS as readonly string[]).indexOf(step) + round) % victims.names.length] ?? 'api';
  const killAt = async (step: string) => {
    const victim = victimAt(step);
    await victims.kill(victim);
    kills.push({ moment: step, victim });
    say(`${step}: ${victim} killed`);
  };

  await points.arm(
    contestId,
    STEPS.filter((step) => step !== 'selling'),
  );
  const playing = new AbortController();
  const watching = (async () => {
    while (!playing.signal.aborted) {
      const step = await points.caught();
      if (step) await victims.standing(victimAt(step));
      if (step && (await points.letGo(step))) await killAt(step);
      else await sleep(20);
    }
  })();

  const play = async () => {
    await commitSecond(stage, evening);
    await commitSecond(stage, draw);
    await rest(stage, evening.id, REST_SECONDS, isOpen);
    await rest(stage, draw.id, REST_SECONDS, isOpen);
    const sellers = startSellers({
      callers: [...stage.crowd, ...stage.terminals],
      orderNow: (caller) =>
        quickPicks(Date.now() < closesAt.getTime() ? draw.id : evening.id, stage.terminals.includes(caller) ? LINES_AT_COUNTER : 1),
    });
    while (sellers.sold(draw.id) < SALES_AT_LEAST && Date.now() < closesAt.getTime()) await sleep(50);
    await killAt('selling');
    await holdDraw(stage, draw, REST_SECONDS);
    const claimings = await claimEverywhere(stage, sellers.purchases, draw.id, 1);
    await sellers.stop();
    return { sellers, claimings };
  };
  const { sellers, claimings } = await play().finally(async () => {
    playing.abort();
    // What stopped the play is the finding, not what the watcher meets afterwards.
    await watching.catch((error) => say(`watching ended: ${error}`));
  });
  say(`${sellers.sold(draw.id)} tickets in the draw, ${sellers.sold(evening.id)} in the next, ${kills.length} kills`);
  return { finished: [draw.id], selling: [evening.id], kills, purchases: sellers.purchases, cancellings: [], claimings };
}
