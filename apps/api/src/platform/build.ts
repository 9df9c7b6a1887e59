/** Which software runs: the version and a hash over every source file, as printed on records and asked for by the inspector. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const LEFT_OUT = new Set(['node_modules', 'dist', '.turbo', 'e2e', 'testing', 'cases']);

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/\.(ts|tsx|sql)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

export type Build = { readonly version: string; readonly buildHash: string };

/** SHA-256 over path, length and content of every source file of apps and packages, in order of path. */
export function readBuild(): Build {
  const hash = createHash('sha256');
  for (const folder of ['apps', 'packages'])
    for (const path of sourceFiles(join(root, folder))) {
      const content = readFileSync(path);
      hash.update(`${relative(root, path)}\n${content.length}\n`).update(content);
    }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, buildHash: hash.digest('hex') };
}
