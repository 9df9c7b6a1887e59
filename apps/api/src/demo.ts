/**
 * A whole Saturday through the running platform: over HTTP, as players, clerks, staff, inspector and second holder do it. Prints one
 * page that adds up to the cent and exits with 1 when it does not.
 *
 * `--tickets n` (20,000 at least by default) and `--draws n` (all by default) make it shorter.
 */
import { parseArgs } from 'node:util';
import { euro } from './demo/euro.ts';
import { noComparison, playKoreanDraws, playRaceCard } from './demo/published-cases.ts';
import { playRace } from './demo/race.ts';
import { playSaturday } from './demo/saturday.ts';
import { openStage } from './demo/stage.ts';
import { addUp } from './demo/summary.ts';
import { CROWD } from './story/people.ts';

const { values } = parseArgs({ options: { tickets: { type: 'string', default: '20500' }, draws: { type: 'string', default: '10000' } } });
const url = process.env.PLATFORM_URL;
const dataDir = process.env.DATA_DIR;
if (!url || !dataDir) {
  console.error('The demo plays through a running platform: npm run demo starts or finds one.');
  process.exit(2);
}

const began = performance.now();
const say = (words: string) => console.log(`  ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${words}`);
// The run's number tells apart what several demos leave in one database.
const run = Math.trunc(Date.now() / 1000) % 1_000_000_000;

console.log('A Saturday with Valira');
const stage = await openStage(url, { players: CROWD.length, terminals: ['demo A', 'demo B'] });
say(`${stage.crowd.length} players and ${stage.terminals.length} terminals are here`);
const race = await playRace(stage, run, 600, say);
let korean = noComparison();
let card = noComparison();
const saturday = await playSaturday(stage, {
  run,
  tickets: Number(values.tickets),
  dataDir,
  say,
  async meanwhile() {
    card = await playRaceCard(stage, run);
    say(`${card.rows} published pools settled`);
    korean = await playKoreanDraws(stage, run, Number(values.draws));
    say(`${korean.rows} published draws settled`);
  },
});
const { lines, problems } = await addUp(stage, { saturday, race, korean, card });
console.log(`\n${lines.join('\n')}\n`);
for (const problem of problems) console.log(`  ✗ ${problem}`);
console.log(
  problems.length === 0 ? `It adds up: ${euro(saturday.stakeCents + race.stakeCents)} of stakes, to the cent.` : 'It does not add up.',
);
process.exit(problems.length === 0 ? 0 : 1);
