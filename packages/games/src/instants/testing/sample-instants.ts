/** One set of working papers for each play style, cut from the templates: the same run, shown in another way. */
import type { InstantDefinitionJson } from '../definition/instant-definition.ts';
import { clauDor, tresIguals } from '../templates/instant-templates.ts';
import { motsEncreuats } from '../templates/mots-encreuats.ts';

const single = clauDor.tiers.map((tier) => ({
  ...tier,
  partsCents: [String(tier.partsCents.reduce((sum, part) => sum + Number(part), 0))],
}));

const shopMatchThree: InstantDefinitionJson = {
  ...clauDor,
  id: 'shop-match-three',
  play: { style: 'match-three', cells: 9 },
  tiers: single,
};

const ticTacToe: InstantDefinitionJson = {
  ...clauDor,
  id: 'tic-tac-toe',
  play: { style: 'tic-tac-toe', boards: 3, from: 39, called: 14, decoyCents: ['2500'] },
  tiers: clauDor.tiers.map((tier) => (tier.id === '10' ? { ...tier, partsCents: ['500', '500'] } : tier)),
};

const multiplier: InstantDefinitionJson = {
  ...clauDor,
  id: 'multiplier',
  play: { style: 'multiplier', from: 40, winningNumbers: 3, yourNumbers: 8 },
  tiers: clauDor.tiers.map((tier) =>
    tier.id === '100'
      ? { ...tier, partsCents: ['2000'], multiplier: 5 }
      : tier.id === '4'
        ? { ...tier, partsCents: ['200'], multiplier: 2 }
        : tier,
  ),
};

const collect: InstantDefinitionJson = {
  ...clauDor,
  id: 'collect',
  play: {
    style: 'collect',
    cells: 15,
    others: 8,
    ladder: ['200', '400', '500', '1000', '2000', '5000', '10000', '100000', '1000000'].map((prizeCents, i) => ({
      count: 3 + i,
      prizeCents,
    })),
  },
  tiers: single,
};

export const sampleInstants: Readonly<Record<string, InstantDefinitionJson>> = {
  'key-number': clauDor,
  'match-three': shopMatchThree,
  'tic-tac-toe': ticTacToe,
  multiplier,
  collect,
  crossword: motsEncreuats,
  online: tresIguals,
};
