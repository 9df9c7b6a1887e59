/** A key-number run of any size with the same structure, and everything that is needed to generate it. For tests and benches. */
import { createHash } from 'node:crypto';
import {
  commitToInstantSecret,
  type InstantDefinition,
  type InstantDefinitionJson,
  type InstantKeys,
  type InstantRun,
  type InstantSecrets,
  instantKeyPurposes,
  instantRunHash,
  instantRunKeys,
  papersHash,
  parseInstantDefinition,
} from '@valira/games/instants';
import { expectOk } from '@valira/outcome';
import { nodePorts } from '../node-ports.ts';

const digest = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());

export type PreparedRun = {
  readonly definition: InstantDefinition;
  readonly run: InstantRun;
  readonly secrets: InstantSecrets;
  readonly keys: InstantKeys;
};

/** A prepared run whose secrets and keys follow from a name, so that it is the same in every run of a test. */
export function prepareRun(json: InstantDefinitionJson, name: string): PreparedRun {
  const definition = expectOk(parseInstantDefinition(json));
  const { sha256, hmacSha256 } = nodePorts;
  const base = { game: definition.game, run: 1, firstPack: 1, papersHash: papersHash(sha256, definition) };
  const secrets = { operator: digest(`operator ${name}`), second: digest(`second ${name}`) };
  const run: InstantRun = {
    ...base,
    commitments: {
      operator: commitToInstantSecret(sha256, 'operator', base, secrets.operator),
      second: commitToInstantSecret(sha256, 'second', base, secrets.second),
    },
  };
  const masters = Object.fromEntries(instantKeyPurposes.map((purpose) => [purpose, digest(`${purpose} ${name}`)])) as InstantKeys;
  return { definition, run, secrets, keys: instantRunKeys(hmacSha256, masters, instantRunHash(sha256, run)) };
}

const same = (name: string) => ({ ca: name, es: name, fr: name, en: name });

/** Papers for so many tickets, a multiple of 10,000, in packs of 50 and segments of 25,000 tickets. */
export function scaledPapers(tickets: number): InstantDefinitionJson {
  const low = (
    id: string,
    perMillion: number,
    parts: readonly string[],
    min: number,
    max: number,
  ): InstantDefinitionJson['tiers'][number] => ({
    id,
    count: (perMillion * tickets) / 1_000_000,
    partsCents: [...parts],
    spread: 'low',
    perPack: { min, max },
  });
  const rare = (
    id: string,
    perMillion: number,
    parts: readonly string[],
    spread: 'mid' | 'top',
  ): InstantDefinitionJson['tiers'][number] => ({
    id,
    count: Math.max(1, Math.round((perMillion * tickets) / 1_000_000)),
    partsCents: [...parts],
    spread,
  });
  const tiers = [
    rare('10000', 8, ['1000000'], 'top'),
    rare('1000', 80, ['100000'], 'top'),
    rare('100', 800, ['10000'], 'mid'),
    rare('50', 2_500, ['2000', '2000', '1000'], 'mid'),
    rare('20', 6_600, ['2000'], 'mid'),
    low('10', 16_000, ['500', '500'], 0, 3),
    low('5', 25_000, ['500'], 0, 3),
    low('4', 50_000, ['400'], 1, 5),
    low('2', 100_000, ['200'], 3, 7),
  ];
  const fund = tiers.reduce((sum, { count, partsCents }) => sum + count * partsCents.reduce((total, part) => total + Number(part), 0), 0);
  return {
    schema: 1,
    family: 'instant',
    id: 'scaled-run',
    version: 1,
    name: same('Scaled run'),
    currency: 'EUR',
    game: 555,
    channel: 'retail',
    priceCents: '200',
    runSize: tickets,
    packSize: 50,
    prizeFundCents: String(fund),
    play: { style: 'key-number', from: 40, winningNumbers: 3, yourNumbers: 10, decoyCents: ['2500', '50000'] },
    scenes: 6,
    tiers,
    guarantee: { segments: Math.max(2, Math.ceil(tickets / 25_000)), floorCents: '2400', ceilingCents: '15000', maxLoserStreak: 13 },
    settlement: { lowPrizesPercent: 80, daysAfterActivation: 30, nextPackActivated: true },
    endOfGame: { topPrizesGone: 'end-sales', saleDays: 365 },
    claim: { days: 90, closedDays: 'extend' },
  };
}
