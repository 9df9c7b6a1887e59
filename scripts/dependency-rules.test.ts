import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../.dependency-cruiser.mjs';

let house: string;

/** A small house with the rooms of the real one, each file empty. */
const ROOMS = [
  ...['outcome', 'money', 'prizes', 'games', 'pool', 'verifier', 'instants', 'instants-audit', 'config', 'db', 'ui'].map(
    (name) => `packages/${name}/src/index.ts`,
  ),
  'packages/db/src/testing/index.ts',
  ...['control/src/main.ts', 'cli/src/main.ts', 'web/src/main.tsx', 'retail-terminal/src/main.tsx'].map((file) => `apps/${file}`),
  ...[
    'client.ts',
    'platform/json.ts',
    'modules/draws/index.ts',
    'modules/draws/draw.store.ts',
    'modules/pools/index.ts',
    'testing/auditor/auditor.ts',
  ].map((file) => `apps/api/src/${file}`),
];

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'valira-rules-'));
  for (const file of ROOMS) put(file, 'export {};\n');
  for (const library of ['zod', 'lodash']) {
    put(`node_modules/${library}/package.json`, JSON.stringify({ name: library, version: '1.0.0', main: 'index.js' }));
    put(`node_modules/${library}/index.js`, '');
  }
  for (const workspace of ['money', 'games', 'pool']) {
    put(
      `packages/${workspace}/package.json`,
      JSON.stringify({ name: `@valira/${workspace}`, dependencies: { zod: '1.0.0', lodash: '1.0.0' } }),
    );
  }
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}

/** Names of the rules broken when `file` holds `text`. */
async function brokenBy(file: string, text: string): Promise<string[]> {
  put(file, `${text}\n`);
  try {
    const { output } = await cruise(['apps', 'packages'], {
      ...rules.options,
      ruleSet: { forbidden: rules.forbidden ?? [] },
      validate: true,
      baseDir: house,
    });
    return [...new Set((output as ICruiseResult).summary.violations.map(({ rule }) => rule.name))].sort();
  } finally {
    put(file, 'export {};\n');
  }
}

describe('the directions of the architecture', () => {
  it.each([
    ['packages/outcome/src/index.ts', `import '../../money/src/index.ts';`, 'outcome-imports-nothing'],
    ['packages/money/src/index.ts', `export type { X } from '../../prizes/src/index.ts';`, 'money-imports-nothing'],
    ['packages/prizes/src/index.ts', `import '../../games/src/index.ts';`, 'prizes-on-money'],
    ['packages/games/src/index.ts', `import type { P } from '../../pool/src/index.ts';`, 'games-on-prizes'],
    ['packages/pool/src/index.ts', `await import('../../games/src/index.ts');`, 'pool-on-prizes'],
    ['packages/verifier/src/index.ts', `import '../../money/src/index.ts';`, 'verifier-alone'],
    ['packages/instants/src/index.ts', `import '../../db/src/index.ts';`, 'instants-on-games'],
    ['packages/instants-audit/src/index.ts', `import '../../games/src/index.ts';`, 'instants-audit-alone'],
    ['packages/config/src/index.ts', `import '../../money/src/index.ts';`, 'config-on-outcome'],
    ['packages/db/src/index.ts', `import '../../games/src/index.ts';`, 'db-on-money'],
    ['packages/ui/src/index.ts', `import '../../db/src/index.ts';`, 'ui-on-money'],
    ['packages/pool/src/index.ts', `import { readFileSync } from 'node:fs'; readFileSync('x');`, 'pure-packages-import-no-node'],
    ['packages/money/src/index.ts', `import 'crypto';`, 'pure-packages-import-no-node'],
    ['packages/games/src/index.ts', `import 'lodash';`, 'pure-packages-import-no-library'],
    ['apps/control/src/main.ts', `import '../../../packages/pool/src/index.ts';`, 'control-imports-no-engine'],
    ['apps/api/src/modules/pools/index.ts', `import '../draws/draw.store.ts';`, 'modules-by-their-index'],
    ['apps/api/src/platform/json.ts', `import '../modules/pools/index.ts';`, 'platform-below-modules'],
    ['apps/api/src/testing/auditor/auditor.ts', `import '../../platform/json.ts';`, 'auditor-alone'],
    ['packages/db/src/index.ts', `import './testing/index.ts';`, 'no-test-code-in-the-product'],
    ['packages/db/src/index.ts', `import './not-there.ts';`, 'resolves'],
    ['apps/cli/src/main.ts', `import '../../api/src/platform/json.ts';`, 'apps-apart'],
  ])('refuse %s with %s', async (file, text, rule) => {
    expect(await brokenBy(file, text)).toEqual([rule]);
  });

  it('refuse web and terminal everything behind the client, also from a component and at run time', async () => {
    const component = `export const Page = () => <p>{import('../../api/src/platform/json.ts')}</p>;`;
    expect(await brokenBy('apps/web/src/main.tsx', component)).toEqual(['apps-apart', 'pages-reach-the-api-through-its-client']);
    expect(await brokenBy('apps/retail-terminal/src/main.tsx', `import '../../../packages/db/src/index.ts';`)).toEqual([
      'pages-reach-the-api-through-its-client',
    ]);
  });

  it('refuse a cycle of what runs and allow one of types', async () => {
    put('packages/pool/src/settle.ts', `import './index.ts';\n`);
    expect(await brokenBy('packages/pool/src/index.ts', `import './settle.ts';`)).toEqual(['no-cycles']);
    expect(await brokenBy('packages/pool/src/index.ts', `import type { S } from './settle.ts';`)).toEqual([]);
    rmSync(join(house, 'packages/pool/src/settle.ts'));
  });

  it.each([
    ['packages/games/src/index.ts', `import '../../prizes/src/index.ts'; import 'zod';`],
    ['apps/web/src/main.tsx', `import type { Client } from '../../api/src/client.ts';`],
    ['apps/api/src/modules/pools/index.ts', `import '../draws/index.ts'; import '../../platform/json.ts'; import 'node:crypto';`],
    ['packages/pool/src/odds.test.ts', `import 'node:fs';`],
  ])('allow %s with %s', async (file, text) => {
    expect(await brokenBy(file, text)).toEqual([]);
  });
});
