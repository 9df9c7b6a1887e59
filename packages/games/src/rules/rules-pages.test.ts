/** The pages of docs/rules: each template has one, and every table and worked example on it is recomputed here. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cents, cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { parseGameDefinition } from '../definition/parse-game-definition.ts';
import { settleDraw } from '../settle/settle-draw.ts';
import { gameTemplates } from '../templates/game-templates.ts';
import { rulesText } from './rules-text.ts';
import { wordsEn } from './words-en.ts';
import { writeAmount, writeInteger } from './written-number.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../../docs/rules');

type Amounts = Readonly<Record<string, string>>;
type Example = {
  readonly draw: {
    readonly stakesCents: string;
    readonly winners: Readonly<Record<string, number>>;
    readonly carriedInCents?: Amounts;
    readonly accountsCents?: Amounts;
    readonly cycleDraw?: number;
  };
  readonly expected: {
    readonly fundCents: string;
    readonly prizeCents: Amounts;
    readonly netPrizeCents: Amounts;
    readonly carriedOutCents: Amounts;
    readonly accountsCents: Amounts;
    readonly operatorAddedCents: string;
    readonly operatorKeptCents: string;
  };
};

const toCents = (amounts: Amounts | undefined): Record<string, Cents> =>
  Object.fromEntries(Object.entries(amounts ?? {}).map(([id, text]) => [id, cents(BigInt(text))]));
const toText = (amounts: Readonly<Record<string, bigint>>): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).map(([id, amount]) => [id, String(amount)]));

describe.each(gameTemplates)('the page of $id', (json) => {
  const game = expectOk(parseGameDefinition(json));
  const path = join(folder, `${game.id}.md`);
  // Padding of table cells is a matter of layout.
  const page = existsSync(path) ? readFileSync(path, 'utf8').replace(/ +\|/g, ' |').replace(/\| +/g, '| ') : '';
  const rules = rulesText(game, 'en');

  it('states the rules as the definition has them', () => {
    const [, elements, draws, , prizes] = rules.sections;
    for (const section of [elements, draws, prizes]) for (const text of section?.paragraphs ?? []) expect(page).toContain(`- ${text}\n`);
    for (const { table } of rules.sections) {
      for (const { tier, condition, odds, prize } of table?.rows ?? [])
        expect(page).toContain(`| ${tier} | ${condition} | ${odds} | ${prize} |\n`);
    }
  });

  it('works an example that the engine reproduces to the cent', () => {
    const block = /```json\n([\s\S]+?)\n```/.exec(page)?.[1];
    if (block === undefined) throw new Error(`no example in ${game.id}.md`);
    const { draw, expected } = JSON.parse(block) as Example;
    const settlement = expectOk(
      settleDraw(game, {
        stakesCents: cents(BigInt(draw.stakesCents)),
        winners: Object.fromEntries(Object.entries(draw.winners).map(([tier, count]) => [tier, BigInt(count)])),
        carriedInCents: toCents(draw.carriedInCents),
        accountsCents: toCents(draw.accountsCents),
        cycleDraw: draw.cycleDraw ?? 1,
      }),
    );
    const perTier = (amount: (tier: (typeof settlement.tiers)[number]) => bigint) =>
      Object.fromEntries(settlement.tiers.map((tier) => [tier.id, String(amount(tier))]));
    expect({
      fundCents: String(settlement.fundCents),
      prizeCents: perTier(({ prizeCents }) => prizeCents),
      netPrizeCents: perTier(({ netPrizeCents }) => netPrizeCents),
      carriedOutCents: toText(settlement.carriedOutCents),
      accountsCents: toText(settlement.accountsCents),
      operatorAddedCents: String(settlement.operatorAddedCents),
      operatorKeptCents: String(settlement.operatorKeptCents),
    }).toEqual(expected);
    const show = (amount: Cents): string => writeAmount(wordsEn, amount, game.currency).replace(`${game.currency} `, '');
    expect(page).toContain(
      `Stakes ${show(settlement.stakesCents)}; prize fund ${show(settlement.fundCents)}; operator's part ${show(settlement.operatorPartCents)}.`,
    );
    for (const tier of settlement.tiers) {
      const cells = [tier.poolCents, tier.prizeCents, tier.netPrizeCents, tier.carriedOutCents].map(show);
      expect(page).toContain(`| ${[tier.id, writeInteger(wordsEn, tier.winners), ...cells].join(' | ')} |\n`);
    }
  });

  it('lists what is not confirmed', () => {
    for (const { path: place, note } of game.unconfirmed) expect(page).toContain(`- \`${place}\`: ${note}\n`);
  });

  it('is in the index', () => {
    expect(readFileSync(join(folder, 'draw-games.md'), 'utf8')).toContain(`(${game.id}.md)`);
  });
});
