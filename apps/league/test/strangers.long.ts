/** A league of teams of strangers: one attacks, one is slow, one cannot start; a worker is killed and the queue is cut. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDocument, readResultFile, readRunFolder } from '@rcss/league-runner/program';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasSandbox } from '../../../packages/serve/league-runner/test/has-sandbox.js';
import { CuttableConnection, redisProgram, startRedis } from './queue-servers.js';

const program = join(import.meta.dirname, '../dist/main.js');
const isBuilt = existsSync(program);
const succeeds = (file: string, ...args: readonly string[]): boolean =>
  spawnSync(file, args, { stdio: 'ignore' }).status === 0;
/** Of the names of network namespaces and interfaces. */
const PREFIX = `rcss${process.pid}`;
const hasNetworks = succeeds('ip', 'netns', 'add', PREFIX) && succeeds('ip', 'netns', 'del', PREFIX);
for (const [isThere, what] of [
  [isBuilt, `${program} is not built`],
  [hasSandbox, 'bubblewrap cannot create a sandbox here'],
  [redisProgram !== null, 'redis-server is not installed'],
  [hasNetworks, 'no right to create network namespaces'],
] as const)
  if (!isThere) process.stderr.write(`skipped: ${what}\n`);

const KEY = 'the key of this league';
const TALK = join(import.meta.dirname, '../../cli/test/teams/talk.mjs');

let folder: string;
const children = new Set<ChildProcess>();
const namespaces: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rcss-strangers-'));
  // A worker that is root runs sandboxes as a user without rights.
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
  for (const namespace of namespaces.splice(0)) spawnSync('ip', ['netns', 'del', namespace]);
  rmSync(folder, { recursive: true, force: true });
});

function createTeam(name: string, before = '', source = TALK): { name: string; start: string } {
  const start = join(folder, name);
  mkdirSync(start);
  copyFileSync(source, join(start, 'team.mjs'));
  writeFileSync(
    join(start, 'start.sh'),
    `#!/bin/sh\n${before}\nexec "${process.execPath}" ./team.mjs "$@"\n`,
  );
  chmodSync(join(start, 'start.sh'), 0o755);
  return { name, start };
}

/** Starts the program, in a network namespace if one is given. */
function start(args: readonly string[], namespace?: string): ChildProcess & { text: string } {
  const command = [process.execPath, program, ...args];
  const [file, ...rest] = namespace === undefined ? command : ['ip', 'netns', 'exec', namespace, ...command];
  const child = spawn(file!, rest, {
    env: { ...process.env, RCSS_LEAGUE_KEY: KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as unknown as ChildProcess & { text: string };
  child.text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      child.text += text;
    });
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

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  return waitForExit(child);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

function runTool(command: string): void {
  const [file = '', ...args] = command.split(' ');
  const { status, error, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`);
}

/**
 * Creates machines with addresses of their own, and a switch between them.
 *
 * @param own Address of this machine at the switch; absent: it is not connected.
 */
function createNetwork(hosts: Readonly<Record<string, string>>, own?: string): void {
  const add = (part: string): string => {
    const name = `${PREFIX}-${part}`;
    runTool(`ip netns add ${name}`);
    namespaces.push(name);
    runTool(`ip -n ${name} link set lo up`);
    return name;
  };
  const hub = add('switch');
  runTool(`ip -n ${hub} link add switch type bridge`);
  runTool(`ip -n ${hub} link set switch up`);
  for (const [part, address] of Object.entries(hosts)) {
    const name = add(part);
    runTool(`ip link add lan netns ${name} type veth peer name ${part} netns ${hub}`);
    runTool(`ip -n ${hub} link set ${part} master switch up`);
    runTool(`ip -n ${name} address add ${address}/24 dev lan`);
    runTool(`ip -n ${name} link set lan up`);
  }
  if (own === undefined) return;
  // It goes with the namespace of the switch.
  runTool(`ip link add ${PREFIX} type veth peer name own netns ${hub}`);
  runTool(`ip -n ${hub} link set own master switch up`);
  runTool(`ip address add ${own}/24 dev ${PREFIX}`);
  runTool(`ip link set ${PREFIX} up`);
}

const countResults = (results: string): number => readResultFile(results).results.length;

/** What a match was, by fixture. */
function readMatches(results: string): Map<string, string> {
  return new Map(
    readResultFile(results).results.map((line) => [
      line.fixture,
      `${line.left}–${line.right} ${line.scoreL}:${line.scoreR} ${line.forfeit ?? ''} ${line.digest}`,
    ]),
  );
}

describe.skipIf(!isBuilt || !hasSandbox || redisProgram === null)('a league of strangers', () => {
  test('on three machines, with a killed worker and a cut queue, has the matches of an undisturbed run; the hostile team is disqualified with the reason', async () => {
    const attack = { secret: join(folder, 'Good', 'start.sh'), pid: process.pid, tcp: 9 };
    const hostile = createTeam('Bad', '', join(import.meta.dirname, 'hostile-team.mjs'));
    const teams = [
      { ...hostile, environment: { ATTACK: JSON.stringify(attack) } },
      createTeam('Good'),
      createTeam('Fair'),
      createTeam('Calm'),
      createTeam('Slow', 'sleep 6'),
      createTeam('Dead', 'exit 1'),
    ];
    const path = join(folder, 'league.json');
    const document = {
      version: 1,
      teams,
      format: { type: 'round-robin', matches: 1 },
      seeds: 1,
      match: { clock: 'synchronous', parameters: { server: { half_time: 3 } } },
      isolation: { level: 'sandbox', diskMb: 16 },
    };
    writeFileSync(path, JSON.stringify(document));
    const alone = join(folder, 'alone');
    const undisturbed = start(['run', path, '--quiet', '--folder', alone, '--parallel', '2']);
    expect(await waitForExit(undisturbed), undisturbed.text).toBe(0);

    const redis = await startRedis();
    try {
      // Each worker is a machine of its own, where that is possible.
      const host = hasNetworks ? '10.78.0.1' : '127.0.0.1';
      const machines = { first: '10.78.0.2', second: '10.78.0.3', third: '10.78.0.4' };
      if (hasNetworks) createNetwork(machines, host);
      const connection = new CuttableConnection(redis.port, host);
      await connection.open();
      const queue = ['--queue', redis.url(connection.port, host)];
      const workers = Object.keys(machines).map((name) =>
        start(
          ['worker', ...queue, '--parallel', '1', '--stalled-after', '5'],
          hasNetworks ? `${PREFIX}-${name}` : undefined,
        ),
      );
      const results = join(folder, 'disturbed');
      const run = start(['run', path, '--quiet', ...queue, '--folder', results]);
      await until(() => existsSync(join(results, 'results.jsonl')) && countResults(results) >= 3);
      await end(workers[0]!, 'SIGKILL');
      await until(() => countResults(results) >= 6);
      await connection.cut();
      await connection.open();
      expect(await waitForExit(run), run.text).toBe(0);
      expect(readMatches(results)).toEqual(readMatches(alone));
      expect(readResultFile(results).results).toHaveLength(15);

      const byBad = readResultFile(results).results.filter(({ left, right }) =>
        [left, right].includes('Bad'),
      );
      const reported = byBad.filter(({ refereeCommands }) => refereeCommands !== undefined);
      expect(reported.length).toBeGreaterThan(0);
      const reason = 'sent commands of the referee';
      const verb = ['disqualify', path, 'Bad', '--folder', results, '--by', 'Ada', '--reason', reason];
      const disqualify = start(verb);
      expect(await waitForExit(disqualify), disqualify.text).toBe(0);
      const { state } = readRunFolder(results, loadDocument(path));
      const last = state.tournament.placings().at(-1)!;
      expect(state.organizer.out.get('Bad')).toMatchObject({ by: 'Ada', reason });
      expect(['Bad', 'Dead']).toContain(last.team);
      const forfeits = state.tournament.matches().filter(({ left, right }) => [left, right].includes('Bad'));
      expect(forfeits.map(({ forfeit }) => forfeit !== undefined)).toEqual(Array(5).fill(true));
    } finally {
      await redis.stop();
    }
  });
});

describe.skipIf(!isBuilt || !hasNetworks)('teams that their start commands run on other machines', () => {
  test('play the same matches as here', async () => {
    const hosts = { left: '10.77.0.2', right: '10.77.0.3' };
    createNetwork(hosts, '10.77.0.1');
    const teams = ['Reds', 'Blues'].map((name) => ({
      ...createTeam(name, 'echo "server $1" >&2'),
      version: '1',
    }));
    const play = async (name: string, list: readonly object[]): Promise<string> => {
      const path = join(folder, `${name}.json`);
      const document = {
        version: 1,
        teams: list,
        format: { type: 'series', matches: 2 },
        seeds: 5,
        match: {
          clock: 'synchronous',
          parameters: { server: { half_time: 3 }, rcss: { bind_address: '0.0.0.0' } },
        },
      };
      writeFileSync(path, JSON.stringify(document));
      const run = start(['run', path, '--quiet', '--folder', join(folder, name)]);
      expect(await waitForExit(run), run.text).toBe(0);
      return join(folder, name);
    };
    const here = await play('here', teams);
    const elsewhere = teams.map((team, i) => ({
      ...team,
      // As a remote shell does it.
      start: `exec ip netns exec ${PREFIX}-${Object.keys(hosts)[i]} ${team.start}/start.sh 10.77.0.1 {port} {olcoach_port} {team}`,
      directory: team.start,
    }));
    const there = await play('there', elsewhere);
    expect(readMatches(there)).toEqual(readMatches(here));
    const [line] = readResultFile(there).results;
    expect(readFileSync(join(there, line!.logs!, 'left.log'), 'utf8')).toContain('server 10.77.0.1');
  });
});
