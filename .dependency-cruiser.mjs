/**
 * Who may import whom (docs/ARCHITECTURE.md). Directions are kept here and not by habit: a wrong import fails the check with the
 * rule's name and reason.
 */

const TEST = '\\.test\\.tsx?$|/testing/|\\.e2e\\.ts$|/e2e/';

/** A rule that a package imports nothing of the workspace but what is listed. */
const only = (name, folder, allowed, why) => ({
  name,
  comment: why,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: '^(packages|apps|scripts|bench)/', pathNot: [`^${folder}/`, ...allowed.map((other) => `^packages/${other}/`)] },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'two files that need each other when they run are one file, or three; types alone may refer both ways',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolves',
      comment: 'an import that leads nowhere hides a direction from these rules',
      severity: 'error',
      from: {},
      // pdfmake's types come from a package of their own.
      to: { couldNotResolve: true, dependencyTypesNot: ['type-only'], pathNot: '^pdfmake/interfaces' },
    },
    only('outcome-imports-nothing', 'packages/outcome', [], 'the ground floor'),
    only('money-imports-nothing', 'packages/money', ['outcome'], 'money is the ground floor of every amount'),
    only('prizes-on-money', 'packages/prizes', ['outcome', 'money'], 'money ← prizes ← games, pool'),
    only('games-on-prizes', 'packages/games', ['outcome', 'money', 'prizes'], 'games and pool never import each other'),
    only(
      'instants-on-games',
      'packages/instants',
      ['outcome', 'money', 'prizes', 'games'],
      'instant runs are the engine over threads and files',
    ),
    only(
      'instants-audit-alone',
      'packages/instants-audit',
      [],
      'the audit of an instant run, written from the published format, shares nothing with the generator',
    ),
    only('pool-on-prizes', 'packages/pool', ['outcome', 'money', 'prizes'], 'games and pool never import each other'),
    only(
      'verifier-alone',
      'packages/verifier',
      [],
      'a second code path, written from the published specification, shares nothing with the engine',
    ),
    {
      ...only(
        'auditor-alone',
        'apps/api/src/testing/auditor',
        [],
        'the auditor of the simulation recomputes with code of its own; its test drives the simulation',
      ),
      from: { path: '^apps/api/src/testing/auditor/', pathNot: '\\.test\\.ts$' },
    },
    only('config-on-outcome', 'packages/config', ['outcome'], 'settings know nothing of games or money'),
    only('db-on-money', 'packages/db', ['outcome', 'money', 'config'], 'the database knows amounts, not rules'),
    {
      ...only(
        'ui-on-money',
        'packages/ui',
        ['outcome', 'money', 'games', 'pool', 'prizes', 'config'],
        'components show; they reach no server',
      ),
    },
    {
      name: 'pure-packages-import-no-node',
      comment: 'time, chance, files and hashing enter pure packages as arguments',
      severity: 'error',
      from: { path: '^packages/(money|outcome|prizes|games|pool)/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-packages-import-no-library',
      comment: 'zod alone is allowed in pure packages',
      severity: 'error',
      from: { path: '^packages/(money|outcome|prizes|games|pool)/', pathNot: TEST },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'pages-reach-the-api-through-its-client',
      comment: 'web and terminal see the typed client and nothing behind it',
      severity: 'error',
      from: { path: '^apps/(web|retail-terminal)/', pathNot: '/e2e/' },
      to: { path: '^(apps/(api|control|cli)|packages/db|scripts)/', pathNot: '^apps/api/src/client\\.ts$' },
    },
    {
      name: 'apps-apart',
      comment: 'an app is not a library; only the API has a client to import',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '/e2e/|/playwright\\.config\\.ts$' },
      to: { path: '^apps/', pathNot: ['^apps/$1/', '^apps/api/src/client\\.ts$'] },
    },
    {
      name: 'control-imports-no-engine',
      comment: 'the independent control system recomputes with code of its own',
      severity: 'error',
      from: { path: '^apps/control/' },
      to: { path: '^packages/(games|pool|prizes|verifier|instants|instants-audit)/' },
    },
    {
      name: 'modules-by-their-index',
      comment: "another module's index.ts is the only way in",
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/', pathNot: TEST },
      to: { path: '^apps/api/src/modules/[^/]+/', pathNot: ['^apps/api/src/modules/$1/', '^apps/api/src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'platform-below-modules',
      comment: 'the platform serves every module and knows none',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: TEST },
      to: { path: '^apps/api/src/modules/' },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'test databases and fixtures stay in tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'no-dev-dependency-in-the-product',
      comment: 'what the product needs is a dependency of its package',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|test-results|playwright-report)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
