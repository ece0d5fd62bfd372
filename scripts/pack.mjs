#!/usr/bin/env node
/**
 * Fills the folder `pack` with what installs without a network: `npm` has the tarballs of all published packages, `npm-cache` the packages of
 * others that they need, `python` the wheel and the wheels that it needs. The last two are those for a machine like this one. Needs a build
 * (`npm run build`); the wheel needs Python 3.9 or later with pip.
 *
 * Usage: npm run pack [-- --try]
 *   --try  installs both in empty folders without network, plays a match and an episode
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playMatch } from './registry-check/consumers.mjs';
import { packAll } from './registry-check/packages.mjs';
import { CommandFailure, run } from './registry-check/process.mjs';

const root = join(import.meta.dirname, '..');
const pack = join(root, 'pack');
const [tarballs, cache, wheels] = ['npm', 'npm-cache', 'python'].map((name) => join(pack, name));
/** Addresses at which nothing answers. */
const WITHOUT_NETWORK = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].map((name) => [name, 'http://127.0.0.1:9/']),
);

function createProject(folder) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
  return folder;
}

/** Installs all tarballs in an npm project. */
async function installTarballs(folder, { args = [], env = {} } = {}) {
  const files = readdirSync(tarballs).map((name) => join(tarballs, name));
  const options = ['--cache', cache, '--no-audit', '--no-fund', ...args];
  await run('npm', ['install', ...options, ...files], { cwd: folder, env, timeoutMs: 600_000 });
}

const hasPip = () => spawnSync('python3', ['-m', 'pip', '--version']).status === 0;

async function fill(work) {
  rmSync(pack, { recursive: true, force: true });
  for (const folder of [tarballs, wheels]) mkdirSync(folder, { recursive: true });
  await packAll(root, tarballs);
  const team = JSON.parse(
    readFileSync(join(root, 'apps/create-rcss-team/template/ts/_package.json'), 'utf8'),
  );
  const args = Object.entries(team.devDependencies).map(([name, range]) => `${name}@${range}`);
  await installTarballs(createProject(join(work, 'online')), { args });
  console.log(`pack/npm: ${readdirSync(tarballs).length} packages`);
  if (!hasPip()) return console.log('pack/python is empty: there is no python3 with pip.');
  const source = join(root, 'packages/play/env/python');
  await run('python3', ['-m', 'pip', 'wheel', '--quiet', '--wheel-dir', wheels, source], {
    cwd: work,
    timeoutMs: 600_000,
  });
  console.log(`pack/python: ${readdirSync(wheels).length} wheels`);
}

async function tryIt(work) {
  const folder = createProject(join(work, 'offline'));
  const offline = { args: ['--offline'], env: WITHOUT_NETWORK };
  await installTarballs(folder, offline);
  await playMatch({ folder, env: {} });
  const create = join(folder, 'node_modules/create-rcss-team/bin/create-rcss-team.js');
  await run('node', [create, 'my-team'], { cwd: work, timeoutMs: 60_000 });
  await installTarballs(join(work, 'my-team'), offline);
  await run('npm', ['test'], { cwd: join(work, 'my-team'), timeoutMs: 60_000 });
  console.log('npm: installed without network, a match was played');
  if (!hasPip()) return;
  const options = { cwd: work, env: WITHOUT_NETWORK, timeoutMs: 600_000 };
  const python = join(work, 'venv/bin/python');
  await run('python3', ['-m', 'venv', 'venv'], options);
  await run(
    python,
    ['-m', 'pip', 'install', '--quiet', '--no-index', '--find-links', wheels, 'rcss'],
    options,
  );
  await run(python, ['-c', 'import rcss; rcss.make("keepaway-3v2", seed=1).reset()'], options);
  console.log('Python: installed without network, an episode was started');
}

const work = mkdtempSync(join(tmpdir(), 'rcss-pack-'));
try {
  await fill(work);
  if (process.argv.includes('--try')) await tryIt(work);
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit();
