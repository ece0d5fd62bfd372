// cspell:ignore appendfsync
/**
 * A round robin of module teams over a queue with four workers, while this program kills workers, run and database at random, and fills the disk of the
 * run; then the same without faults. Prints lost, repeated and different matches. Needs the build and redis-server, and for the full disk a file system
 * that is small, but has the space without which a worker takes no match (`mount -t tmpfs -o size=1200m tmpfs FOLDER`):
 * `node packages/serve/league-runner/bench/faults.mjs [TEAMS] [SEED] [SECONDS_BETWEEN_FAULTS] [FOLDER_ON_A_SMALL_DISK]`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [count = '64', seedText = '1', interval = '4', disk] = process.argv.slice(2);
const WORKERS = 4;
const PORT = 6399;
const PROGRAM = join(import.meta.dirname, '../../../../apps/league/bin/rcss-league.js');
const INTERVAL_MS = 1000 * Number(interval);

const folder = mkdtempSync(join(tmpdir(), 'rcss-faults-'));
const place = disk ?? folder;
let seed = Number(seedText);
const random = (n) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};

mkdirSync(join(folder, 'team'));
writeFileSync(
  join(folder, 'team/team.mjs'),
  `export default ({ team, seed, options }) => ({
  players: Array.from({ length: 11 }, (_, i) => ({
    init: '(init ' + team + ' (version 19)' + (i === 0 ? ' (goalie))' : ')'),
    receive() {},
    decide: () => '(dash ' + options.power + ')(turn ' + ((seed * 7 + i) % 90) + ')',
  })),
});\n`,
);
const teams = Array.from({ length: Number(count) }, (_, i) => ({
  name: `T${i}`,
  module: './team/team.mjs',
  options: { power: i % 100 },
}));
const document = {
  ...{ version: 1, name: 'Faults', teams, format: { type: 'round-robin', matches: 1 }, seeds: 1 },
  match: { clock: 'synchronous', stop: { cycles: 40 }, recording: { textLog: false } },
};
const cup = join(folder, 'cup.json');
writeFileSync(cup, JSON.stringify(document));
const key = join(folder, 'key');
writeFileSync(key, 'a'.repeat(64), { mode: 0o600 });
const queue = ['--queue', `redis://127.0.0.1:${PORT}`, '--key-file', key];

const notes = new Map();
let peakKb = 0;
function start(file, ...args) {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr
    .setEncoding('utf8')
    .on('data', (text) => notes.set(text.slice(0, 100), (notes.get(text.slice(0, 100)) ?? 0) + 1));
  return child;
}
const isOver = (child) => child.exitCode !== null || child.signalCode !== null;
const starts = {
  redis: () =>
    start(
      'redis-server',
      '--port',
      `${PORT}`,
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      '--save',
      '',
      '--dir',
      folder,
      '--maxmemory-policy',
      'noeviction',
    ),
  run: () =>
    start(process.execPath, PROGRAM, 'run', cup, '--quiet', '--folder', join(place, 'faults'), ...queue),
};
for (let i = 0; i < WORKERS; i++)
  starts[`worker ${i}`] = () =>
    start(
      process.execPath,
      PROGRAM,
      'worker',
      '--parallel',
      '1',
      '--stalled-after',
      '5',
      '--folder',
      join(place, `worker-${i}`),
      ...queue,
    );

const memoryOf = ({ pid }) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
const kills = {};
const names = Object.keys(starts);
const running = Object.fromEntries(names.map((name) => [name, starts[name]()]));
const began = performance.now();
const filler = join(place, 'filler');
let bag = [];
const full = [];
while (running.run.exitCode !== 0) {
  await wait(INTERVAL_MS);
  try {
    peakKb = Math.max(peakKb, memoryOf(running.run));
  } catch {}
  // Each fault comes once before one comes again, so that none is missing in a short run.
  if (bag.length === 0) bag = disk === undefined ? [...names] : ['disk', ...names];
  const [name] = bag.splice(random(bag.length), 1);
  kills[name] = (kills[name] ?? 0) + 1;
  if (name === 'disk') {
    const { bavail, bsize } = statfsSync(place);
    spawnSync('dd', [
      'if=/dev/zero',
      `of=${filler}`,
      'bs=1M',
      `count=${Math.ceil((bavail * bsize) / 2 ** 20)}`,
    ]);
    full.push(statfsSync(place).bavail);
    await wait(INTERVAL_MS);
    rmSync(filler, { force: true });
  } else if (running.run.exitCode !== 0) running[name].kill('SIGKILL');
  await wait(INTERVAL_MS / 4);
  for (const other of names)
    if (isOver(running[other]) && running.run.exitCode !== 0) running[other] = starts[other]();
}
const faultySeconds = (performance.now() - began) / 1000;
for (const child of Object.values(running)) child.kill('SIGTERM');

const calmAt = performance.now();
spawnSync(process.execPath, [
  PROGRAM,
  'run',
  cup,
  '--quiet',
  '--parallel',
  '2',
  '--folder',
  join(folder, 'calm'),
]);
const calmSeconds = (performance.now() - calmAt) / 1000;
const read = (path) =>
  readFileSync(join(path, 'results.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'match');
const [faulty, calm] = [read(join(place, 'faults')), read(join(folder, 'calm'))];
const digests = new Map(calm.map(({ fixture, digest }) => [fixture, digest]));
const matches = (Number(count) * (Number(count) - 1)) / 2;
console.log({
  matches,
  calm: calm.length,
  stored: faulty.length,
  distinct: new Set(faulty.map(({ fixture }) => fixture)).size,
  different: faulty.filter(({ fixture, digest }) => digest === null || digests.get(fixture) !== digest)
    .length,
  kills,
  freeWhenFull: full,
  faultySeconds: Math.round(faultySeconds),
  calmSeconds: Math.round(calmSeconds),
  runPeakMb: Math.round(peakKb / 1024),
});
console.log([...notes].sort((a, b) => b[1] - a[1]).slice(0, 12));
rmSync(folder, { recursive: true, force: true });
