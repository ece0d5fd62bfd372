import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { outdatedPackages } from './compile-cache.mjs';
import { installHint, isInstalled, pnpmCommand, rememberInstall } from './install.mjs';
import { runProgram } from './run-program.mjs';

/** Lines of a log that are printed if a stage fails. */
const LAST_LINES = 15;

/** Ends the command with an exit status. */
class StageFailure extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

/** Runs a program as a stage: one line, the output in a log file, of which the end is printed if it fails. */
async function runStage(root, name, [file, ...args], { hintOf = () => '', ...options }) {
  const log = join(root, '.rcss', `${name.toLowerCase()}.log`);
  const startedAt = performance.now();
  process.stdout.write(`${name.padEnd(8)} ... `);
  const status = await runProgram(file, args, { cwd: root, log, ...options });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (status === 0) return console.log(`${seconds} s`);
  console.log(`failed after ${seconds} s: exit status ${status}`);
  const text = readFileSync(log, 'utf8');
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const report = [...lines.slice(-LAST_LINES).map((line) => `  ${line}`), '', hintOf(text)];
  console.error([...report, `Full log: ${relative(process.cwd(), log)}`].join('\n'));
  throw new StageFailure(status);
}

async function install(root, packageManager) {
  if (isInstalled(root)) return console.log('Install  ... up to date');
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  await runStage(root, 'Install', [...pnpmCommand(root, packageManager), ...args], {
    env: {
      // A registry that does not answer is reported after seconds instead of minutes.
      npm_config_fetch_retry_mintimeout: '1000',
      npm_config_fetch_retry_maxtimeout: '5000',
      ...process.env,
      // Without a terminal pnpm asks no questions if CI is set.
      CI: 'true',
      COREPACK_ENABLE_STRICT: '0',
    },
    // npx is a .cmd file on Windows.
    shell: process.platform === 'win32',
    hintOf: installHint,
  });
  rememberInstall(root);
}

async function compile(root) {
  if (outdatedPackages(root).length === 0) return console.log('Build    ... up to date');
  await runStage(root, 'Build', [process.execPath, join(root, 'scripts', 'compile.mjs')], {});
}

/** Programs of this clone, by the name of the command: path, folder in which they run, and whether they are compiled first. */
const COMMANDS = {
  match: { path: 'apps/cli/bin/rcss.js', compiled: true },
  watch: { path: 'apps/cli/bin/rcss.js', compiled: true },
  replay: { path: 'apps/cli/bin/rcss.js', compiled: true },
  test: { path: 'node_modules/vitest/vitest.mjs', first: ['run'] },
  bench: { path: 'node_modules/pnpm/bin/pnpm.cjs', first: ['-r', '--sequential'], last: ['run', 'bench'] },
  check: { path: 'scripts/check.mjs' },
  dev: { path: 'scripts/dev.mjs' },
  docs: {
    path: 'node_modules/tsx/dist/cli.mjs',
    first: ['--conditions=@rcss/source', 'apps/site/scripts/site.mjs'],
  },
  conformance: { path: 'packages/conformance/bin/rcss-conformance.js', compiled: true },
};
/** Command line of the server of this clone, relative to its root. */
const OWN_SERVER = ['--server', 'node apps/server/dist/main.js', '--jobs', '2'];

/** Runs one of the commands; returns the exit status. */
export async function main([command = '', ...args], root, packageManager) {
  if (!Object.hasOwn(COMMANDS, command)) {
    console.error(`Usage: node scripts/run.mjs ${Object.keys(COMMANDS).join('|')} [arguments]`);
    return 2;
  }
  const { path, compiled = false, first, last = [] } = COMMANDS[command];
  const isProgram = path.startsWith('apps/cli');
  const defaults = command === 'conformance' && !args.includes('--server') ? OWN_SERVER : [];
  // Tests with real processes run if a part of their path is given, and in CI.
  if (command === 'test' && args.every((argument) => argument.startsWith('-')))
    defaults.push('--project', '!e2e');
  // Files on the command line of a program are relative to the folder in which npm was called.
  const called = process.env.INIT_CWD;
  const here = called !== undefined && existsSync(called) ? called : process.cwd();
  try {
    await install(root, packageManager);
    if (compiled) await compile(root);
    const all = [join(root, path), ...(first ?? (isProgram ? [command] : [])), ...defaults, ...args, ...last];
    return await runProgram(process.execPath, all, { cwd: isProgram ? here : root });
  } catch (error) {
    if (error instanceof StageFailure) return error.status;
    throw error;
  }
}
