import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markBuilt, outdatedPages } from './pages.ts';

let root: string;
const put = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'valira-pages-'));
  put('pnpm-lock.yaml', 'lock');
  put('packages/ui/src/money.tsx', 'money');
  put('apps/web/dist/index.html', '');
  put('apps/retail-terminal/dist/index.html', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const outdated = () => outdatedPages(root).pages;
const build = () => {
  const { pages, hash } = outdatedPages(root);
  for (const page of pages) markBuilt(root, page, hash);
};

describe('pages', () => {
  it('are built when they never were, and not again while nothing changes', () => {
    expect(outdated()).toEqual(['apps/web', 'apps/retail-terminal']);
    build();
    expect(outdated()).toEqual([]);
  });

  it.each(['packages/ui/src/money.tsx', 'packages/ui/src/new.tsx', 'apps/web/index.html', 'apps/api/src/client.ts', 'pnpm-lock.yaml'])(
    'are built again when %s changes',
    (file) => {
      build();
      put(file, 'changed');
      expect(outdated()).toEqual(['apps/web', 'apps/retail-terminal']);
    },
  );

  it.each(['packages/ui/src/money.test.tsx', 'apps/web/e2e/buy.e2e.ts', 'packages/ui/node_modules/x/index.js', 'apps/api/src/http.ts'])(
    'are not built again when %s changes',
    (file) => {
      build();
      put(file, 'changed');
      expect(outdated()).toEqual([]);
    },
  );

  it('are built again when a build was removed', () => {
    build();
    rmSync(join(root, 'apps/web/dist'), { recursive: true });
    expect(outdated()).toEqual(['apps/web']);
  });
});
