// cspell:ignore clok Roms
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createRoomClient } from '@rcss/client/rooms';
import { hostFiles } from '@rcss/match-server/program';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  connectPlayer,
  createFolder,
  waitUntil,
} from '../../../../packages/serve/match-server/test/harness.js';
import type { ProgramHost } from './program-host.js';
import { runServerProgram } from './run-server.js';

/** Runs the program with a file of rooms; `stop` is its signal. */
function runRooms(text: string, ...options: string[]) {
  const path = join(createFolder(), 'rooms.yaml');
  writeFileSync(path, text);
  const out: string[] = [];
  const err: string[] = [];
  const priorities: number[] = [];
  let signal: (name?: NodeJS.Signals) => void = () => {};
  let drain = () => {};
  const host = {
    argv: ['--rooms', path, ...options],
    env: {},
    files: hostFiles,
    console: { out: (line: string) => out.push(line), err: (line: string) => err.push(line) },
    onSignal: (handler: typeof signal) => {
      signal = handler;
    },
    onDrainSignal: (handler: () => void) => {
      drain = handler;
    },
    raisePriority: (niceValue: number) => {
      priorities.push(niceValue);
      return 'EACCES';
    },
  } as unknown as ProgramHost;
  return {
    done: runServerProgram(host),
    out,
    err,
    priorities,
    stop: (name?: NodeJS.Signals) => signal(name),
    drain: () => drain(),
  };
}

describe('rcss-server --rooms', () => {
  it('names the setting of a port that is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const program = runRooms(`version: 1\nhttp: { port: ${port} }\nwarmup: 0\n`);
    expect(await program.done).toBe(1);
    expect(program.err.join('\n')).toContain(`not started: http.port: ${port} is in use at 127.0.0.1; `);
    other.close();
  });

  it('holds the rooms of the file, serves their interface and clients on WebSockets, and ends at a signal', async () => {
    const program = runRooms(
      'version: 1\nhttp: { port: 0, origins: [https://a.example] }\nwarmup: 20\npriority: -5\nlog: { format: json }\nrooms:\n  - { id: a, document: { version: 1, clock: stepped } }\n',
    );
    await waitUntil(() => program.out.length > 0, undefined, `start; stderr: ${program.err}`);
    const url = /Rooms: (\S+)/.exec(program.out.join('\n'))![1]!;
    const rooms = createRoomClient({ url });
    expect(await rooms.step('a', 3)).toMatchObject({ steps: 3 });
    const status = await (await fetch(`${url}/status.json`)).json();
    expect(status).toMatchObject({ rooms: [{ room: 'a', steps: 3 }] });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/rooms/a/player`, 'rcss.v1', {
      origin: 'https://a.example',
    });
    const reply = new Promise((resolve, reject) => {
      socket.on('message', (data) => resolve(String(data)));
      socket.on('error', reject);
      socket.on('open', () => socket.send('(init Foxes (version 19))'));
    });
    expect(await reply).toMatch(/^\(init l 1 before_kick_off\)/);
    program.stop();
    expect(await program.done).toBe(0);
    const lines = program.err.map((line) => JSON.parse(line) as { room: string; event: string });
    expect(lines).toContainEqual(expect.objectContaining({ room: 'a', event: 'client_connected' }));
    expect(program.priorities).toEqual([-5]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: 'priority_refused',
        level: 'warn',
        fields: { reason: 'EACCES' },
      }),
    );
  });

  it('refuses a wrong file or option with exit code 2, and names the field', async () => {
    const wrong = runRooms('version: 1\nrooms:\n  - { id: a, document: { version: 1, clok: stepped } }\n');
    expect(await wrong.done).toBe(2);
    expect(wrong.err.join('\n')).toContain(
      'rooms[0].document.clok is not a known field; did you mean clock?',
    );
    const option = runRooms('version: 1\n', '--nosuch', '1');
    expect(await option.done).toBe(2);
    expect(option.err.join('\n')).toContain("rcss-server: unknown option '--nosuch'");
    const workers = runRooms('version: 1\n', '--workers', '999');
    expect(await workers.done).toBe(2);
    expect(workers.err.join('\n')).toContain(
      "option '--workers <n>' argument '999' is invalid. Allowed: a whole number from 0 to 256.",
    );
    const lonely = runRooms('version: 1\n', '--json');
    expect(await lonely.done).toBe(2);
    expect(lonely.err.join('\n')).toContain('--json needs --check-config');
    const priority = runRooms('version: 1\npriority: 5\n');
    expect(await priority.done).toBe(2);
    expect(priority.err.join('\n')).toContain('priority: 5 is not a whole number from -20 to 0');
    const open = runRooms('version: 1\nhttp: { address: 0.0.0.0 }\n');
    expect(await open.done).toBe(2);
    expect(open.err.join('\n')).toContain('a token is needed');
    const starts = runRooms('version: 1\nallowStart: true\n');
    expect(await starts.done).toBe(2);
    expect(starts.err.join('\n')).toContain('rooms.yaml:2: allowStart: a token is needed');
    const short = runRooms('version: 1\nhttp: { token: secret }\n');
    expect(await short.done).toBe(2);
    expect(short.err.join('\n')).toContain('http.token: 6 characters are too few (at least 16)');
  });
});

it('as text, the lines of a room begin with its name, connections included', async () => {
  const program = runRooms(
    'version: 1\nhttp: { port: 0 }\nwarmup: 0\nrooms: [{ id: a, document: { version: 1, clock: stepped } }]\n',
  );
  await waitUntil(() => program.out.length > 0, undefined, `start; stderr: ${program.err}`);
  const { ports } = await createRoomClient({ url: /Rooms: (\S+)/.exec(program.out[0]!)![1]! }).read('a');
  await connectPlayer({ ports } as never, 'Foxes');
  program.stop();
  expect(await program.done).toBe(0);
  expect(program.err).toContain('[a] A new (v19) player (Foxes 1) connected.');
  expect(program.out).toHaveLength(1);
});

describe('a drain of a room server', () => {
  const text = (settings: string) =>
    `version: 1\nhttp: { port: 0 }\nwarmup: 0\n${settings}rooms: [{ id: a, document: { version: 1, clock: stepped } }]\n`;
  const open = async (settings: string) => {
    const program = runRooms(text(settings));
    await waitUntil(() => program.out.length > 0, undefined, `start; stderr: ${program.err}`);
    const url = /Rooms: (\S+)/.exec(program.out[0]!)![1]!;
    const rooms = createRoomClient({ url });
    await rooms.step('a', 1);
    return { ...program, url, rooms };
  };

  it('by signal: matches end, then the process', async () => {
    const { drain, rooms, url, err, done } = await open('');
    drain();
    await expect(rooms.create({ document: { version: 1 } })).rejects.toThrow(/takes no more.*\(503\)/);
    const health = await fetch(`${url}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', draining: { running: 1 } }]);
    await waitUntil(() => err.includes('Draining: no further match begins; 1 go on (a)'));
    await rooms.step('a', 1);
    await rooms.stop('a');
    expect(await done).toBe(0);
    expect(err.at(-1)).toBe('Draining: no match goes on; the server ends');
  });

  it('by request: the process ends with 0 after the last match', async () => {
    const { rooms, done } = await open('');
    expect(await rooms.drain()).toEqual({ draining: true, running: ['a'] });
    await rooms.delete('a');
    expect(await done).toBe(0);
  });

  it('by SIGTERM if the file says so; a second SIGTERM ends the server', async () => {
    const { stop, rooms, done } = await open('drainOnSigterm: true\n');
    stop('SIGTERM');
    expect(await rooms.readDrain()).toEqual({ draining: true, running: ['a'] });
    expect(await rooms.step('a', 1)).toMatchObject({ steps: 2 });
    stop('SIGTERM');
    expect(await done).toBe(0);
  });

  it('is not begun by SIGINT', async () => {
    const { stop, done } = await open('drainOnSigterm: true\n');
    stop('SIGINT');
    expect(await done).toBe(0);
  });
});

describe('rcss-server --rooms FILE --check-config', () => {
  const check = async (text: string, ...options: string[]) => {
    const program = runRooms(text, '--check-config', ...options);
    const exitCode = await program.done;
    return { exitCode, ...program, lines: program.out.map((line) => line.replace(/ {2,}/g, ' | ')) };
  };

  it('prints the settings of the file with their lines, and the rooms, and starts nothing', async () => {
    const { exitCode, lines, err } = await check(
      'version: 1\nhttp:\n  port: 7100\n  token: 0123456789abcdef\nrooms:\n  - id: a\n    document: { version: 1, clock: stepped, teams: { left: { name: Foxes, remote: true } } }\n',
      '--workers',
      '2',
    );
    expect(err).toEqual([]);
    expect(exitCode).toBe(0);
    expect(lines.map((line) => line.replace(/\S*rooms\.yaml/, 'rooms.yaml'))).toEqual([
      'rooms.yaml: read',
      '',
      'setting | value | default | from',
      'http.port | 7100 | 7000 | rooms.yaml:3',
      "http.token | (hidden) | '' | rooms.yaml:4",
      'workers | 2 | 0 | option --workers',
      '',
      'room | clock | left | right | starts',
      'a | stepped | Foxes | any | by request',
      '',
      'The configuration is valid.',
    ]);
    expect((await check('version: 1\n')).lines).toContain('All settings have their defaults.');
    expect((await check('version: 1\n', '--all')).lines).toContain('http.port | 7000 | 7000 | default');
  });

  it('checks how teams are started as a match does', async () => {
    const room = (team: string) =>
      `  - document:\n      version: 1\n      clock: stepped\n      teams:\n        left: { name: A, ${team} }\n`;
    const file = (...teams: string[]) => `version: 1\nrooms:\n${teams.map(room).join('')}`;
    const path = join(createFolder(), 'team.mjs');
    writeFileSync(path, 'export default () => ({ players: [] });\n');
    const module = `module: ${path}`;
    expect((await check(file('start: demo', 'start: chaser', 'start: "sh -c true"', module))).err).toEqual(
      [],
    );
    const { exitCode, err } = await check(
      file('start: ./none.sh', 'start: "policy:none.json"', 'start: "./x {prt}"', 'module: ./none.mjs'),
    );
    expect(exitCode).toBe(2);
    expect(err.map((line) => line.replace(/^\S*rooms\.yaml/, ''))).toEqual([
      expect.stringMatching(/^:7: rooms\[0\]\.document\.teams\.left\.start: no such file: .*none\.sh/),
      expect.stringMatching(/^:12: rooms\[1\].*start: team A: .*no such file: .*none\.json/),
      expect.stringMatching(/^:17: rooms\[2\].*start: unknown placeholder \{prt\}/),
      expect.stringMatching(/^:22: rooms\[3\].*left\.module: module '\.\/none\.mjs' was not found/),
    ]);
  });

  it('names the line and the path of each problem, also of those that only a start of rooms would find', async () => {
    const { exitCode, err, lines } = await check(
      'version: 1\nhttp: { address: 0.0.0.0 }\nrooms:\n  - id: a\n    document: { version: 1, parameters: { server: { port: 7500 } } }\n  - id: a\n    document:\n      version: 1\n      parameters:\n        server:\n          coach_port: 7500\n  - document:\n      version: 1\n      recording: { result: ../x.json }\n',
    );
    expect(exitCode).toBe(2);
    expect(err.map((line) => line.replace(/^\S*rooms\.yaml/, ''))).toEqual([
      expect.stringMatching(/^:2: http\.token: a token is needed/),
      ':6: rooms[1].id: "a" is also the id of rooms[0]',
      ':11: rooms[1].document.parameters.server.coach_port: 7500 is also rooms[0].document.parameters.server.port',
      expect.stringMatching(
        /^:14: rooms\[2\]\.document\.recording\.result is refused: the path must be relative/,
      ),
    ]);
    expect(lines.at(-1)).toBe('The configuration is not valid; no room server would start.');
  });

  it('prints JSON', async () => {
    const { exitCode, out, err } = await check('version: 1\nmaxRoms: 3\n', '--json');
    expect([exitCode, err]).toEqual([2, []]);
    expect(JSON.parse(out.join('\n'))).toMatchObject({
      format: 'rcss-rooms-configuration',
      ok: false,
      problems: [{ path: 'maxRoms', line: 2, message: expect.stringContaining('did you mean maxRooms?') }],
    });
  });
});
