/** The pages of docs/rules on instant games: every table and figure on them is recomputed here. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toDecimal } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { wordsEn } from '../../rules/words-en.ts';
import { writeAmount, writeInteger } from '../../rules/written-number.ts';
import { instantOdds } from '../definition/instant-odds.ts';
import { parseInstantDefinition } from '../definition/parse-instant-definition.ts';
import { publishedOdds } from '../prize-table/published-odds.ts';
import { instantTemplates } from '../templates/instant-templates.ts';
import { sampleInstants } from '../testing/sample-instants.ts';
import { winningSentence } from './winning-sentence.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../../../docs/rules');

describe.each(instantTemplates)('the page of the instant game $id', (json) => {
  const definition = expectOk(parseInstantDefinition(json));
  const page = readFileSync(join(folder, `${definition.id}.md`), 'utf8')
    .replace(/ +\|/g, ' |')
    .replace(/\| +/g, '| ');
  const odds = instantOdds(definition);
  const money = (amount: (typeof odds)['salesCents']): string => writeAmount(wordsEn, amount, definition.currency);

  it('states every prize, count and chance, and the sums, as the papers have them', () => {
    for (const tier of odds.tiers)
      expect(page).toContain(
        `| ${money(tier.prizeCents)} | ${writeInteger(wordsEn, BigInt(tier.count))} | 1 in ${publishedOdds(tier.oneIn)} |\n`,
      );
    expect(page).toContain(`1 in ${publishedOdds(odds.overallOneIn)} tickets wins`);
    expect(page).toContain(
      `${money(odds.prizeFundCents)} of ${money(odds.salesCents)} comes back as prizes: ${toDecimal({ n: 100n * odds.returnToPlayer.n, d: odds.returnToPlayer.d }, 2)} %`,
    );
    expect(page).toContain(`${writeInteger(wordsEn, BigInt(definition.runSize))} tickets at ${money(definition.priceCents)}`);
  });

  it('says how the ticket wins in the words that are printed on it', () => {
    for (const language of ['en', 'ca'] as const) expect(page).toContain(winningSentence(definition.play, language));
  });
});

describe('the sentence on a ticket', () => {
  it('exists for every style in the four languages, each another', () => {
    const all = Object.values(sampleInstants).flatMap((json) => {
      const { play } = expectOk(parseInstantDefinition(json));
      return (['ca', 'es', 'fr', 'en'] as const).map((language) => `${play.style} ${winningSentence(play, language)}`);
    });
    expect(new Set(all).size).toBe(24);
  });
});
