/** The compiled program with rooms in threads: a signal while clients send. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createRoomClient } from '@rcss/client/rooms';
import { afterEach, expect, test } from 'vitest';

const ROOMS = 8;
const TRIES = 3;
const program = join(import.meta.dirname, '../../bin/rcss-server.js');

const folder = mkdtempSync(join(tmpdir(), 'rcss-rooms-'));
const children: ChildProcess[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const socket of sockets.splice(0)) socket.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Joins a room and returns a function that sends commands. */
async function joinRoom(port: number, team: string): Promise<() => void> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.send(`(init ${team} (version 19))\0`, port, '127.0.0.1');
  const [, { port: own }] = (await once(socket, 'message')) as [Buffer, { port: number }];
  return () => socket.send('(turn 10)(dash 50)\0', own, '127.0.0.1', () => {});
}

test.skipIf(process.platform === 'win32')(
  `SIGTERM ends ${ROOMS} real-time rooms in two threads with exit code 0 while two clients of each room send`,
  async () => {
    expect(existsSync(join(import.meta.dirname, '../../dist/room-worker.js')), 'npm run build').toBe(true);
    const file = join(folder, 'rooms.json');
    const rooms = Array.from({ length: ROOMS }, (_, i) => ({
      id: `r${i}`,
      start: true,
      document: { version: 1, clock: 'real-time' },
    }));
    const settings = { version: 1, http: { port: 0 }, workers: 2, warmup: 0, folder, rooms };
    writeFileSync(file, JSON.stringify(settings));
    for (let i = 0; i < TRIES; i++) {
      const child = spawn(process.execPath, [program, '--rooms', file]);
      children.push(child);
      const messages: string[] = [];
      child.stderr.on('data', (text) => messages.push(String(text)));
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      const client = createRoomClient({ url: /Rooms: (\S+)/.exec(line)![1]! });
      const senders: (() => void)[] = [];
      for (const { ports } of await client.list())
        for (const team of ['Foxes', 'Herons']) senders.push(await joinRoom(ports.player, team));
      let isOver = false;
      let sent = 0;
      const flood = () => {
        if (isOver) return;
        for (const send of senders) send();
        sent += 1;
        if (sent === 50) child.kill('SIGTERM');
        setImmediate(flood);
      };
      flood();
      const [code, signal] = await once(child, 'exit');
      isOver = true;
      for (const socket of sockets.splice(0)) socket.close();
      expect([code, signal, messages.filter((text) => /error|abort/i.test(text))]).toEqual([0, null, []]);
    }
  },
  300_000,
);
