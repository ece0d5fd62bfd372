import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadTeam } from '../documents/load-teams.js';
import type { MachineTeam } from '../jobs/machine-messages.js';
import { startOnMachine } from '../matches/machine-process.js';
import { runMachine } from './agent.js';
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
function startMachine(script: string, token = TOKEN): void {
  const start = join(folder, 'start.sh');
  writeFileSync(start, `#!/bin/sh\n${script}\n`);
  chmodSync(start, 0o755);
  const team = loadTeam({ name: 'Reds', start, version: '7' }, folder);
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
