/**
 * What a clerk types in the one line of the sale screen.
 *
 * | typed | meaning |
 * |---|---|
 * | `1` | product 1, one quick pick |
 * | `14` | product 1, four quick picks (up to 99) |
 * | `1n 4 9 23 30 38 41` | product 1, these numbers; `/` begins another line |
 * | `2n 5*3 8` | product 2 (a race), runner 5 for three units and runner 8 for one |
 * | 16 or more letters and digits | a ticket that was scanned |
 *
 * So a quick pick is two keystrokes: `1` and Enter.
 */
import type { DrawLine, Panel } from '../api/wire.ts';

export type CommandProduct =
  | { readonly kind: 'draw'; readonly panels: readonly Panel[]; readonly mostLines: number }
  | { readonly kind: 'pool'; readonly runners: readonly number[] };

export type Command =
  | { readonly kind: 'empty' }
  | { readonly kind: 'quick'; readonly product: number; readonly count: number }
  | { readonly kind: 'lines'; readonly product: number; readonly lines: readonly DrawLine[] }
  | { readonly kind: 'bets'; readonly product: number; readonly bets: readonly { readonly runner: number; readonly units: number }[] }
  | { readonly kind: 'serial'; readonly serial: string }
  | { readonly kind: 'unfinished'; readonly product: number; readonly missing: number }
  | { readonly kind: 'refused'; readonly why: CommandFault; readonly facts?: Readonly<Record<string, number | string>> };

export type CommandFault =
  | 'no_product'
  | 'unreadable'
  | 'too_many'
  | 'out_of_range'
  | 'twice'
  | 'no_quick_pick'
  | 'not_running'
  | 'too_many_lines';

const refused = (why: CommandFault, facts?: Readonly<Record<string, number | string>>): Command => ({
  kind: 'refused',
  why,
  ...(facts ? { facts } : {}),
});

/** `products`: by the digit that stands for them, 1-based; null for one that may not be sold here. */
export function readCommand(text: string, products: readonly (CommandProduct | null)[]): Command {
  const bare = text.trim();
  if (bare === '') return { kind: 'empty' };
  const letters = bare.replace(/[^0-9a-z]/gi, '');
  if (letters.length >= 16 && /[a-z]/i.test(letters) && !/\s/.test(bare)) return { kind: 'serial', serial: letters.toUpperCase() };
  const match = /^([1-9])(?:(\d{1,2})|\s*n\s*(.*))?$/i.exec(bare);
  if (!match) return refused('unreadable');
  const index = Number(match[1]);
  const product = products[index - 1];
  if (!product) return refused('no_product', { product: index });
  const [, , count, numbers] = match;
  if (numbers === undefined) {
    if (product.kind === 'pool') return refused('no_quick_pick');
    const lines = count === undefined ? 1 : Number(count);
    if (lines < 1) return refused('unreadable');
    return lines > product.mostLines
      ? refused('too_many_lines', { most: product.mostLines })
      : { kind: 'quick', product: index, count: lines };
  }
  return product.kind === 'draw' ? readLines(index, product, numbers) : readBets(index, product, numbers);
}

function readLines(index: number, product: Extract<CommandProduct, { kind: 'draw' }>, text: string): Command {
  const lines: DrawLine[] = [];
  const wanted = product.panels.reduce((sum, panel) => sum + panel.choose, 0);
  for (const part of text.split('/')) {
    const words = part
      .trim()
      .split(/[\s,.-]+/)
      .filter(Boolean);
    if (words.some((word) => !/^\d{1,2}$/.test(word))) return refused('unreadable');
    const numbers = words.map(Number);
    if (numbers.length > wanted) return refused('too_many', { wanted });
    let at = 0;
    const line: Record<string, readonly number[]> = {};
    for (const panel of product.panels) {
      const first = panel.first ?? 1;
      const chosen = numbers.slice(at, at + panel.choose);
      at += panel.choose;
      const outside = chosen.find((number) => number < first || number >= first + panel.from);
      if (outside !== undefined) return refused('out_of_range', { number: outside, first, last: first + panel.from - 1 });
      const twice = chosen.find((number, place) => chosen.indexOf(number) !== place);
      if (twice !== undefined) return refused('twice', { number: twice });
      line[panel.id] = [...chosen].sort((a, b) => a - b);
    }
    if (numbers.length < wanted) return { kind: 'unfinished', product: index, missing: wanted - numbers.length };
    lines.push(line);
  }
  return lines.length > product.mostLines
    ? refused('too_many_lines', { most: product.mostLines })
    : { kind: 'lines', product: index, lines };
}

function readBets(index: number, product: Extract<CommandProduct, { kind: 'pool' }>, text: string): Command {
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { kind: 'unfinished', product: index, missing: 1 };
  const bets: { runner: number; units: number }[] = [];
  for (const word of words) {
    const match = /^(\d{1,2})(?:[*x](\d{1,4}))?$/i.exec(word);
    if (!match) return refused('unreadable');
    const runner = Number(match[1]);
    const units = match[2] === undefined ? 1 : Number(match[2]);
    if (units < 1) return refused('unreadable');
    if (!product.runners.includes(runner)) return refused('not_running', { runner });
    if (bets.some((bet) => bet.runner === runner)) return refused('twice', { number: runner });
    bets.push({ runner, units });
  }
  return { kind: 'bets', product: index, bets };
}
