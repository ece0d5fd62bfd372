import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  createFolder,
  sleep,
  startTestServer,
  waitUntil,
} from '../../test/harness.js';

describe('rcss::wait_for_clients', () => {
  it('holds the clock until that number of players and coaches has connected, and executes their first commands', async () => {
    const server = await startTestServer({
      server: { synch_mode: true },
      rcss: { wait_for_clients: 3, reproducible: true },
    });
    const { match } = server.server;
    const first = await connectPlayer(server, 'Alpha', { answersThink: true });
    await connectPlayer(server, 'Beta', { answersThink: true });
    first.send('(move -20 5)(change_view narrow high)');
    await sleep(700);
    expect(match.steps).toBe(0);
    expect(first.unread('(sense_body')).toEqual([]);
    // Received, although no cycle has begun.
    expect(match.world.players[0]!.pos).toMatchObject({ x: -20, y: 5 });
    await connectOnlineCoach(server, 'Alpha');
    await waitUntil(() => match.steps > 3);
    expect((await first.next('(sense_body 0')).text).toContain('(view_mode high narrow)');
  });

  it('a client that sends all the time does not hold the clock forever', async () => {
    const server = await startTestServer({ server: { synch_mode: true }, rcss: { wait_for_clients: 1 } });
    const { match } = server.server;
    const client = await connectPlayer(server, 'Alpha', { answersThink: true });
    const talk = setInterval(() => client.send('(sense_body)'), 100);
    await sleep(1000);
    expect(match.steps).toBe(0);
    await waitUntil(() => match.steps > 0);
    clearInterval(talk);
  });

  it.skipIf(process.platform === 'win32')('runs the start scripts of the teams before it waits', async () => {
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
  });

  it('monitors are not counted, and a signal ends the wait', async () => {
    const server = await startTestServer({ rcss: { wait_for_clients: 1 } });
    await connectMonitor(server);
    await sleep(800);
    expect(server.server.clients.monitors).toHaveLength(1);
    expect(server.server.match.steps).toBe(0);
    server.stop();
    await server.finished;
    expect(server.server.match.steps).toBe(0);
  });
});
