// cspell:ignore clok
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRoomClient } from '@rcss/client/rooms';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createFolder, waitUntil } from '../../test/harness.js';
import { hostFiles } from '../config/host-files.js';
import type { ProgramHost } from './program-host.js';
import { runServerProgram } from './run-server.js';

/** Runs the program with a file of rooms; `stop` is its signal. */
function runRooms(text: string, ...options: string[]) {
  const path = join(createFolder(), 'rooms.yaml');
  writeFileSync(path, text);
  const out: string[] = [];
  const err: string[] = [];
  let stop = () => {};
  const host = {
    argv: ['--rooms', path, ...options],
    env: {},
    files: hostFiles,
    console: { out: (line: string) => out.push(line), err: (line: string) => err.push(line) },
    onSignal: (handler: () => void) => {
      stop = handler;
    },
  } as unknown as ProgramHost;
  return { done: runServerProgram(host), out, err, stop: () => stop() };
}

describe('rcss-server --rooms', () => {
  it('holds the rooms of the file, serves their interface and clients on WebSockets, and ends at a signal', async () => {
    const program = runRooms(
      'version: 1\nhttp: { port: 0 }\nwarmup: 20\nrooms:\n  - { id: a, document: { version: 1, clock: stepped } }\n',
    );
    await waitUntil(() => program.out.length > 0 || program.err.length > 0, 25_000);
    const url = /Rooms: (\S+)/.exec(program.out.join('\n'))![1]!;
    const rooms = createRoomClient({ url });
    expect(await rooms.step('a', 3)).toMatchObject({ steps: 3 });
    const status = await (await fetch(`${url}/status.json`)).json();
    expect(status).toMatchObject({ rooms: [{ room: 'a', steps: 3 }] });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/rooms/a/player`, 'rcss.v1');
    const reply = new Promise((resolve, reject) => {
      socket.on('message', (data) => resolve(String(data)));
      socket.on('error', reject);
      socket.on('open', () => socket.send('(init Foxes (version 19))'));
    });
    expect(await reply).toMatch(/^\(init l 1 before_kick_off\)/);
    program.stop();
    expect(await program.done).toBe(0);
    expect(program.err).toEqual([]);
  });

  it('refuses a wrong file or option with exit code 2, and names the field', async () => {
    const wrong = runRooms('version: 1\nrooms:\n  - { id: a, document: { version: 1, clok: stepped } }\n');
    expect(await wrong.done).toBe(2);
    expect(wrong.err.join('\n')).toContain(
      'rooms[0].document.clok is not a known field; did you mean clock?',
    );
    const option = runRooms('version: 1\n', '--nosuch', '1');
    expect(await option.done).toBe(2);
    const open = runRooms('version: 1\nhttp: { address: 0.0.0.0 }\n');
    expect(await open.done).toBe(2);
    expect(open.err.join('\n')).toContain('a token is needed');
  });
});
