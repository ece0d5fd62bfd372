#!/usr/bin/env node
/**
 * A server and its page in the browser, rebuilt and restarted when a source file changes. Ctrl-C ends everything. The logs of the
 * server are in .rcss/dev. Arguments are those of the server, except `--web-port=N` and `--web-host=HOST`, which are the page's:
 * npm run dev -- server::auto_mode=on --web-port=8000
 */
import { mkdirSync, readFileSync, watch } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ManagedProgram } from './dev/programs.mjs';
import { createJobQueue, isBuildInput } from './dev/rebuild.mjs';
import { dependenciesOf, workspacePackages } from './launch/compile-cache.mjs';
import { lastLines, runLogged } from './launch/run-stage.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const logs = join(root, '.rcss', 'dev');
mkdirSync(logs, { recursive: true });

const print = (text) => console.log(`dev    | ${text}`);
const packages = workspacePackages(root);

const args = process.argv.slice(2);
const pageArgs = args.filter((arg) => arg.startsWith('--web-'));
const serverArgs = args.filter((arg) => !arg.startsWith('--web-'));
/** The page connects to the port that the command line gives the server. */
const port = serverArgs
  .map((arg) => /^server::port=(\d+)$/.exec(arg)?.[1])
  .findLast((found) => found !== undefined);
if (port !== undefined) pageArgs.push('--server', `127.0.0.1:${port}`);

/** The programs that run, each with the packages it consists of: a change of one of them restarts it. */
const programs = [
  { label: 'server', name: '@rcss/server', args: serverArgs },
  { label: 'page', name: '@rcss/monitor-bridge', args: pageArgs },
].map(({ label, name, args }) => {
  const { dir } = packages.find((entry) => entry.name === name);
  const program = new ManagedProgram(
    { name: label, file: process.execPath, args: [join(dir, 'dist', 'main.js'), ...args] },
    {
      cwd: logs,
      env: process.env,
      onLine: (line) => console.log(`${label.padEnd(6)} | ${line}`),
      onExit: (status) => print(`The ${label} has ended (${status}). It starts again after the next change.`),
    },
  );
  return { name, program, uses: dependenciesOf(name, packages) };
});

/** Compiles what has changed. Returns the names of the compiled packages, or `null` if a source has an error, which it prints. */
async function compile() {
  const compiled = [];
  const log = join(root, '.rcss', 'dev-build.log');
  const { status, interruptedBy } = await runLogged(
    {
      file: process.execPath,
      args: [join(root, 'scripts', 'compile.mjs'), ...programs.map(({ name }) => name)],
    },
    {
      cwd: root,
      env: process.env,
      log,
      onLine: (line) => {
        const name = /^\[\d+\/\d+\] (.*)/.exec(line)?.[1];
        if (name !== undefined) compiled.push(name);
      },
    },
  );
  if (status === 0) return compiled;
  if (interruptedBy === undefined) {
    print(`${compiled.at(-1) ?? 'The build'} has an error:`);
    const text = readFileSync(log, 'utf8').split(/\n(?= +at )/)[0];
    for (const line of lastLines(text)) print(line);
    print('The build failed; the programs of the last build go on. The next change builds again.');
  }
  return null;
}

let stopping = false;

/** Compiles what has changed and restarts the programs that use it. */
async function update(path) {
  const startedAt = performance.now();
  const compiled = await compile();
  if (compiled === null || stopping) return;
  const affected = programs.filter(({ uses }) => compiled.some((name) => uses.has(name)));
  if (affected.length === 0) return;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const labels = affected.map(({ program }) => program.name).join(' and ');
  print(`${path} changed: compiled ${compiled.length} packages in ${seconds} s, restarting ${labels}.`);
  await Promise.all(affected.map(({ program }) => program.restart()));
  if (labels.includes('page')) print('Load the page again in the browser to see the change.');
}

/** Ends the programs, then this process. */
async function stop() {
  if (stopping) return;
  stopping = true;
  for (const watcher of watchers) watcher.close();
  queue.close();
  await Promise.all(programs.map(({ program }) => program.stop()));
  process.exit(0);
}

let lastChange = '';
const queue = createJobQueue(() =>
  update(lastChange).catch((error) => print(`Not updated: ${error.message}`)),
);
const used = new Set(programs.flatMap(({ uses }) => [...uses]));
const watchers = [];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

print('Compiling …');
if ((await compile()) === null) print('Correct the error, or end with Ctrl-C.');
if (!stopping) {
  for (const { program } of programs) program.start();
  for (const { name, dir } of packages) {
    if (!used.has(name)) continue;
    // The folder itself for package.json and build files, src with all folders in it.
    const folders = [
      [dir, false],
      [join(dir, 'src'), true],
    ];
    for (const [folder, recursive] of folders) {
      watchers.push(
        watch(folder, { recursive }, (_event, file) => {
          const path = relative(dir, join(folder, file ?? ''));
          if (!isBuildInput(path)) return;
          lastChange = relative(root, join(dir, path));
          queue.changed();
        }),
      );
    }
  }
  print(
    `Watching the sources of ${used.size} packages. The server keeps its logs in ${relative(process.cwd(), logs)}.`,
  );
  const portOption = port === undefined ? '' : ` --port ${port}`;
  print(
    `Teams: node apps/sampleclient/dist/main.js team --team Alpha${portOption} (after node scripts/compile.mjs). Ctrl-C ends everything.`,
  );
}
