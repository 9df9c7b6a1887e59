/** Small games with every shape that the verifier counts: bonus numbers, two panels, printed digits, reduced systems, keno. */
import { cims645, type GameDefinition, parseGameDefinition } from '@valira/games';
import { expectOk } from '@valira/outcome';

/** Winners are frequent in games this small, so the fixed prizes are small too. */
const tiers = cims645.prizes.tiers.map((tier) =>
  tier.prize.kind === 'fixed' ? { ...tier, prize: { kind: 'fixed', amountCents: '5' } } : tier,
);
const base = {
  ...cims645,
  limits: { ...cims645.limits, maxEntries: 20 },
  units: [1, 2, 5],
  prizes: { ...cims645.prizes, tiers },
};

const withoutPanels = Object.fromEntries(Object.entries(base).filter(([key]) => !['panels', 'bonuses'].includes(key)));

const named = (text: string) => ({ ca: text, es: text, fr: text, en: text });

const parsed = (json: unknown): GameDefinition => expectOk(parseGameDefinition(json));

export const sampleGames: Readonly<Record<string, GameDefinition>> = {
  cims: parsed(cims645),
  'three-of-nine': parsed({
    ...base,
    panels: [{ id: 'main', from: 9, choose: 3, maxPicks: 6 }],
    reducedSystems: [
      {
        id: 'five',
        panel: 'main',
        picks: 5,
        lines: [
          [0, 1, 2],
          [0, 3, 4],
          [1, 2, 4],
        ],
      },
    ],
    wins: [
      { tier: '6', hits: { main: 3 } },
      { tier: '5-bonus', hits: { main: 2, bonus: 1 } },
      { tier: '5', hits: { main: 2, bonus: 0 } },
      { tier: '4', hits: { main: 1, bonus: 1 } },
      { tier: '3', hits: { main: 1, bonus: 0 } },
    ],
  }),
  'two-panels': parsed({
    ...base,
    panels: [
      { id: 'main', from: 11, choose: 3, maxPicks: 5 },
      { id: 'stars', from: 6, first: 0, choose: 2, maxPicks: 4 },
    ],
    bonuses: [],
    wins: [
      { tier: '6', hits: { main: 3, stars: 2 } },
      { tier: '5-bonus', hits: { main: 3, stars: [0, 1] } },
      { tier: '5', hits: { main: 2, stars: 2 } },
      { tier: '4', hits: { main: 2, stars: [0, 1] } },
      { tier: '3', hits: { main: [0, 1], stars: 2 } },
    ],
  }),
  'printed-digit': parsed({
    ...base,
    panels: [{ id: 'main', from: 8, choose: 2, maxPicks: 4 }],
    bonuses: [{ id: 'bonus', panel: 'main', count: 2 }],
    drawnDigits: [{ id: 'refund', size: 3 }],
    wins: [
      { tier: '6', hits: { main: 2 }, digits: { refund: true } },
      { tier: '5-bonus', hits: { main: 2 }, digits: { refund: false } },
      { tier: '5', hits: { main: 1, bonus: 1 } },
      { tier: '4', hits: { main: 0, bonus: 2 } },
      { tier: '3', hits: { main: [0, 1], bonus: 0 }, digits: { refund: true } },
    ],
  }),
  keno: parsed({
    ...withoutPanels,
    family: 'keno',
    spots: 20,
    drawn: 8,
    minMarks: 1,
    maxMarks: 4,
    wins: [
      { tier: '6', marks: 4, hits: 4 },
      { tier: '5-bonus', marks: 3, hits: 3 },
      { tier: '5', marks: 2, hits: 2 },
      { tier: '4', marks: 1, hits: 1 },
      { tier: '3', marks: 4, hits: 0 },
    ],
  }),
  'two-rounds': parsed({
    ...base,
    panels: [{ id: 'main', from: 10, choose: 3, maxPicks: 5 }],
    bonuses: [],
    rounds: 2,
    wins: [
      { tier: '6', hits: { main: 3 } },
      { tier: '5-bonus', hits: { main: 2 } },
      { tier: '5', round: 2, hits: { main: 3 } },
      { tier: '4', round: 2, hits: { main: 2 } },
      { tier: '3', hits: { main: 0 } },
    ],
  }),
  digits: parsed({
    ...withoutPanels,
    family: 'digits',
    positions: 3,
    repeats: 'allowed',
    seriesCount: 4,
    chosenBy: 'player',
    bets: [
      { id: 'straight', name: named('Exacte') },
      { id: 'any', name: named('Qualsevol ordre') },
    ],
    wins: [
      { tier: '6', bet: 'straight', match: { kind: 'exact', series: true } },
      { tier: '5-bonus', bet: 'straight', match: { kind: 'exact' } },
      { tier: '5', bet: 'any', match: { kind: 'any-order', orders: 6 } },
      { tier: '5-bonus', bet: 'any', match: { kind: 'any-order' } },
      { tier: '4', bet: 'straight', match: { kind: 'first', digits: 2 } },
      { tier: '3', bet: 'straight', group: 'ending', match: { kind: 'last', digits: 1 } },
    ],
  }),
};
