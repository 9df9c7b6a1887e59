/** Published draws and a published race card through the external path: totals imported, prizes computed, certified, compared. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formerTemplates, type GameDefinitionJson, gameTemplates } from '@valira/games';
import type { PoolDefinitionJson } from '@valira/pool';
import { winPool } from '../story/products.ts';
import { inParallel } from './caller.ts';
import { registerProduct, type Stage, waitFor, waitForCountersignature } from './stage.ts';

export type Compared = { rows: number; prizes: number; exact: number; explained: number; unexplained: string[] };

const caseFile = (path: string) => readFileSync(fileURLToPath(new URL(`../../../../packages/${path}`, import.meta.url)), 'utf8');

export const noComparison = (): Compared => ({ rows: 0, prizes: 0, exact: 0, explained: 0, unexplained: [] });

const WIDTH = 6;

type ExternalContest = {
  readonly productVersionId: string;
  readonly number: number;
  readonly event?: unknown;
  readonly result?: unknown;
  readonly totals: unknown;
};

/** Schedules an external contest that is over, imports its totals, has them certified, and answers the prizes per tier. */
async function settleExternal(
  stage: Stage,
  { productVersionId, number, event, result, totals }: ExternalContest,
): Promise<ReadonlyMap<string, string>> {
  const [importer, certifier] = stage.officials;
  const closesAt = new Date(Date.now() - 1_000);
  const { id } = await importer.must<{ id: string }>('POST', '/v1/console/contests', {
    productVersionId,
    number,
    source: 'external',
    opensAt: new Date(closesAt.getTime() - 1_000).toISOString(),
    closesAt: closesAt.toISOString(),
    drawsAt: closesAt.toISOString(),
    ...(event !== undefined && { event }),
  });
  await waitForCountersignature(stage, id);
  await importer.must('POST', `/v1/console/contests/${id}/external-result`, { ...(result !== undefined && { result }), totals });
  await certifier.must('POST', `/v1/console/contests/${id}/certify`, { resultVersion: 1 });
  const settled = await waitFor(stage, id, ['published', 'archived']);
  return new Map((settled.prizes ?? []).map(({ tier, prizeCents }) => [tier, prizeCents]));
}

const template = (id: string): GameDefinitionJson => {
  const found = [...gameTemplates, ...formerTemplates].find((one) => one.id === id);
  if (!found) throw new Error(`no template ${id}`);
  return found;
};

const ERAS: readonly { readonly definition: GameDefinitionJson; readonly until: number }[] = [
  { definition: template('kr-645-a1'), until: 79 },
  { definition: template('kr-645-a2'), until: 87 },
  { definition: template('kr-645-a3'), until: 400 },
  { definition: template('kr-645'), until: Number.POSITIVE_INFINITY },
];

/** kr_lotto645: every published prize of every draw in the project's copy, at most `most` draws spread over all years. */
export async function playKoreanDraws(stage: Stage, run: number, most: number): Promise<Compared> {
  const [header = '', ...lines] = caseFile('games/src/testing/cases/kr_lotto645/draws.csv').trim().split(/\r?\n/);
  const columns = header.split(',');
  const all = lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(columns.map((column, i) => [column, values[i] ?? '']));
  });
  const every = Math.max(1, Math.ceil(all.length / most));
  const rows = all.filter((_, i) => i % every === 0);
  const versions: string[] = [];
  for (const [i, { definition }] of ERAS.entries())
    versions.push(
      await registerProduct(stage, {
        slug: `lotto-645-era-${i + 1}-${run}`,
        family: 'draw',
        modality: 'a',
        name: 'Lotto 6/45',
        channels: ['online'],
        definition,
        registrationNumber: `CRAJ-DEMO-${run}-K${i + 1}`,
      }),
    );
  const compared = noComparison();
  await inParallel(WIDTH, rows, async (row) => {
    const number = Number(row.draw);
    const productVersionId = versions[ERAS.findIndex(({ until }) => number <= until)] ?? '';
    const tiers = ['1', '2', '3', '4', '5'];
    const prizes = await settleExternal(stage, {
      productVersionId,
      number,
      totals: {
        kind: 'draw',
        salesCents: row.sales_krw,
        carriedInCents: { '1': row.carry_in_1 || '0' },
        winners: tiers.map((tier) => ({ tier, count: row[`w${tier}`] || '0' })),
      },
    });
    compared.rows += 1;
    for (const tier of tiers) {
      if (row[`w${tier}`] === '0') continue;
      compared.prizes += 1;
      if (prizes.get(tier) === row[`p${tier}`]) compared.exact += 1;
      // Draws whose figures the published rule does not give, listed with the case.
      else if (row.reproduces === '0') compared.explained += 1;
      else compared.unexplained.push(`draw ${number} tier ${tier}: ${prizes.get(tier)} instead of ${row[`p${tier}`]}`);
    }
  });
  return compared;
}

type Exotic = {
  readonly bet: string;
  readonly combination: string;
  readonly payoff_usd: string;
  readonly pool_usd: number;
  readonly integer_candidates: readonly number[];
};

const EXOTICS: Readonly<Record<string, 'exacta' | 'quinella' | 'trifecta' | 'superfecta'>> = {
  Exacta: 'exacta',
  Quinella: 'quinella',
  Trifecta: 'trifecta',
  Superfecta: 'superfecta',
};
const STARTERS = 12;

/** us_arapahoe_chart: the exotic pools of the card, takeout 25 %, a dime on the dollar, from pool and winning dollars to the payoff. */
export async function playRaceCard(stage: Stage, run: number): Promise<Compared> {
  const races = JSON.parse(caseFile('pool/src/testing/cases/us_arapahoe_chart/races.json')) as { race: number; exotics: Exotic[] }[];
  const versions = new Map<string, string>();
  for (const type of new Set(Object.values(EXOTICS))) {
    const definition: PoolDefinitionJson = {
      ...winPool,
      id: `card-${type}`,
      currency: 'USD',
      bet: { type } as PoolDefinitionJson['bet'],
      takeoutBps: 2500,
      dividend: { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '0', shortfall: { paidBy: 'operator' } },
      cascade: [{ step: 'refund' }],
      stake: { ...winPool.stake, maximumCents: '100000000' },
    };
    versions.set(
      type,
      await registerProduct(stage, {
        slug: `card-${type}-${run}`,
        family: 'pool',
        modality: 'c',
        name: type,
        channels: ['online'],
        definition,
        registrationNumber: `CRAJ-DEMO-${run}-${type}`,
      }),
    );
  }
  const compared = noComparison();
  const pools = races.flatMap(({ race, exotics }) => exotics.map((exotic) => ({ race, ...exotic })));
  await inParallel(WIDTH, pools, async ({ race, bet, combination, payoff_usd, pool_usd, integer_candidates }) => {
    const productVersionId = versions.get(EXOTICS[bet] ?? '');
    const runners = combination.split('-').map(Number);
    const usable = productVersionId && runners.every((runner) => Number.isInteger(runner) && runner > 0);
    compared.rows += 1;
    const [dollars] = integer_candidates;
    if (!usable || dollars === undefined) {
      // Daily doubles span two races, "ALL" has no single combination, and pools without an integer of winning dollars do not reproduce.
      compared.explained += 1;
      return;
    }
    compared.prizes += 1;
    const loser = Array.from({ length: STARTERS }, (_, i) => i + 1).find((runner) => !runners.includes(runner)) ?? STARTERS;
    const stakes = (selected: number[], usd: number) => ({
      selections: { form: 'straight', runners: selected },
      stakeCents: String(usd * 100),
    });
    const prizes = await settleExternal(stage, {
      productVersionId,
      number: race,
      event: {
        kind: 'race',
        name: `Race ${race}`,
        meeting: 'Arapahoe Park 2016-07-24',
        organiser: 'Arapahoe Park',
        competition: 'Race card of 24 July 2016',
        startsAt: '2016-07-24T19:00:00.000Z',
        runners: Array.from({ length: STARTERS }, (_, i) => ({ number: i + 1, name: `No. ${i + 1}` })),
      },
      result: { legs: [{ kind: 'finish', order: runners.map((runner) => [runner]) }] },
      totals: { kind: 'pool', bets: [stakes(runners, dollars), stakes([...runners.slice(0, -1), loser], pool_usd - dollars)] },
    });
    const [dividend = '0'] = prizes.values();
    const published = BigInt(payoff_usd.replace('.', ''));
    if (BigInt(dividend) * 2n === published) compared.exact += 1;
    else compared.unexplained.push(`race ${race} ${bet}: ${BigInt(dividend) * 2n} instead of ${published}`);
  });
  return compared;
}
