import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchDocument } from '@rcss/core/match-document';
import { describe, expect, it } from 'vitest';
import { connectPlayer, createFolder, startTestServer, waitUntil } from '../../test/harness.js';
import type { RoomHost } from '../../test/room-host.js';
import { createTestHost } from '../../test/rooms.js';

const roomOf = (host: RoomHost, id: string) => host.rooms.get(id)!;

describe('start scripts of the teams (spec 02 §7.5, §13.33)', () => {
  it.skipIf(process.platform === 'win32')('scripts are started in order, and ended by SIGINT', async () => {
    const dir = createFolder();
    const script = (name: string) =>
      `trap 'echo ended >> ${dir}/${name}; exit 0' INT; echo started >> ${dir}/${name}; while :; do sleep 0.05; done`;
    const server = await startTestServer({
      server: { team_l_start: script('left'), team_r_start: script('right') },
    });
    await waitUntil(() => existsSync(join(dir, 'left')));
    expect(server.out).toContain(`Starting "/bin/sh -c ${script('left')}"`);
    expect(existsSync(join(dir, 'right'))).toBe(false);
    await connectPlayer(server, 'Alpha');
    await waitUntil(() => existsSync(join(dir, 'right')));
    await server.end();
    expect(server.out.filter((line) => /^Killing \d+$/.test(line))).toHaveLength(2);
    // The server does not wait for a script for longer than a second.
    const read = (name: string) => readFileSync(join(dir, name), 'latin1');
    await waitUntil(() => ['left', 'right'].every((name) => read(name) === 'started\nended\n'));
  });

  it.skipIf(process.platform === 'win32')(
    'a start script finds host and ports of the server and the seed in its environment',
    async () => {
      const file = join(createFolder(), 'ports');
      const variables = '$RCSS_HOST $RCSS_PORT $RCSS_COACH_PORT $RCSS_OLCOACH_PORT $RCSS_SIDE $RCSS_SEED';
      const server = await startTestServer({
        server: { team_l_start: `echo "${variables}" > ${file}.part; mv ${file}.part ${file}` },
      });
      await waitUntil(() => existsSync(file));
      const { player, coach, olcoach } = server.ports;
      expect(readFileSync(file, 'latin1')).toBe(
        `127.0.0.1 ${player} ${coach} ${olcoach} left ${server.match.seed}\n`,
      );
    },
  );

  it('a script that ends by itself does not end the match', async () => {
    const server = await startTestServer({ server: { team_l_start: 'exit 3' } });
    await waitUntil(() => server.out.some((line) => line.startsWith('Starting ')));
    await waitUntil(() => server.server.teams.left?.child.exitCode === 3);
    expect(server.server.run.ending).toBeNull();
    expect(server.err).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'with rcss::wait_for_clients, scripts are started before the clock waits',
    async () => {
      const file = join(createFolder(), 'started');
      const server = await startTestServer({
        server: { team_l_start: `echo left >> ${file}`, team_r_start: `echo right >> ${file}` },
        rcss: { wait_for_clients: 2 },
      });
      const started = () => (existsSync(file) ? readFileSync(file, 'latin1') : '');
      await waitUntil(() => started() === 'left\n');
      await connectPlayer(server, 'Alpha');
      await waitUntil(() => started() === 'left\nright\n');
      expect(server.match.steps).toBe(0);
      await connectPlayer(server, 'Beta');
      await waitUntil(() => server.match.steps > 0);
    },
  );
});

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
