#!/usr/bin/env node
/**
 * A server and its page in the browser, rebuilt and restarted when a source file changes. Ctrl-C ends everything. The logs of the
 * server are in .rcss/dev. Arguments are those of the server, except `--web-port=N` and `--web-host=HOST`, which are the page's:
 * npm run dev -- server::auto_mode=on --web-port=8000
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch } from 'node:fs';
import { join, relative } from 'node:path';
import { outdatedPackages } from './launch/compile-cache.mjs';
import { runProgram } from './launch/run-program.mjs';
import { startGuarded } from './launch/start-guarded.mjs';
import { dependenciesOf, workspacePackages } from './workspace.mjs';

/** Time without a change after which the build starts, ms: editors write several files at once. */
const SETTLE_MS = 150;
/** Time that a program has to end after SIGINT, ms. */
const GRACE_MS = 5000;
/** Files of a package whose change changes the build: sources, but no tests. */
const BUILD_INPUT =
  /^src[\\/](?!.*\.(test|e2e|long)\.ts$)|^(package\.json|tsup\.config\.ts|[\w.]+\.build\.ts)$/;

const root = join(import.meta.dirname, '..');
const logs = join(root, '.rcss', 'dev');
mkdirSync(logs, { recursive: true });
const print = (text) => console.log(`dev    | ${text}`);
const packages = workspacePackages(root);

const args = process.argv.slice(2);
const pageArgs = args.filter((arg) => arg.startsWith('--web-'));
const serverArgs = args.filter((arg) => !arg.startsWith('--web-'));
/** The page connects to the port that the command line gives the server. */
const port = serverArgs.findLast((arg) => /^server::port=\d+$/.test(arg))?.slice('server::port='.length);
if (port !== undefined) pageArgs.push('--server', `127.0.0.1:${port}`);

/** The programs that run, each with the packages it consists of: a change of one of them restarts it. */
const programs = [
  { label: 'server', name: '@rcss/server', args: serverArgs },
  { label: 'page', name: '@rcss/monitor-bridge', args: pageArgs },
].map((program) => ({
  ...program,
  main: join(root, packages.find(({ name }) => name === program.name).folder, 'dist', 'main.js'),
  uses: dependenciesOf(program.name, packages),
  child: undefined,
}));

async function start(program) {
  const child = await startGuarded((variables) =>
    spawn(process.execPath, [program.main, ...program.args], {
      cwd: logs,
      env: { ...process.env, ...variables },
      stdio: 'inherit',
    }),
  );
  program.child = child;
  child.once('close', (status, signal) => {
    if (program.child === child)
      print(`The ${program.label} has ended (${status ?? signal}). It starts again after the next change.`);
  });
}

/** Ends a program; resolves when it has ended. */
async function stop(program) {
  const { child } = program;
  program.child = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  child.kill('SIGINT');
  await once(child, 'close');
  clearTimeout(force);
}

/** Compiles what has changed and restarts the programs that use it; a build with an error changes nothing. */
async function update() {
  const names = outdatedPackages(
    root,
    programs.map(({ name }) => name),
  ).map(({ name }) => name);
  const script = join(root, 'scripts', 'compile.mjs');
  const status = await runProgram(process.execPath, [script, ...programs.map(({ name }) => name)], {
    cwd: root,
  });
  if (status !== 0)
    return print('The build failed; the programs of the last build go on. The next change builds again.');
  const affected = programs.filter(
    ({ uses, child }) => child === undefined || names.some((name) => uses.has(name)),
  );
  await Promise.all(affected.map(stop));
  for (const program of affected) await start(program);
  if (affected.length > 0) print(`Started: ${affected.map(({ label }) => label).join(', ')}.`);
}

let timer;
let work = Promise.resolve();
for (const { folder: place, name } of packages) {
  const dir = join(root, place);
  if (!programs.some(({ uses }) => uses.has(name))) continue;
  // The folder itself for package.json and build files, src with all folders in it.
  for (const folder of [dir, join(dir, 'src')])
    watch(folder, { recursive: folder !== dir }, (_event, file) => {
      if (!BUILD_INPUT.test(relative(dir, join(folder, file ?? '')))) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(update);
      }, SETTLE_MS);
    });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    await Promise.all(programs.map(stop));
    process.exit(0);
  });
work = update();
await work;
print(`The server keeps its logs in ${relative(process.cwd(), logs)}. Ctrl-C ends everything.`);
print(
  `Teams: node apps/sampleclient/dist/main.js team --team Alpha${port === undefined ? '' : ` --port ${port}`} (after node scripts/compile.mjs).`,
);
