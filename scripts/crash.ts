/** `node scripts/crash.ts --rounds n`: the crash test in its long form. Four rounds (the default) are 60 kills, each victim at every step. */
import { parseArgs } from 'node:util';
import { STEPS } from './crash/killed-draw.ts';
import { playRounds } from './crash/play-rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '4' } } });
const began = performance.now();
const { draws, findings } = await playRounds(Number(values.rounds), (words) =>
  console.log(`  ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}`),
);
const kills = draws.reduce((sum, draw) => sum + draw.kills.length, 0);
for (const finding of Object.values(findings).flat()) console.log(`  ✗ ${finding}`);
const missed = Number(values.rounds) * STEPS.length - kills;
if (missed > 0) console.log(`  ✗ ${missed} steps passed without their kill`);
const failed = Object.values(findings).filter((list) => list.length > 0).length + (missed > 0 ? 1 : 0);
console.log(`${kills} kills in ${draws.length} draws; ${Object.keys(findings).length + 1 - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
