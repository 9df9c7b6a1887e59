/** Builds the web and terminal pages when what they are made of has changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runToEnd } from './run-to-end.ts';

const PAGES = ['apps/web', 'apps/retail-terminal'] as const;

/** Everything a page may import, and the lock file for what comes from outside. */
const SOURCES = ['packages', 'apps/web', 'apps/retail-terminal', 'apps/api/src/client.ts', 'pnpm-lock.yaml'];

const NOT_SOURCE = new Set(['node_modules', 'dist', '.turbo', 'e2e', 'test-results', 'playwright-report', 'coverage']);

/** Pages whose build is missing or older than their sources. */
export function outdatedPages(root: string): { readonly pages: readonly string[]; readonly hash: string } {
  const hash = sourceHash(root);
  return { hash, pages: PAGES.filter((page) => read(stampFile(root, page)) !== hash) };
}

/** One after another: the machine may have two cores and little memory. */
export async function buildPage(root: string, page: string, hash: string, logFile: string, signal: AbortSignal): Promise<void> {
  await runToEnd({ program: join(root, page, 'node_modules', '.bin', 'vite'), args: ['build'], cwd: join(root, page), logFile, signal });
  markBuilt(root, page, hash);
}

/** Remembers which sources a page was built from. */
export function markBuilt(root: string, page: string, hash: string): void {
  writeFileSync(stampFile(root, page), hash);
}

const stampFile = (root: string, page: string) => join(root, page, 'dist', '.built-from');

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

function sourceHash(root: string): string {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of filesOf(join(root, source))) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function* filesOf(path: string): Generator<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) yield path;
  if (!stat?.isDirectory()) return;
  for (const name of readdirSync(path).sort()) {
    if (!NOT_SOURCE.has(name) && !/\.test\.tsx?$/.test(name)) yield* filesOf(join(path, name));
  }
}
