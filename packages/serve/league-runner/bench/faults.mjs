// cspell:ignore appendfsync
/**
 * A round robin of module teams over a queue with four workers, while this program kills workers, run and database at random, stops the
 * database, and fills the disk of the run; then the same without faults. Prints lost, repeated and different matches, memory and time. Needs the
 * build and redis-server or PostgreSQL, and for the full disk a file system that is small, but has the space without which a worker takes no
 * match (`mount -t tmpfs -o size=1200m tmpfs FOLDER`):
 * `node packages/serve/league-runner/bench/faults.mjs [--teams 64] [--seed 1] [--seconds 4] [--disk FOLDER] [--database redis|postgres]`;
 * `--seconds` is the time between two faults.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const text = (given) => ({ type: 'string', default: given });
const { values: options } = parseArgs({
  options: {
    teams: text('64'),
    seed: text('1'),
    seconds: text('4'),
    disk: { type: 'string' },
    database: text('redis'),
  },
});
const { disk } = options;
const teamCount = Number(options.teams);
const WORKERS = 4;
const PORT = 6399;
const PROGRAM = join(import.meta.dirname, '../../../../apps/league/bin/rcss-league.js');
const INTERVAL_MS = 1000 * Number(options.seconds);

const folder = mkdtempSync(join(tmpdir(), 'rcss-faults-'));
const place = disk ?? folder;
let seed = Number(options.seed);
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
const teams = Array.from({ length: teamCount }, (_, i) => ({
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

const notes = new Map();
function start(file, args, settings) {
  const child = spawn(file, args, { ...settings, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr
    .setEncoding('utf8')
    .on('data', (said) => notes.set(said.slice(0, 100), (notes.get(said.slice(0, 100)) ?? 0) + 1));
  return child;
}

function redis() {
  const files = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--dir', folder];
  const args = ['--port', `${PORT}`, ...files, '--maxmemory-policy', 'noeviction'];
  return { url: `redis://127.0.0.1:${PORT}`, stop: 'SIGTERM', start: () => start('redis-server', args) };
}

/** It does not run as root. */
function postgres() {
  const versions = '/usr/lib/postgresql';
  const programs = join(versions, readdirSync(versions).at(-1), 'bin');
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const home = mkdtempSync(join(tmpdir(), 'rcss-faults-postgres-'));
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
  const settings = { ...user, cwd: home };
  execFileSync(join(programs, 'initdb'), ['-D', 'data', '-U', 'league', '-A', 'trust'], settings);
  const args = ['-D', 'data', '-p', `${PORT}`, '-k', home, '-c', 'listen_addresses=127.0.0.1'];
  return {
    url: `postgres://league@127.0.0.1:${PORT}/postgres`,
    stop: 'SIGINT',
    start: () => start(join(programs, 'postgres'), args, settings),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

const database = options.database === 'postgres' ? postgres() : redis();
const queue = ['--queue', database.url, '--key-file', key];
const league = (...args) => start(process.execPath, [PROGRAM, ...args]);
const starts = {
  database: database.start,
  run: () => league('run', cup, '--quiet', '--folder', join(place, 'faults'), ...queue),
};
for (let i = 0; i < WORKERS; i++) {
  const settings = ['--parallel', '1', '--stalled-after', '5', '--folder', join(place, `worker-${i}`)];
  starts[`worker ${i}`] = () => league('worker', ...settings, ...queue);
}

/** Largest memory of each process, MB. */
const peaks = {};
function measure() {
  for (const [name, { pid }] of Object.entries(running)) {
    try {
      const kb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
      peaks[name] = Math.max(peaks[name] ?? 0, Math.round(kb / 1024));
    } catch {}
  }
}
const isOver = (child) => child.exitCode !== null || child.signalCode !== null;
const isPlayed = () => running.run.exitCode === 0;
function startAgain() {
  for (const name of names) if (isOver(running[name]) && !isPlayed()) running[name] = starts[name]();
}

const kills = {};
const full = [];
const faults = {
  /** Switched off in order, for the time between two faults. */
  async stop() {
    running.database.kill(database.stop);
    await wait(INTERVAL_MS);
  },
  async disk() {
    const { bavail, bsize } = statfsSync(place);
    const filler = join(place, 'filler');
    spawnSync('dd', [
      'if=/dev/zero',
      `of=${filler}`,
      'bs=1M',
      `count=${Math.ceil((bavail * bsize) / 2 ** 20)}`,
    ]);
    full.push(statfsSync(place).bavail);
    await wait(INTERVAL_MS);
    rmSync(filler, { force: true });
  },
};
if (disk === undefined) delete faults.disk;
const names = Object.keys(starts);
for (const name of names) faults[name] = () => running[name].kill('SIGKILL');

const running = { database: database.start() };
await wait(2000);
for (const name of names) running[name] ??= starts[name]();
const began = performance.now();
let bag = [];
while (!isPlayed()) {
  await wait(INTERVAL_MS);
  measure();
  // Each fault comes once before one comes again, so that none is missing in a short run.
  if (bag.length === 0) bag = Object.keys(faults);
  const [name] = bag.splice(random(bag.length), 1);
  if (isPlayed()) break;
  kills[name] = (kills[name] ?? 0) + 1;
  await faults[name]();
  await wait(INTERVAL_MS / 4);
  startAgain();
}
const faultySeconds = (performance.now() - began) / 1000;
for (const child of Object.values(running)) child.kill('SIGTERM');

const calmAt = performance.now();
spawnSync(process.execPath, [
  ...[PROGRAM, 'run', cup, '--quiet', '--parallel', '2'],
  ...['--folder', join(folder, 'calm')],
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
const matches = (teamCount * (teamCount - 1)) / 2;
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
  msPerMatch: Math.round((1000 * faultySeconds) / matches),
  peakMb: peaks,
});
console.log([...notes].sort((a, b) => b[1] - a[1]).slice(0, 12));
rmSync(folder, { recursive: true, force: true });
database.remove?.();
