import { createSocket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CreateTeam } from '@rcss/core/team-module';
import { readDebugLog } from '@rcss/logs/debug';
import { expect, it } from 'vitest';
import { type Exchange, recordClient } from '../../test/recorded-team.js';
import { createLocalMatch, createLocalSpec } from '../local/local-match.js';
import { defineTeam } from '../team/define-team.js';
import { readMessageText } from './datagrams.js';
import { runTeam } from './run-team.js';

const create = defineTeam({
  play: (p) => p.shoot() ?? p.passTo() ?? p.dribbleTo() ?? (p.isFirst ? p.intercept() : p.goTo(p.home)),
});

/** Plays a match in process and records the exchanges of one client of the left team. */
async function recordPlayer(index: number, cycles: number): Promise<{ init: string; exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  let init = '';
  const recording: CreateTeam = async (context) => {
    const { players } = await create(context);
    const client = players[index]!;
    init = client.init;
    const recorded = recordClient(client, exchanges);
    return { players: players.map((player, i) => (i === index ? recorded : player)) };
  };
  const match = await createLocalMatch({
    left: { name: 'Alpha', create: recording },
    spec: createLocalSpec({ seed: 3 }),
  });
  match.run({ cycles });
  return { init, exchanges };
}

it('a team gives the same decisions over UDP as in process from the same messages', async () => {
  const { init, exchanges } = await recordPlayer(0, 80);
  expect(exchanges.filter(({ commands }) => commands !== '').length).toBeGreaterThan(40);
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const controller = new AbortController();
  const decisions: string[] = [];
  let receivedInit = '';
  const finished = new Promise<void>((resolve) => {
    server.on('message', (bytes, from) => {
      const text = readMessageText(bytes);
      if (text.startsWith('(init ')) {
        // An init that is late to be answered is repeated.
        if (receivedInit !== '') return;
        receivedInit = text;
      } else if (text.endsWith('(done)')) decisions.push(text.slice(0, -'(done)'.length));
      else return;
      const next = exchanges[decisions.length];
      if (next === undefined) {
        resolve();
        return;
      }
      for (const message of [...next.messages, '(think)']) server.send(`${message}\0`, from.port);
    });
  });
  const running = runTeam(create, { team: 'Alpha', port, seed: 6, players: 1, signal: controller.signal });
  await finished;
  controller.abort();
  await running;
  server.close();
  expect(receivedInit).toBe(init);
  expect(decisions).toEqual(exchanges.map(({ commands }) => commands));
});

it('a refusal and an unknown host are errors that name the server', async () => {
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const { port } = server.address();
  server.on('message', (_, from) => server.send('(error no_more_team)\0', from.port));
  await expect(runTeam(create, { team: 'Alpha', port })).rejects.toThrow(
    `127.0.0.1:${port}: the server refused the connection: (error no_more_team)`,
  );
  server.close();
  await expect(runTeam(create, { team: 'Alpha', host: 'no such host' })).rejects.toThrow(
    "host 'no such host'",
  );
});

it('a server with a place for one player alone refuses the others, and the player plays', async () => {
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const controller = new AbortController();
  const warnings: string[] = [];
  const ports = new Set<number>();
  server.on('message', (bytes, from) => {
    if (!readMessageText(bytes).startsWith('(init ')) return;
    const isSecond = [...ports.add(from.port)].indexOf(from.port) === 1;
    server.send(isSecond ? '(init l 2 before_kick_off)\0' : '(error no_more_team)\0', from.port);
  });
  const onWarning = (text: string) => {
    warnings.push(text);
    controller.abort();
  };
  const options = { team: 'Alpha', port, players: 3, coach: false, onWarning, signal: controller.signal };
  await runTeam(create, options);
  const warning = `127.0.0.1:${port}: the server refused the connection: (error no_more_team)`;
  expect(warnings).toEqual([warning, warning]);
  server.close();
});

it.each([
  [{ team: 'Alpha', port: Number.NaN }, 'port: NaN is not a whole number from 1 to 65535'],
  [{ team: 'Alpha', port: 99_999 }, 'port: 99999 is not a whole number'],
  [{ team: 'Alpha', coachPort: 0 }, 'coachPort: 0 is not a whole number'],
  [{ team: 'Alpha', debug: 'udp:nowhere' }, "debug: 'udp:nowhere' is neither a file nor an address"],
  [{ team: undefined as unknown as string }, 'team: undefined is not a name'],
])('a wrong option %j is refused before anything is sent', async (options, message) => {
  await expect(runTeam(create, options)).rejects.toThrow(message);
});

/** A server that accepts one player and gives it the messages of a match, then closes the session. */
async function runRecorded(debug: string): Promise<void> {
  const { exchanges } = await recordPlayer(0, 10);
  const server = createSocket('udp4');
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const controller = new AbortController();
  let done = -1;
  server.on('message', (bytes, from) => {
    const text = readMessageText(bytes);
    if (!text.startsWith('(init ') && !text.endsWith('(done)')) return;
    done += 1;
    if (done === exchanges.length) controller.abort();
    else
      for (const message of [...exchanges[done]!.messages, '(think)']) server.send(`${message}\0`, from.port);
  });
  const { port } = server.address();
  await runTeam(create, { team: 'Alpha', port, players: 1, debug, signal: controller.signal });
  server.close();
}

it('debug records go to a new file, which is not written over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcss-debug-'));
  try {
    const path = join(folder, 'alpha.debug.jsonl');
    await runRecorded(path);
    const { records, problems } = readDebugLog(readFileSync(path, 'utf8'));
    expect(problems).toEqual([]);
    expect(records.length).toBeGreaterThan(5);
    expect(records[0]).toMatchObject({ side: 'l', unum: 1 });
    await expect(runRecorded(path)).rejects.toThrow(`debug: ${path} exists already`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('debug records go to a port as datagrams', async () => {
  const viewer = createSocket('udp4');
  await new Promise<void>((resolve) => viewer.bind(0, '127.0.0.1', resolve));
  const lines: string[] = [];
  viewer.on('message', (bytes) => lines.push(bytes.toString()));
  await runRecorded(`udp:127.0.0.1:${viewer.address().port}`);
  await expect.poll(() => lines.length).toBeGreaterThan(5);
  expect(readDebugLog(lines.join('\n')).problems).toEqual([]);
  viewer.close();
});
