import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { outdatedPackages } from './compile-cache.mjs';
import { installHint, installProgress, isInstalled, pnpmCommand, rememberInstall } from './install.mjs';
import { exitStatusOf, withFolderOnPath } from './platform.mjs';
import { lastLines, runAttached, runLogged } from './run-stage.mjs';
import { createStages } from './stages.mjs';

const stages = createStages();

/** Ends the command with an exit status. */
class StageFailure extends Error {
  constructor(status) {
    super(`exit status ${status}`);
    this.status = status;
  }
}

/** Runs a command as a stage with a log file; stops with a report if it fails. */
async function runStage(root, name, command, { env, progressOf, hintOf = () => '' }) {
  const stage = stages.begin(name);
  const log = join(root, '.rcss', `${name.toLowerCase()}.log`);
  const onLine = (line) => {
    const text = progressOf(line);
    if (text !== null) stage.progress(text);
  };
  let result;
  try {
    result = await runLogged(command, { cwd: root, env, log, onLine });
  } catch (error) {
    stage.fail(`could not run ${command.file}: ${error.message}`);
    throw new StageFailure(1);
  }
  if (result.interruptedBy !== undefined) {
    stage.interrupt();
    throw new StageFailure(exitStatusOf(result.interruptedBy));
  }
  if (result.status !== 0) {
    stage.fail(`exit status ${result.status}`);
    const text = readFileSync(log, 'utf8');
    const hint = hintOf(text);
    console.error(
      [
        '',
        ...lastLines(text).map((line) => `  ${line}`),
        '',
        ...(hint === '' ? [] : [hint]),
        `Full log: ${relative(process.cwd(), log)}`,
      ].join('\n'),
    );
    throw new StageFailure(result.status);
  }
  stage.done();
}

async function install(root, packageManager) {
  if (isInstalled(root)) return stages.begin('Install').skip('up to date');
  const pnpm = pnpmCommand(root, packageManager);
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  await runStage(
    root,
    'Install',
    { ...pnpm, args: [...pnpm.args, ...args] },
    {
      env: {
        // A registry that does not answer is reported after seconds instead of minutes.
        npm_config_fetch_retry_mintimeout: '1000',
        npm_config_fetch_retry_maxtimeout: '5000',
        ...process.env,
        // Without a terminal pnpm asks no questions if CI is set.
        CI: 'true',
        COREPACK_ENABLE_STRICT: '0',
      },
      progressOf: installProgress,
      hintOf: installHint,
    },
  );
  rememberInstall(root);
}

async function compile(root) {
  if (outdatedPackages(root).length === 0) return stages.begin('Build').skip('up to date');
  const command = { file: process.execPath, args: [join(root, 'scripts', 'compile.mjs')], shell: false };
  await runStage(root, 'Build', command, {
    env: process.env,
    progressOf: (line) => /^\[\d+\/\d+\] .*/.exec(line)?.[0] ?? null,
  });
}

/** Runs a script with this Node in this terminal; returns its exit status. */
async function script(path, args, cwd, env = process.env) {
  const { status, interruptedBy } = await runAttached(
    { file: process.execPath, args: [path, ...args] },
    { cwd, env },
  );
  return interruptedBy === undefined ? status : exitStatusOf(interruptedBy);
}

/** The script file of a bin of an installed package; it runs without a `.cmd` file. */
function binFile(root, name) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** Command line of the server of this clone, relative to its root. */
const OWN_SERVER = 'node apps/server/dist/main.js';

const USAGE =
  'Usage: node scripts/run.mjs match|watch|replay|test|test:watch|coverage|check|dev|bench|conformance|ci [arguments]';

/** Runs one of the commands; returns the exit status. */
export async function main([command = '', ...args], root, packageManager) {
  // Files on the command line are relative to the folder in which npm was called.
  const called = process.env.INIT_CWD;
  const here = called !== undefined && existsSync(called) ? called : process.cwd();
  const env = withFolderOnPath(process.env, join(root, 'node_modules', '.bin'));
  try {
    switch (command) {
      case 'match':
      case 'watch':
      case 'replay':
        await install(root, packageManager);
        await compile(root);
        return await script(join(root, 'apps', 'cli', 'bin', 'rcss.js'), [command, ...args], here);
      case 'test':
        await install(root, packageManager);
        return await script(binFile(root, 'vitest'), ['run', ...args], root);
      case 'test:watch':
        await install(root, packageManager);
        return await script(binFile(root, 'vitest'), args, root);
      case 'bench':
      case 'check':
      case 'coverage':
      case 'dev':
        await install(root, packageManager);
        return await script(join(root, 'scripts', `${command}.mjs`), args, root, env);
      case 'conformance': {
        await install(root, packageManager);
        await compile(root);
        const server = args.includes('--server') ? [] : ['--server', OWN_SERVER, '--jobs', '2'];
        const kit = join(root, 'packages', 'conformance', 'bin', 'rcss-conformance.js');
        return await script(kit, [...server, ...args], root);
      }
      case 'ci': {
        const { status } = await runAttached(
          { file: 'bash', args: [join('.ci', 'run'), ...args] },
          { cwd: root, env },
        );
        return status;
      }
      default:
        console.error(USAGE);
        return 2;
    }
  } catch (error) {
    if (error instanceof StageFailure) return error.status;
    throw error;
  }
}
