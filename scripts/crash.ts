/**
 * `npm run test:crash:long -- --rounds n --kills n --draws n --seed n`: the crash test in its long form. With Redis a round is 15 kills, and
 * seven rounds kill each victim once at every step; then come the kills at random moments.
 */
import { parseArgs } from 'node:util';
import { STEPS } from './crash/killed-draw.ts';
import { playCrashes } from './crash/play-crashes.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    kills: { type: 'string', default: '60' },
    draws: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [rounds, kills, draws, seed] = [Number(values.rounds), Number(values.kills), Number(values.draws), Number(values.seed)];
const began = performance.now();
const played = await playCrashes({
  rounds,
  storm: { kills, draws },
  seed,
  say: (words) => console.log(`  ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}`),
});
const happened = [...played.rounds, played.storm];
const all = happened.flatMap((one) => one.kills);
const emptied = all.filter(({ victim }) => victim === 'redis-emptied').length;
const byVictim = Object.entries(Object.groupBy(all, ({ victim }) => victim)).map(([name, list]) => `${name} ${list?.length}`);
const sold = happened.flatMap(({ purchases }) => purchases).filter(({ ticket }) => ticket).length;
const cancelled = happened.reduce((sum, { cancellings }) => sum + cancellings.length, 0);
const claimed = happened.reduce((sum, { claimings }) => sum + claimings.length, 0);

for (const finding of Object.values(played.findings).flat()) console.log(`  ✗ ${finding}`);
const missed = rounds * STEPS.length + kills - all.length;
if (missed > 0) console.log(`  ✗ ${missed} kills did not happen`);
const failed = Object.values(played.findings).filter((list) => list.length > 0).length + (missed > 0 ? 1 : 0);
console.log(`\n${all.length - emptied} kills and Redis emptied ${emptied} times (${byVictim.join(', ')}), seed ${seed}`);
console.log(
  `${sold} tickets, ${cancelled} cancellations, ${claimed} claims, ${happened.flatMap(({ finished }) => finished).length} contests`,
);
console.log(`${Object.keys(played.findings).length + 1 - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
