import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import { describe, expect, it } from 'vitest';
import { connectPlayer, createFolder, waitUntil } from '../../test/harness.js';
import { createTestHost, STEPPED } from '../../test/rooms.js';
import type { RoomHost } from './room-host.js';

const roomOf = (host: RoomHost, id: string) => host.rooms.get(id)!;

it('300 rooms are created and deleted; sockets and handles are released', async () => {
  const host = createTestHost();
  const countHandles = () => process.getActiveResourcesInfo().filter((kind) => kind.includes('UDP')).length;
  const countFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  const idle = countHandles();
  const run = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const { id } = await host.create({ document: STEPPED });
      await host.delete(id);
    }
    await waitUntil(() => countHandles() <= idle);
  };
  await run(50);
  const before = [countHandles(), countFiles()];
  await run(300);
  await waitUntil(() => countHandles() <= before[0]! && countFiles() <= before[1]! + 2);
  expect(await host.list()).toEqual([]);
}, 120_000);

describe.skipIf(process.platform === 'win32')('teams that a room starts as programs', () => {
  const createDocument = (start: string): MatchDocument => ({
    version: 1,
    teams: { left: { name: 'Foxes', start } },
    initial: { playMode: 'play_on' },
  });

  /** Whether a process runs; one that has ended but was not collected by its parent does not. */
  const isRunning = (pid: number) => {
    try {
      process.kill(pid, 0);
      return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    } catch {
      return false;
    }
  };

  it('are reported as soon as a player connects', async () => {
    const host = createTestHost({ allowsStart: true });
    const player = `const socket = require('node:dgram').createSocket('udp4');
      socket.send('(init Foxes (version 19))\\0', process.env.RCSS_PORT, process.env.RCSS_HOST);`;
    const document = createDocument(`'${process.execPath}' -e "${player}"`);
    const { id, programs } = await host.create({ document });
    expect(programs).toEqual({ left: { status: 'waiting', message: null }, right: null });
    const statuses: string[] = [];
    await host.subscribe(id, (event) => {
      if (event.type === 'team') statuses.push(`${event.side} ${event.program.status}`);
    });
    await host.start(id);
    await waitUntil(() => roomOf(host, id).readState().programs.left?.status === 'connected');
    expect(statuses).toEqual(['left starting', 'left connected']);
    expect((await host.read(id)).clients.players).toBe(1);
  });

  it('are reported if no player connects in time, and end with all their processes', async () => {
    const folder = createFolder();
    const lines: string[] = [];
    const host = createTestHost({
      allowsStart: true,
      connectTimeoutMs: 150,
      createConsole: () => ({ out: () => {}, err: (line) => lines.push(line) }),
    });
    const file = join(folder, 'pid');
    const { id } = await host.create({
      document: createDocument(`sleep 600 & echo $! > '${file}'; wait; :`),
    });
    await host.start(id);
    await waitUntil(() => roomOf(host, id).readState().programs.left?.status === 'missing');
    const message = 'no player has connected within 0.15 s';
    expect((await host.read(id)).programs.left).toEqual({ status: 'missing', message });
    expect(lines).toContain(`Warning: team Foxes (left): ${message}`);
    await waitUntil(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
    const pid = Number(readFileSync(file, 'utf8'));
    expect(isRunning(pid)).toBe(true);
    await connectPlayer({ ports: (await host.read(id)).ports } as never, 'Foxes', { answersThink: true });
    await waitUntil(() => roomOf(host, id).readState().programs.left?.status === 'connected');
    await host.delete(id);
    await waitUntil(() => !isRunning(pid));
  });

  it('are reported if the program ends with an error', async () => {
    const host = createTestHost({ allowsStart: true });
    const { id } = await host.create({ document: createDocument('exit 3;') });
    await host.step(id, 1);
    await waitUntil(() => roomOf(host, id).readState().programs.left?.status === 'failed');
    const message = 'the program ended with exit status 3 before a player connected';
    expect((await host.read(id)).programs.left?.message).toBe(message);
  });
});
