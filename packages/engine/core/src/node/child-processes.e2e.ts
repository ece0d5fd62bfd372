import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

/** A process that starts these commands in shells, and waits, or is killed before it knows the first child. Prints what they print. */
const PARENT = `
  import { spawn } from 'node:child_process';
  import { existsSync } from 'node:fs';
  import { startGuarded } from ${JSON.stringify(new URL('./child-processes.ts', import.meta.url).href)};
  const stdio = ['ignore', 'inherit', 'inherit'];
  for (const command of JSON.parse(process.argv[1])) {
    const guarded = startGuarded((variables) => {
      const child = spawn(command, { shell: true, detached: true, stdio, env: { ...process.env, ...variables } });
      if (process.argv[2] === 'early') {
        while (!existsSync(process.argv[3]));
        process.kill(process.pid, 'SIGKILL');
      }
      return child;
    });
    if (process.argv[2] === 'leave') guarded.leave();
    if (process.argv[2] === 'release') guarded.release();
  }
  setInterval(() => {}, 1000);
`;
const PRINT_PID = 'console.log("pid " + process.pid)';
const NODE = JSON.stringify(process.execPath);
const BUSY = `'process.on("SIGTERM", () => {}); ${PRINT_PID}; while (true) {}'`;

const isLinux = process.platform === 'linux';

const parents: ChildProcess[] = [];
const children: number[] = [];
afterEach(() => {
  for (const parent of parents.splice(0)) parent.kill('SIGKILL');
  // A child of a test that failed, too.
  for (const pid of children.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
});

/** Starts a parent with commands; resolves when `count` processes of theirs have printed their identifiers. */
async function startParent(
  commands: string | readonly string[],
  { count = 1, rest = [] as string[], variables = {} as NodeJS.ProcessEnv } = {},
): Promise<{ parent: ChildProcess; pids: number[] }> {
  const args = [
    '--conditions=@rcss/source',
    '--import',
    'tsx',
    '--input-type=module',
    '-e',
    PARENT,
    JSON.stringify([commands].flat()),
  ];
  const env = { ...process.env, ...variables };
  const parent = spawn(process.execPath, [...args, ...rest], { stdio: ['ignore', 'pipe', 'inherit'], env });
  parents.push(parent);
  let text = '';
  parent.stdout.setEncoding('utf8');
  for await (const part of parent.stdout) {
    text += part;
    const pids = [...text.matchAll(/pid (\d+)\n/g)].map(([, pid]) => Number(pid));
    if (pids.length < count) continue;
    children.push(...pids);
    return { parent, pids };
  }
  throw new Error(`the parent has ended: ${text}`);
}

/** Whether a process runs; one that waits for its parent has ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Command line of a process, for the report of a process that should have ended. */
function describe(pid: number): string {
  return isLinux ? readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ') : String(pid);
}

async function kill(parent: ChildProcess): Promise<void> {
  parent.kill('SIGKILL');
  await once(parent, 'exit');
}

const TREES: readonly (readonly [name: string, command: string, count: number])[] = [
  ['a busy child that ignores SIGTERM', `exec ${NODE} -e ${BUSY}`, 1],
  ['a shell and what it has started', `${NODE} -e ${BUSY} & ${NODE} -e ${BUSY}`, 2],
  ['what a start script that has ended has started', `${NODE} -e ${BUSY} &`, 1],
  ['a child that is stopped', `exec ${NODE} -e '${PRINT_PID}; process.kill(process.pid, "SIGSTOP")'`, 1],
];
const LINUX_TREES: typeof TREES = [
  ['a process in a session of its own', `setsid ${NODE} -e ${BUSY} &`, 1],
  ['a process without the environment, by its parent', `env -i setsid ${NODE} -e ${BUSY} & wait`, 1],
  [
    'the children of a parent inside the tree',
    `${NODE} -e '${PRINT_PID}; require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(`${PRINT_PID}; while (true) {}`)}], { detached: true, stdio: "inherit" })' &`,
    2,
  ],
];

test
  .runIf(process.platform !== 'win32')
  .each([
    ['a shell', TREES],
    ...(isLinux ? [['what has left the group of a shell', LINUX_TREES] as const] : []),
  ] as const)('SIGKILL of the parent ends %s, whatever it has started', async (_name, trees) => {
  const count = trees.reduce((sum, [, , processes]) => sum + processes, 0);
  const { parent, pids } = await startParent(
    trees.map(([, command]) => command),
    { count },
  );
  expect(pids.map(isRunning)).toEqual(pids.map(() => true));
  const commands = new Map(pids.map((pid) => [pid, describe(pid)]));
  await kill(parent);
  await expect.poll(() => pids.filter(isRunning).map((pid) => commands.get(pid))).toEqual([]);
});

test.runIf(isLinux)('SIGKILL before the parent knows the child ends it', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'rcss-children-')), 'started');
  const code = `${PRINT_PID}; require("node:fs").writeFileSync(${JSON.stringify(file)}, ""); while (true) {}`;
  const { parent, pids } = await startParent(`exec ${NODE} -e '${code}'`, { rest: ['early', file] });
  if (parent.signalCode === null) await once(parent, 'exit');
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test.runIf(isLinux)('a guard that was killed is replaced', async () => {
  const { parent, pids } = await startParent(`exec ${NODE} -e ${BUSY}`);
  const findGuard = (): number | undefined =>
    readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'latin1')
      .trim()
      .split(' ')
      .map(Number)
      .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('rcss-guard'));
  const first = findGuard()!;
  process.kill(first, 'SIGKILL');
  await expect.poll(() => [undefined, first].includes(findGuard())).toBe(false);
  await kill(parent);
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test.runIf(isLinux)('a tree that was released or left is not ended with the parent', async () => {
  // The guard sleeps until the test lets it go on, instead of ten seconds.
  const folder = mkdtempSync(join(tmpdir(), 'rcss-sleep-'));
  const [asleep, wake] = [join(folder, 'asleep'), join(folder, 'wake')];
  execFileSync('mkfifo', [wake]);
  const sleep = `#!/bin/sh\n[ "$1" = 10 ] || exit 0\n: >${asleep}\nread -r _ <${wake}\n`;
  writeFileSync(join(folder, 'sleep'), sleep, { mode: 0o755 });
  const variables = { PATH: `${folder}:${process.env['PATH']}` };
  const released = await startParent(`exec ${NODE} -e ${BUSY}`, { rest: ['release'] });
  const left = await startParent(`exec ${NODE} -e ${BUSY}`, { rest: ['leave'], variables });
  const ended = await startParent(`exec ${NODE} -e ${BUSY}`);
  for (const { parent } of [released, left, ended]) await kill(parent);
  await expect.poll(() => ended.pids.filter(isRunning)).toEqual([]);
  await expect.poll(() => existsSync(asleep)).toBe(true);
  expect([...released.pids, ...left.pids].map(isRunning)).toEqual([true, true]);
  writeFileSync(wake, '\n');
  await expect.poll(() => left.pids.filter(isRunning)).toEqual([]);
  expect(released.pids.map(isRunning)).toEqual([true]);
});
