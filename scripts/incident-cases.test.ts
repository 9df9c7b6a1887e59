import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/operations/incidents.md', root), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| R\d\d /.test(line))
  .map((line) => {
    const [id = '', , file = '', title = ''] = line.slice(2, -2).split(' | ');
    return { id, file: /^`(.+)`$/.exec(file)?.[1] ?? null, title };
  });

describe('the page of incident cases', () => {
  it('has every case from R01 to R42', () => {
    const all = Array.from({ length: 42 }, (_, i) => `R${String(i + 1).padStart(2, '0')}`);
    expect([...new Set(rows.map(({ id }) => id))].sort()).toEqual(all);
  });

  it('names files and titles that exist, or the part that a case waits for', () => {
    const wrong = rows.filter(({ file, title }) => {
      if (file === null) return title.length === 0;
      const at = new URL(file, root);
      return !existsSync(at) || !readFileSync(at, 'utf8').includes(title);
    });
    expect(wrong).toEqual([]);
    expect(rows.filter(({ file }) => file !== null).length).toBeGreaterThan(40);
  });
});
