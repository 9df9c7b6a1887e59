/** The page at the end: what was sold, won and paid, and every sum that must agree with another. */
import type { BundleDocument } from '@valira/games/verifiable';
import { verifyBundle } from '@valira/verifier';
import { nodePorts } from '@valira/verifier/node';
import { euro } from './euro.ts';
import type { Compared } from './published-cases.ts';
import type { RaceDay } from './race.ts';
import type { Saturday } from './saturday.ts';
import type { ContestBody, Stage } from './stage.ts';

export type Played = { readonly saturday: Saturday; readonly race: RaceDay; readonly korean: Compared; readonly card: Compared };

const LEAST_TICKETS = 20_000;

async function bundleOf({ url }: Stage, contestId: string): Promise<Uint8Array> {
  const response = await fetch(`${url}/v1/contests/${contestId}/bundle`);
  if (!response.ok) throw new Error(`no bundle for ${contestId}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const sum = (amounts: Iterable<string>): bigint => [...amounts].reduce((total, text) => total + BigInt(text), 0n);

const paidOf = (contest: ContestBody): bigint => sum((contest.prizes ?? []).map(({ totalCents }) => totalCents));

const table = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.map(([name, value]) => `  ${name.padEnd(44)}${value.padStart(24)}`);

export async function addUp(stage: Stage, { saturday, race, korean, card }: Played): Promise<{ lines: string[]; problems: string[] }> {
  const problems: string[] = [];
  const check = (holds: boolean, otherwise: string) => {
    if (!holds) problems.push(otherwise);
  };
  const balance = await stage.finance.must<{ differenceCents: string; totalDebitCents: string }>('GET', '/v1/console/ledger/trial-balance');
  check(balance.differenceCents === '0', `the trial balance differs by ${balance.differenceCents}`);
  check(saturday.sold >= LEAST_TICKETS || process.argv.includes('--tickets'), `only ${saturday.sold} tickets were sold`);
  check(saturday.secondClaim === 'already_paid', `a paid ticket was answered ${saturday.secondClaim} at another terminal`);

  const lines = table([
    ['Draw: tickets sold', String(saturday.sold)],
    ['Draw: stakes', euro(saturday.stakeCents)],
    ['Draw: sales per second, through HTTP', String(saturday.salesPerSecond)],
    ['Draw: prizes', euro(paidOf(saturday.contest))],
    ['Draw: paid at a counter, once', euro(saturday.claimedCents)],
    ['Race: bets', String(race.sold)],
    ['Race: stakes', euro(race.stakeCents)],
    ['Race: dividends paid', euro(paidOf(race.contest))],
  ]);
  check(
    race.probableCents === race.contest.prizes?.[0]?.prizeCents,
    `the last probable ${race.probableCents} is not the dividend ${race.contest.prizes?.[0]?.prizeCents}`,
  );

  for (const [name, contest, stakeCents] of [
    ['Draw', saturday.contest, saturday.stakeCents],
    ['Race', race.contest, race.stakeCents],
  ] as const) {
    const record = await stage.anyone.must<BundleDocument>('GET', `/v1/contests/${contest.id}/record.json`);
    const { inflow, outflow } = record.body.money;
    check(BigInt(inflow.stakes) === stakeCents, `${name}: the record has stakes of ${inflow.stakes}, sold were ${stakeCents}`);
    check(sum(Object.values(inflow)) === sum(Object.values(outflow)), `${name}: money in is not money out`);
    check(BigInt(outflow.prizes) === paidOf(contest), `${name}: the ledger paid ${outflow.prizes}, the table says ${paidOf(contest)}`);
    lines.push(
      `  ${name}: record, money in`,
      ...table(Object.entries(inflow).map(([what, cents]) => [`    ${what}`, euro(BigInt(cents))] as const)),
    );
    lines.push(
      `  ${name}: record, money out`,
      ...table(Object.entries(outflow).map(([what, cents]) => [`    ${what}`, euro(BigInt(cents))] as const)),
    );
    const { findings } = verifyBundle(nodePorts, await bundleOf(stage, contest.id));
    check(findings.length === 0, `${name}: the verifier finds ${JSON.stringify(findings).slice(0, 300)}`);
  }
  for (const [name, { rows, prizes, exact, explained, unexplained }] of [
    ['Published draws (Lotto 6/45)', korean],
    ['Published pools (race card)', card],
  ] as const) {
    lines.push(
      ...table([
        [`${name}: settled`, String(rows)],
        [`${name}: prizes exact`, `${exact} of ${prizes}`],
        [`${name}: known exceptions`, String(explained)],
      ]),
    );
    problems.push(...unexplained.map((words) => `${name}: ${words}`));
  }
  lines.push(
    ...table([
      ['Trial balance: moved in all', euro(BigInt(balance.totalDebitCents))],
      ['Trial balance: difference', euro(BigInt(balance.differenceCents))],
    ]),
  );
  return { lines, problems };
}
