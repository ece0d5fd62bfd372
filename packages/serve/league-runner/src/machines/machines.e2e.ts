import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTeam } from '../documents/load-teams.js';
import type { MachineTeam } from '../jobs/machine-messages.js';
import { startOnMachine } from '../matches/machine-process.js';
import { runMachine } from './agent.js';
import { greetMachine, greetRunner, MessageConnection } from './connection.js';
import { MachineHub } from './hub.js';

const TOKEN = 'a secret of the league';
let folder: string;
let hub: MachineHub;
let port: number;
let notes: string[];
const stopper = { current: new AbortController() };
const machines: Promise<unknown>[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rcss machine é-'));
  notes = [];
  stopper.current = new AbortController();
  hub = new MachineHub({ address: '127.0.0.1', port: 0, token: TOKEN, onNote: (text) => notes.push(text) });
  port = await hub.open();
});
afterEach(async () => {
  stopper.current.abort();
  await Promise.all(machines.splice(0));
  await hub.close();
  rmSync(folder, { recursive: true });
});

/** Starts the machine of a team with a start script. */
function startMachine(script: string, token = TOKEN, environment: Record<string, string> = {}): void {
  const start = join(folder, 'start.sh');
  writeFileSync(start, `#!/bin/sh\n${script}\n`);
  chmodSync(start, 0o755);
  const team = loadTeam({ name: 'Reds', start, version: '7', environment }, folder);
  machines.push(
    runMachine({
      host: 'localhost',
      port,
      token,
      teams: new Map([['Reds', team]]),
      folder: join(folder, 'machine'),
      signal: stopper.current.signal,
      onNote: (text) => notes.push(text),
    }),
  );
}

const TEAM: MachineTeam = {
  name: 'Reds',
  version: '7',
  side: 'left',
  slot: 0,
  port: 6000,
  olcoachPort: 6002,
  seed: 5,
  environment: { RISK: '0.5' },
  limits: {},
};

const waitForTeam = () => hub.waitForTeam('Reds', '7', new AbortController().signal);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('a team starts on its machine with the address of the server as seen from there; its output and its end come back', async () => {
  startMachine('echo "$@ $RCSS_SEED $RISK"; exit 3');
  await waitForTeam();
  const log = join(folder, 'left.log');
  const team = startOnMachine(hub, TEAM, log);
  expect(await team.tree.ended).toMatchObject({ status: 3, signal: null, error: '' });
  await team.stop();
  expect(readFileSync(log, 'utf8')).toMatch(/^127\.0\.0\.1 6000 6002 Reds 5 0\.5\n$/);
  expect(team.failure).toBeNull();
});

test('a team that is stopped has ended on its machine, with its children', async () => {
  const mark = join(folder, 'alive');
  startMachine(
    `trap 'rm ${mark.replace(/ /g, '\\ ')}; exit' TERM; touch ${mark.replace(/ /g, '\\ ')}; while :; do sleep 0.1; done`,
  );
  await waitForTeam();
  const team = startOnMachine(hub, TEAM, join(folder, 'left.log'));
  await until(() => existsSync(mark));
  await team.stop();
  expect(existsSync(mark)).toBe(false);
});

test.each([
  ['BASH_ENV', '/tmp/x'],
  ['NODE_OPTIONS', '--require=/tmp/x'],
  ['LD_PRELOAD', '/tmp/x.so'],
  ['JAVA_TOOL_OPTIONS', '-javaagent:/tmp/x.jar'],
  ['JDK_JAVA_OPTIONS', '1'],
  ['PYTHONINSPECT', '1'],
  ['PERL5OPT', '-Mx'],
  ['PATH', 'x'],
  ['MODE', '$(touch x)'],
  ['UNKNOWN', 'word'],
  ['LC_x;y', '1'],
])('a variable of the runner that can start another command, %s, is refused', async (name, value) => {
  startMachine(`touch ${join(folder, 'started').replace(/ /g, '\\ ')}`);
  await waitForTeam();
  const team = startOnMachine(hub, { ...TEAM, environment: { [name]: value } }, join(folder, 'left.log'));
  expect((await team.tree.ended).error).toContain(
    `the variable ${JSON.stringify(name)} = ${JSON.stringify(value)} of Reds does not come from the team file`,
  );
  expect(existsSync(join(folder, 'started'))).toBe(false);
});

test('the variables of the own file of a team, and words for them, are given to it', async () => {
  startMachine('echo "$MODE $FILE $RISK $RCSS_OPTIONS"', TOKEN, { MODE: 'calm', FILE: '/etc/a b' });
  await waitForTeam();
  const log = join(folder, 'left.log');
  const environment = { MODE: 'fast', RISK: '1e-3', RCSS_OPTIONS: '{"a":"b"}' };
  const team = startOnMachine(hub, { ...TEAM, environment }, log);
  await team.tree.ended;
  await team.stop();
  expect(readFileSync(log, 'utf8')).toBe('fast /etc/a b 1e-3 {"a":"b"}\n');
});

test('a limit is checked on the machine', async () => {
  startMachine('sleep 1000 & sleep 1000 & sleep 1000 & wait');
  await waitForTeam();
  const team = startOnMachine(hub, { ...TEAM, limits: { processes: 2 } }, join(folder, 'left.log'));
  await until(() => team.exceeded != null);
  expect(team.exceeded).toMatch(/^had 4 processes; limits\.processes allows 2$/);
  await team.stop();
});

test('a machine that is gone is not the fault of its team', async () => {
  startMachine('sleep 1000');
  await waitForTeam();
  const team = startOnMachine(hub, TEAM, join(folder, 'left.log'));
  stopper.current.abort();
  await team.tree.ended;
  expect(team.failure).toMatch(/^the machine .* is gone: /);
  await team.stop();
});

test('a machine with another key is not accepted, and a machine does not serve a runner with another key', async () => {
  startMachine('exit 0', 'another secret of a league');
  await until(() => notes.some((note) => note.includes('does not have the same token')));
  const missing = startOnMachine(hub, TEAM, join(folder, 'left.log'));
  expect((await missing.tree.ended).error).toBe('no machine has the team Reds');
});

test.runIf(process.platform !== 'win32')('garbage and long messages end the connection', async () => {
  for (const text of ['garbage\n', 'x'.repeat(300_000), '{"protocol":"other"}\n']) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(text);
    await new Promise((resolve) => socket.once('close', resolve));
  }
  const reasons = ['a message is not JSON', 'a message is too long', 'it speaks another protocol'];
  await until(() => reasons.every((reason) => notes.some((note) => note.includes(reason))));
});

/** A machine with the key that sends what it likes, and what it gets. */
async function openBadMachine(machine: string): Promise<MessageConnection> {
  const connection = new MessageConnection(connect(port, '127.0.0.1'));
  await greetRunner(connection, TOKEN, { machine, teams: { Reds: '7' } });
  return connection;
}

/** The identifier of the team that the runner starts next. */
const nextStart = (connection: MessageConnection): Promise<string> =>
  new Promise((resolve) => connection.onMessage((message) => resolve((message as { id: string }).id)));

test.each<[string, (id: string) => unknown]>([
  ['null', () => null],
  ['a number', () => 7],
  ['an unknown event', (id) => ({ id, event: 'goal' })],
  ['an output without data', (id) => ({ id, event: 'output' })],
  ['an output that is not base64', (id) => ({ id, event: 'output', data: 7 })],
  ['an end without fields', (id) => ({ id, event: 'ended' })],
  ['a problem that is an object', (id) => ({ id, event: 'exceeded', problem: {} })],
  ['an endless problem', (id) => ({ id, event: 'failed', problem: 'x'.repeat(10_000) })],
  ['a further field', (id) => ({ id, event: 'stopped', __proto__x: 1 })],
])('a machine that sends %s is put away and named; another one plays on', async (_, create) => {
  const bad = await openBadMachine('bad');
  await waitForTeam();
  const started = nextStart(bad);
  const team = startOnMachine(hub, TEAM, join(folder, 'left.log'));
  bad.send(create(await started) as object);
  expect((await team.tree.ended).error).toMatch(/^the machine bad is gone: a message is wrong/);
  expect(
    notes.filter((note) => note.startsWith('Machine bad takes no further part in this run: ')),
  ).toHaveLength(1);
  await (await openBadMachine('bad')).closed;
  await until(() => notes.some((note) => note.includes('bad was put away')));
  startMachine('exit 3');
  await waitForTeam();
  expect(await startOnMachine(hub, TEAM, join(folder, 'right.log')).tree.ended).toMatchObject({ status: 3 });
});

test.each([
  ['teams that are null', '{"machine":"bad","teams":null}'],
  ['a name of control characters', '{"machine":"\\u001b[2J","teams":{}}'],
  ['no object', 'null'],
])('a machine that says about itself %s is not accepted', async (_, text) => {
  const { parse } = JSON;
  const connection = new MessageConnection(connect(port, '127.0.0.1'));
  await expect(greetRunner(connection, TOKEN, parse(text))).rejects.toThrow();
  await until(() => notes.some((note) => note.includes('is not accepted: a message is wrong')));
});

test('a machine that sends more output than a team may write fills no disk', async () => {
  const bad = await openBadMachine('bad');
  await waitForTeam();
  const started = nextStart(bad);
  const log = join(folder, 'left.log');
  const team = startOnMachine(hub, TEAM, log);
  const id = await started;
  const data = Buffer.alloc(150_000).toString('base64');
  for (let i = 0; i < 500; i++) bad.send({ id, event: 'output', data });
  await until(() => team.exceeded != null);
  expect(team.exceeded).toBe('wrote more than 64 MB to its output');
  bad.send({ id, event: 'ended', end: { status: 0, signal: null, error: '', seconds: 1 } });
  await team.tree.ended;
  expect(statSync(log).size).toBeLessThanOrEqual(64 << 20);
});

test('a log that cannot be written ends its team, not the run', async () => {
  const bad = await openBadMachine('good');
  await waitForTeam();
  const started = nextStart(bad);
  const log = join(folder, 'left.log');
  const team = startOnMachine(hub, TEAM, log);
  const id = await started;
  rmSync(log);
  mkdirSync(log);
  bad.send({ id, event: 'output', data: 'AAAA' });
  expect((await team.tree.ended).error).toMatch(/^its output cannot be written here: EISDIR/);
  await team.stop();
});

test.each<[string, object]>([
  ['an identifier that is a path', { do: 'start', id: '../newdir/ESC', team: TEAM }],
  ['a team that is null', { do: 'start', id: randomUUID(), team: null }],
  ['a limit that is a text', { do: 'start', id: randomUUID(), team: { ...TEAM, limits: { cpus: 'all' } } }],
  ['a port that is a text', { do: 'start', id: randomUUID(), team: { ...TEAM, port: '6000' } }],
  ['an unknown verb', { do: 'format', id: randomUUID() }],
  ['nothing', { do: 'stop' }],
])('a machine that gets %s from a runner starts nothing and writes no file', async (_, message) => {
  const connections: MessageConnection[] = [];
  const server = createServer((socket) => {
    const connection = new MessageConnection(socket);
    connections.push(connection);
    void greetMachine(connection, TOKEN).then(() => connection.send(message));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as { port: number }).port;
  startMachine(`touch ${join(folder, 'started').replace(/ /g, '\\ ')}`);
  await until(() => notes.some((note) => note.includes('a message is wrong')));
  expect(existsSync(join(folder, 'started'))).toBe(false);
  expect(existsSync(join(folder, 'newdir'))).toBe(false);
  for (const connection of connections) connection.close();
  await new Promise((resolve) => server.close(resolve));
});

test('a machine ends a team with too much output itself, whatever the runner does', async () => {
  startMachine('trap "" TERM; yes 0123456789012345678901234567890123456789');
  await waitForTeam();
  const team = startOnMachine(hub, TEAM, join(folder, 'left.log'));
  await team.tree.ended;
  expect(team.exceeded).toBe('wrote more than 64 MB to its output');
});

test('connections without the key do not lock a machine out', async () => {
  const strangers = Array.from({ length: 300 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    return socket;
  });
  await Promise.all(
    strangers.slice(-8).map((socket) => socket.readyState === 'open' || once(socket, 'connect')),
  );
  startMachine('exit 3');
  await waitForTeam();
  expect(await startOnMachine(hub, TEAM, join(folder, 'left.log')).tree.ended).toMatchObject({ status: 3 });
  expect(notes.filter((note) => note.includes('is not accepted')).length).toBeLessThan(3);
  for (const socket of strangers) socket.destroy();
});
