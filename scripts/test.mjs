/**
 * `npm test`: installs what is missing, runs every check and test one after another, and ends with one line that adds them up.
 * `npm test -- unit db` runs only those parts. A skipped test counts as failed: it guarantees nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkMachine, giveUp, install, pinnedNode, root, run, toolEnv } from './bootstrap.mjs';

const PAGES = ['apps/web', 'apps/retail-terminal'];

/** Programs the tests start that npm does not bring: program → Debian's package. */
const PROGRAMS = { 'redis-server': 'redis-server', chromium: 'chromium', xmllint: 'libxml2-utils' };

const results = mkdtempSync(join(tmpdir(), 'valira-results-'));
const tool = (name) => join(root, 'node_modules', '.bin', name);

const nothing = { passed: 0, failed: 0 };
const add = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });

/** One check that passes or fails as a whole; its words are shown when it fails. */
async function check(name, program, args) {
  const startedAt = performance.now();
  const status = await run(program, args, {
    quiet: true,
    env: toolEnv({ TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_COLOR: '1' }),
  });
  console.log(`  ${status === 0 ? '✓' : '✗'} ${name.padEnd(40)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function checks() {
  let sum = nothing;
  for (const [name, program, args] of [
    ['format and lint', tool('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']],
    ['types', 'npx', ['-y', packageManager(), 'exec', 'turbo', 'run', 'typecheck', '--output-logs=errors-only']],
    ['dependency directions', tool('depcruise'), ['--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'scripts']],
    ['dead code and unused dependencies', tool('knip'), ['--no-progress']],
  ]) {
    sum = add(sum, await check(name, program, args));
  }
  return sum;
}

const packageManager = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;

async function vitest(project) {
  const file = join(results, `${project}.json`);
  const status = await run(
    pinnedNode,
    [
      tool('vitest'),
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { env: toolEnv() },
  );
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = numFailedTests + skippedIn(project, numPendingTests + numTodoTests);
  // A file that cannot be loaded has no tests to count.
  return { passed, failed: status !== 0 && failed === 0 ? 1 : failed };
}

/** Journeys through web and terminal, against a platform of their own that starts and ends with them. */
async function journeys() {
  let sum = nothing;
  for (const page of PAGES.filter((folder) => existsSync(join(root, folder, 'playwright.config.ts')))) {
    const file = join(results, `${page.replace('/', '-')}.json`);
    const status = await run(pinnedNode, ['scripts/with-platform.ts', page, 'playwright', 'test', '--reporter=list,json'], {
      env: toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
    });
    if (!existsSync(file)) {
      sum = add(sum, { passed: 0, failed: 1 });
      continue;
    }
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
    const failed = unexpected + skippedIn(page, skipped);
    sum = add(sum, { passed: expected + flaky, failed: status !== 0 && failed === 0 ? 1 : failed });
  }
  return sum;
}

/** A short Saturday through a platform of its own: it passes when its page adds up. */
async function demo() {
  const status = await run(pinnedNode, ['scripts/demo.ts', '--tickets', '1500', '--draws', '60'], {
    env: toolEnv({ DATA_DIR: join(results, 'no-platform-here') }),
  });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function skippedIn(part, count) {
  if (count > 0) console.log(`  ✗ ${count} skipped in ${part}: a skipped test counts as failed`);
  return count;
}

const PARTS = {
  check: checks,
  unit: () => vitest('unit'),
  cases: () => vitest('cases'),
  db: () => vitest('db'),
  journeys,
  crash: () => vitest('crash'),
  demo,
  long: () => vitest('long'),
};

const EVERY_TIME = ['check', 'unit', 'cases', 'db', 'journeys', 'crash', 'demo'];

async function installPrograms() {
  const missing = Object.keys(PROGRAMS).filter((program) => !onPath(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => PROGRAMS[program]);
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !onPath('apt-get')) {
    giveUp(`The tests need ${missing.join(', ')}. Install with: sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`);
  }
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => run('apt-get', ['-q', '-o', 'Dpkg::Use-Pty=0', ...args], { quiet: true, env });
  if ((await apt('update')) !== 0 || (await apt('install', '-y', '--no-install-recommends', ...packages)) !== 0) {
    giveUp(`${packages.join(', ')} could not be installed; the lines above say why.`);
  }
}

function onPath(program) {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) giveUp(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.`);

checkMachine();
await install();
const parts = wanted.length > 0 ? wanted : EVERY_TIME;
if (parts.some((name) => name !== 'check' && name !== 'unit' && name !== 'cases')) await installPrograms();
let sum = nothing;
const lines = [];
for (const name of parts) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const part = await PARTS[name]();
  sum = add(sum, part);
  lines.push(
    `  ${name.padEnd(10)} ${String(part.passed).padStart(6)} passed ${String(part.failed).padStart(4)} failed ${((performance.now() - startedAt) / 1000).toFixed(0).padStart(6)} s`,
  );
}
rmSync(results, { recursive: true, force: true });
console.log(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
