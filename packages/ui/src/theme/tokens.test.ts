import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokens(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(selector)).match(/\{([^}]*)\}/)?.[1] ?? '';
  return new Map([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const text: readonly (readonly [string, string])[] = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) => ['surface', 'surface-2', 'surface-3', 'bg'].map((ground) => [ink, ground] as const)),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['primary-ink', 'primary-soft'],
  ['primary-ink', 'surface'],
  ['primary-ink', 'bg'],
  ['on-gold', 'gold'],
  ['gold-ink', 'gold-soft'],
  ['ink', 'gold-soft'],
  ['good-ink', 'good-soft'],
  ['good-ink', 'surface'],
  ['ink', 'good-soft'],
  ['on-good', 'good'],
  ['bad-ink', 'bad-soft'],
  ['bad-ink', 'surface'],
  ['ink', 'bad-soft'],
  ['on-bad', 'bad'],
  ['seal-ink', 'seal-soft'],
  ['on-seal', 'seal'],
  ['calm-ink', 'calm-soft'],
  ['paper-ink', 'paper'],
  ['paper-ink-2', 'paper'],
];
const edges = [
  ['line-strong', 'surface'],
  ['line-strong', 'bg'],
  ['focus', 'surface'],
  ['focus', 'bg'],
  ['focus-paper', 'paper'],
] as const;

describe.each([':root', '[data-theme="dark"]'])('colours of %s', (selector) => {
  const light = tokens(':root');
  const of = (name: string) => tokens(selector).get(name) ?? light.get(name) ?? '';

  test.each(text)('%s is readable on %s: at least 4.5 to 1', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(edges)('%s is visible on %s: at least 3 to 1', (edge, ground) => {
    expect(contrast(of(edge), of(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('components use roles only: no raw colour stands in the source', async () => {
  const { globSync } = await import('node:fs');
  const root = new URL('../', import.meta.url).pathname;
  const files = globSync('**/*.tsx', { cwd: root });
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) expect(readFileSync(root + file, 'utf8'), file).not.toMatch(/#[0-9a-f]{3}(?:[0-9a-f]{3})?\b/i);
});
