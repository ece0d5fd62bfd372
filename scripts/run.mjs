#!/usr/bin/env node
/**
 * The commands of the README for a fresh machine: only Node and npm are needed. It fetches the pinned pnpm through
 * npx, installs what is missing, and runs the command. Usage: node scripts/run.mjs match|watch|replay|test|bench|ci [args]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [command = 'help', ...rest] = process.argv.slice(2);

function fail(message) {
  console.error(message);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`RCSS needs Node ${engines.node}; this is Node ${process.versions.node}.`);
}

function run(file, args, options = {}) {
  const result = spawnSync(file, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && file !== process.execPath,
    ...options,
  });
  if (result.error) fail(`Could not run ${file}: ${result.error.message}`);
  if (result.signal) process.exit(130);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function pnpm(...args) {
  // The pinned version, whether or not some pnpm is installed.
  run('npx', ['--yes', packageManager, ...args], {
    env: {
      ...process.env,
      npm_config_yes: 'true',
      COREPACK_ENABLE_STRICT: '0',
      CI: process.env.CI ?? 'true',
    },
  });
}

/** Installs when the lock file is newer than what was installed from it. */
function install() {
  const installed = join(root, 'node_modules', '.modules.yaml');
  const lock = join(root, 'pnpm-lock.yaml');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('Installing packages ...');
  pnpm('install', '--frozen-lockfile', '--prefer-offline');
}

/** A file named by the user, seen from the folder in which npm was called. */
function fromHere(argument) {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), argument);
  return existsSync(path) ? path : argument;
}

function bin(name) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

function build(...apps) {
  console.log(`Building ${apps.join(', ')} ...`);
  const filters = apps.map((app) => `--filter=@rcss/${app}`);
  run(bin('turbo'), ['run', 'compile', '--output-logs=errors-only', ...filters], {
    // turbo looks for the package manager on the PATH; pnpm is one of the installed packages.
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
    },
  });
}

switch (command) {
  case 'match':
    install();
    build('cli', 'server', 'sampleclient');
    run(process.execPath, ['apps/cli/bin/rcss.js', 'match', ...rest]);
    break;
  case 'watch':
    install();
    build('cli', 'server', 'sampleclient', 'monitor-bridge');
    run(process.execPath, ['apps/cli/bin/rcss.js', 'watch', ...rest]);
    break;
  case 'replay':
    install();
    build('logplayer');
    run(process.execPath, ['apps/logplayer/dist/main.js', 'web', '--play', ...rest.map(fromHere)]);
    break;
  case 'test':
    install();
    run(bin('vitest'), ['run', ...rest]);
    break;
  case 'bench':
    install();
    run(process.execPath, ['scripts/bench.mjs', ...rest]);
    break;
  case 'ci':
    install();
    run('bash', ['.ci/run', ...rest]);
    break;
  default:
    fail('Usage: node scripts/run.mjs match|watch|replay|test|bench|ci');
}
