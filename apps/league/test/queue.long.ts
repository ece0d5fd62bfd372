import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RESULT_FILE, readResultFile } from '@rcss/league-runner/program';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  CuttableConnection,
  postgresPrograms,
  redisProgram,
  startPostgres,
  startRedis,
  type TestServer,
} from './queue-servers.js';

const program = join(import.meta.dirname, '../dist/main.js');
const isBuilt = existsSync(program);
if (!isBuilt) process.stderr.write(`skipped, not built: ${program}\n`);
if (redisProgram === null) process.stderr.write('skipped: redis-server is not installed\n');
if (postgresPrograms === null) process.stderr.write('skipped: PostgreSQL 13 or later is not installed\n');

const MATCHES = 200;
const CUT_MS = 20_000;
const SETTLE_MS = 3000;
const DOCUMENT = `
version: 1
teams:
  - { name: Reds, module: '@rcss/agent/chasers' }
  - { name: Blues, module: '@rcss/agent/chasers' }
format: { type: series, matches: ${MATCHES} }
match: { stop: { cycles: 20 } }
seeds: 1
`;

let folder: string;
let document: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-queue-'));
  document = join(folder, 'series.yaml');
  writeFileSync(document, DOCUMENT);
});
afterEach(async () => {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', resolve);
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return waitForExit(child);
}

function countResults(results: string): number {
  const path = join(results, RESULT_FILE);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 2 : 0;
}

async function waitForResults(results: string, count: number): Promise<void> {
  while (!existsSync(join(results, RESULT_FILE)) || countResults(results) < count)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Writes a team file; returns its path. */
function writeTeam(name: string): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ name, version: '1', module: '@rcss/agent/chasers' }));
  return path;
}

/** Digests of all matches by fixture. */
function readDigests(results: string): Map<string, number | null> {
  const lines = readResultFile(results).results;
  const digests = new Map(lines.map(({ fixture, digest }) => [fixture, digest]));
  expect(lines).toHaveLength(digests.size);
  return digests;
}

async function playWithAccidents(server: TestServer): Promise<Map<string, number | null>> {
  const connection = new CuttableConnection(server.port);
  await connection.open();
  const url = server.url(connection.port);
  const results = join(folder, 'queue');
  const worker = (): ChildProcess =>
    start('worker', '--queue', url, '--parallel', '1', '--stalled-after', '5');
  const controller = (): ChildProcess =>
    start('run', document, '--quiet', '--queue', url, '--folder', results, '--parallel', '50');
  const [first, second] = [worker(), worker(), worker()];
  const killed = controller();
  await waitForResults(results, 15);
  await end(first!, 'SIGKILL');
  await waitForResults(results, 30);
  expect(await end(second!, 'SIGTERM')).toBe(0);
  await waitForResults(results, 45);
  await end(killed, 'SIGKILL');
  worker();
  const resumed = controller();
  await waitForResults(results, 80);
  await connection.cut();
  // Results that have reached the controller are still written.
  let during: number;
  do {
    during = countResults(results);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  } while (countResults(results) > during);
  expect(during).toBeLessThan(MATCHES);
  await new Promise((resolve) => setTimeout(resolve, CUT_MS));
  expect(countResults(results)).toBe(during);
  await connection.open();
  expect(await waitForExit(resumed)).toBe(0);
  return readDigests(results);
}

async function playLocally(): Promise<Map<string, number | null>> {
  const results = join(folder, 'local');
  const args = ['run', document, '--quiet', '--folder', results, '--parallel', '2'];
  expect(await waitForExit(start(...args))).toBe(0);
  return readDigests(results);
}

const SERVERS = [
  ['Redis', startRedis, redisProgram],
  ['PostgreSQL', startPostgres, postgresPrograms],
] as const;

for (const [name, startServer, program] of SERVERS) {
  test.skipIf(!isBuilt || program === null)(
    `${name}: with killed workers, a killed controller and a lost connection every match counts once, as in a local run`,
    async () => {
      const server = await startServer();
      try {
        const digests = await playWithAccidents(server);
        expect(digests.size).toBe(MATCHES);
        expect(new Set(digests.values()).size).toBe(MATCHES);
        expect(digests).toEqual(await playLocally());
      } finally {
        await server.stop();
      }
    },
  );
}

/** Sends commands to Redis as one who may write to it. */
async function command(port: number, ...lines: readonly string[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
    if (answers.split('\r\n').length > lines.length) socket.end();
  });
  socket.write(lines.map((line) => `${line}\r\n`).join(''));
  await once(socket, 'close');
  expect(answers).toMatch(/^(:\d+\r\n)+$/);
}

test.skipIf(!isBuilt || redisProgram === null)(
  'Redis: entries that are not JSON keep neither jobs nor results from being read',
  async () => {
    const server = await startRedis();
    try {
      writeFileSync(document, DOCUMENT.replace(`${MATCHES}`, '3'));
      const queue = ['--queue', server.url(server.port)];
      const results = join(folder, 'queue');
      const run = start('run', document, '--quiet', ...queue, '--folder', results);
      await waitForResults(results, 0);
      const spoil = (name: string, id: string): string[] => [
        `HSET bull:${name}:${id} name x data { timestamp 1`,
        `LPUSH bull:${name}:wait ${id}`,
      ];
      const names = ['rcss-league', `rcss-league-results-${readResultFile(results).header!.id}`];
      await command(server.port, ...names.flatMap((name) => [...spoil(name, 'a'), ...spoil(name, 'b')]));
      const worker = start('worker', ...queue, '--parallel', '1', '--stalled-after', '5');
      expect(await waitForExit(run)).toBe(0);
      expect(readDigests(results).size).toBe(3);
      expect(await end(worker, 'SIGTERM')).toBe(0);
    } finally {
      await server.stop();
    }
  },
);

for (const [name, startServer, program] of SERVERS) {
  test.skipIf(!isBuilt || program === null)(
    `${name}: with --by-teams a match goes only to a worker that has both teams`,
    async () => {
      const server = await startServer();
      try {
        const files = { A: writeTeam('A'), B: writeTeam('B'), C: writeTeam('C') };
        const content = {
          version: 1,
          teams: Object.values(files).map((file) => ({ file })),
          format: { type: 'round-robin', matches: 4 },
          match: { stop: { cycles: 20 } },
          seeds: 1,
        };
        writeFileSync(document, JSON.stringify(content));
        const queue = ['--queue', server.url(server.port)];
        const pairs = [
          ['A', 'B'],
          ['A', 'C'],
          ['B', 'C'],
        ] as const;
        const workers = pairs.map(([first, second]) =>
          start('worker', ...queue, '--parallel', '1', '--team', files[first], `${second}=${files[second]}`),
        );
        const results = join(folder, 'by-teams');
        const run = start('run', document, '--quiet', ...queue, '--by-teams', '--folder', results);
        expect(await waitForExit(run)).toBe(0);
        const lines = readResultFile(results).results;
        expect(lines).toHaveLength(12);
        for (const { left, right, host } of lines) {
          const worker = workers.findIndex(({ pid }) => host?.endsWith(`-${pid}`));
          expect(pairs[worker], `${left} – ${right} on ${host}`).toEqual([left, right].sort());
        }
        expect(await Promise.all(workers.map((worker) => end(worker, 'SIGTERM')))).toEqual([0, 0, 0]);
      } finally {
        await server.stop();
      }
    },
  );

  test.skipIf(!isBuilt || program === null)(
    `${name}: a tuning with --by-teams is played by a worker that has the tuned team`,
    async () => {
      const server = await startServer();
      try {
        const content = {
          version: 1,
          team: { file: writeTeam('Reds') },
          parameters: [{ name: 'RISK', start: 0.5, min: 0, max: 1, perturbation: 0.1 }],
          steps: 2,
          pairs: 1,
          match: { stop: { cycles: 20 } },
        };
        writeFileSync(document, JSON.stringify(content));
        const queue = ['--queue', server.url(server.port)];
        const worker = start('worker', ...queue, '--parallel', '1', '--team', join(folder, 'Reds.json'));
        const results = join(folder, 'tuning');
        const tune = start('tune', document, '--quiet', ...queue, '--by-teams', '--folder', results);
        expect(await waitForExit(tune)).toBe(0);
        const steps = readFileSync(join(results, 'tuning.jsonl'), 'utf8').trim().split('\n').slice(1);
        expect(steps.map((step) => (JSON.parse(step) as { matches: number }).matches)).toEqual([2, 2]);
        expect(await end(worker, 'SIGTERM')).toBe(0);
      } finally {
        await server.stop();
      }
    },
  );
}
