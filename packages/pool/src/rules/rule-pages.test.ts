/** Every bet type has a page in docs/rules, and the figures of its worked example are what the engine computes. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minorDigits, rational, toDecimal } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { betSchema } from '../definition/bet-type.ts';
import { parsePoolDefinition } from '../definition/pool-definition.ts';
import { calculatePool } from '../settle/calculate-pool.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../../docs/rules');
const pages = readdirSync(folder).filter((file) => /^pool-.*\.md$/.test(file));

const block = (page: string, name: string): unknown => {
  const found = new RegExp(`\`\`\`json ${name}\n([\\s\\S]*?)\n\`\`\``).exec(page);
  if (!found?.[1]) throw new Error(`no block ${name}`);
  return JSON.parse(found[1]);
};

/** Rows of the n-th table of a page, without head and rule. */
function table(page: string, index: number): string[] {
  const tables = page.split('\n\n').filter((part) => part.startsWith('|'));
  return (tables[index] ?? '').trim().split('\n').slice(2);
}

const accountNames = {
  stakes: 'Stakes',
  carriedIn: 'Carried in',
  guaranteeTopUp: 'Guarantee',
  minimumTopUp: 'Operator for the minimum',
  roundingTopUp: 'Operator for rounding',
  position: 'Other sources',
  paid: 'Paid',
  refunds: 'Refunds',
  takeout: 'Takeout',
  breakage: 'Breakage',
} as const;

describe('the rule pages of pools', () => {
  it('are one for each bet type', () => {
    expect(pages.toSorted()).toEqual(betSchema.options.map((option) => `pool-${option.shape.type.value}.md`).toSorted());
  });

  for (const file of pages) {
    it(`work their example right: ${file}`, () => {
      const page = readFileSync(join(folder, file), 'utf8');
      const definition = expectOk(parsePoolDefinition(block(page, 'definition')));
      expect(file).toBe(`pool-${definition.bet.type}.md`);
      const { dividends, accounts } = expectOk(calculatePool(block(page, 'definition'), block(page, 'pool')));
      const digits = minorDigits[definition.currency];
      const money = (text: string) =>
        toDecimal(rational(BigInt(text), 10n ** BigInt(digits)), digits).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
      expect(table(page, 0)).toEqual(
        dividends.map((line) => `| ${line.line} | ${money(line.stakesCents)} | ${money(line.dividendCents)} |`),
      );
      const { carriedOut, reserves, ...flat } = accounts;
      const named = Object.entries(flat).map(
        ([name, amount]) => [accountNames[name as keyof typeof accountNames], String(amount)] as const,
      );
      const out = Object.entries(carriedOut).map(([tier, amount]) => [`Carried out: ${tier}`, amount] as const);
      const kept = Object.entries(reserves).map(([name, amount]) => [`Reserve: ${name}`, amount] as const);
      const rows = [...named, ...out, ...kept]
        .filter(([, amount]) => amount !== '0')
        .map(([name, amount]) => `| ${name} | ${money(amount)} |`);
      expect(table(page, 1).toSorted()).toEqual(rows.toSorted());
      // The prose states every dividend that the table holds.
      const prose = page.slice(page.indexOf('## Worked example'), page.indexOf('| Line |'));
      for (const line of dividends) expect(prose).toContain(money(line.dividendCents));
    });
  }
});
