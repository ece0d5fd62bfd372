import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  Client,
  connectMonitor,
  connectPlayer,
  connectTrainer,
  countAllowedLines,
  sleep,
  startTestServer,
  waitForSteps,
  waitUntil,
} from '../../test/harness.js';
import { sendHostileDatagrams } from '../../test/send-hostile-datagrams.js';
import { countAllDrops } from '../state/telemetry.js';
import { MAX_WAITING_DATAGRAMS } from './port-queue.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const measureMemory = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

describe('the match continues for the other clients after any datagram (spec 02 §2)', () => {
  it('hostile datagrams of unknown senders, players, coaches, trainers and monitors do not stop the match', async () => {
    const server = await startTestServer({ server: { synch_mode: true, coach_w_referee: true } });
    const before = measureMemory();
    const { steps } = await sendHostileDatagrams(server, 20_261, 40, 1);
    expect(steps).toBeGreaterThan(0);
    expect(server.err.filter((line) => line.includes('Internal error'))).toEqual([]);
    expect(server.server.run.fault).toBeNull();
    // Some lines are logged, not thousands.
    expect(server.err.filter((line) => line.startsWith('Warning: ')).length).toBeLessThan(100);
    expect(measureMemory() - before).toBeLessThan(48 << 20);
    await server.end();
    expect(server.out.at(-1)).toBe('Saving Results Complete');
  });

  it('the excess datagrams of one client are dropped and reported in one line; no other client misses a cycle', async () => {
    const server = await startTestServer({
      server: { synch_mode: true, coach_w_referee: true },
      rcss: { max_datagrams_per_cycle: 50 },
    });
    const coach = await connectTrainer(server);
    const good = await connectPlayer(server, 'Alpha', { answersThink: true });
    const bad = await connectPlayer(server, 'Beta');
    const start = performance.now();
    coach.send('(start)');
    const answer = setInterval(() => bad.send('(done)'), 20);
    try {
      for (let burst = 0; burst < 20; burst++) {
        for (let n = 0; n < 200; n++) bad.send('(turn 1)');
        await sleep(5);
      }
      await waitUntil(() =>
        server.err.some((line) => line.startsWith('Warning: player (Beta 1) sent more than 50')),
      );
    } finally {
      clearInterval(answer);
    }
    bad.answersThink = true;
    bad.send('(done)');
    const { time } = server.server.match.world;
    await waitUntil(() => server.server.match.world.time > time + 5);
    expect(good.received.some(({ text }) => text.startsWith('(sense_body'))).toBe(true);
    const warnings = server.err.filter((line) => line.startsWith('Warning: player (Beta 1) sent more'));
    expect(warnings.length).toBeLessThanOrEqual(countAllowedLines(start));
    expect(countAllDrops(server.server.telemetry)).toBeGreaterThan(100);
    await server.end();
    expect(server.err.some((line) => / datagrams dropped because a sender sent too many$/.test(line))).toBe(
      true,
    );
  });

  it('what a player sends beyond its budget of work is dropped, and the player is named; the others play on', async () => {
    const server = await startTestServer({ server: { synch_mode: true, coach_w_referee: true } });
    const coach = await connectTrainer(server);
    const good = await connectPlayer(server, 'Alpha', { answersThink: true });
    const bad = await connectPlayer(server, 'Beta');
    coach.send('(start)');
    await good.next('(think)');
    const flood = '(score)'.repeat(1170);
    const isWarned = () => server.err.some((line) => line.includes('caused more work than 8000 in a cycle'));
    let repliesAtStart = bad.received.length;
    let cycles = 0;
    let mostReplies = 0;
    // The server waits 1.25 s for each (done) that it drops.
    while (cycles < 5 || !isWarned()) {
      expect(cycles++).toBeLessThan(500);
      for (let n = 0; n < 20; n++) bad.send(flood);
      bad.send('(done)');
      await good.next('(think)');
      mostReplies = Math.max(mostReplies, bad.received.length - repliesAtStart);
      repliesAtStart = bad.received.length;
    }
    // 20 of these datagrams contain 23,400 commands.
    expect(mostReplies).toBeLessThan(2000);
    await server.end();
    const { players } = server.server.telemetry;
    expect(players[0]!.maxWork).toBeLessThan(100);
    expect(players[11]!.maxWork).toBeGreaterThan(8000);
    expect(server.err.some((line) => /^player \(Beta 1\): \d+ datagrams dropped/.test(line))).toBe(true);
  });

  it('of thousands of connection requests, some are handled, and one line reports that the rest is dropped', async () => {
    const server = await startTestServer({ rcss: { max_init_per_second: 100 } });
    const good = await connectPlayer(server);
    const stranger = await Client.open(server.ports.player);
    const start = performance.now();
    for (let burst = 0; burst < 20; burst++) {
      for (let n = 0; n < 100; n++) stranger.send(`(init Team${n} (version 99))`);
      await sleep(5);
    }
    await waitUntil(() =>
      server.err.some((line) => line.startsWith('Warning: more than 100 datagrams of unknown')),
    );
    good.skip();
    await good.next('(sense_body');
    const seconds = (performance.now() - start) / 1000;
    expect(stranger.received.length).toBeLessThan(500 + 100 * seconds);
    const warnings = server.err.filter((line) => line.startsWith('Warning: more than'));
    expect(warnings.length).toBeLessThanOrEqual(countAllowedLines(start));
    expect(server.server.net.ports.player.datagrams.length).toBeLessThan(MAX_WAITING_DATAGRAMS);
    const late = await Client.open(server.ports.player);
    await waitUntil(() => {
      if (late.received.length === 0) late.send('(init Alpha (version 19))');
      return late.received.length > 0;
    });
    expect(late.received[0]!.text).toBe('(init l 2 before_kick_off)');
  });

  it('rcss::max_clients limits the clients of all kinds together', async () => {
    const server = await startTestServer({ rcss: { max_clients: 3 } });
    const start = performance.now();
    await connectPlayer(server);
    await connectPlayer(server);
    await connectMonitor(server);
    const fourth = await Client.open(server.ports.player);
    fourth.send('(init Alpha (version 19))');
    await fourth.next('(error no_more_team_or_player_or_goalie)');
    fourth.send('(dispinit version 4)');
    await fourth.next('(error no_more_monitor)');
    const coach = await Client.open(server.ports.olcoach);
    coach.send('(init Alpha (version 19))');
    await coach.next('(error connection_failed)');
    expect(server.server.match.world.players.filter((one) => one.assigned)).toHaveLength(2);
    expect(server.err[0]).toBe(
      'Warning: 3 clients are connected, a further one was refused (rcss::max_clients)',
    );
    expect(server.err.length).toBeLessThanOrEqual(countAllowedLines(start));
  });

  it('monitors leave the places of 22 players, two online coaches and the trainer free', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true },
      rcss: { max_clients: 30 },
    });
    for (let n = 0; n < 5; n++) await connectMonitor(server);
    for (let n = 0; n < 30; n++) {
      const refused = await Client.open(server.ports.player);
      refused.send('(dispinit version 4)');
      await refused.next('(error no_more_monitor)');
    }
    expect(server.server.clients.monitors).toHaveLength(5);
    for (let n = 0; n < 11; n++) for (const team of ['Alpha', 'Beta']) await connectPlayer(server, team);
    for (const team of ['Alpha', 'Beta']) {
      const coach = await Client.open(server.ports.olcoach);
      coach.send(`(init ${team} (version 19))`);
      await coach.next('(init ');
    }
    await connectTrainer(server);
    expect(server.err[0]).toBe(
      'Warning: 5 monitors are connected, a further one was refused (rcss::max_clients is 30, and 25 places are kept for players and coaches)',
    );
  });

  it('a sender that floods a port does not keep others from connecting, on this port or another', async () => {
    const server = await startTestServer({
      server: { coach_w_referee: true },
      rcss: { max_init_per_second: 200 },
    });
    const stranger = await Client.open(server.ports.player);
    const start = performance.now();
    for (let burst = 0; burst < 15; burst++) {
      for (let n = 0; n < 100; n++) stranger.send('(init Flood (version 99))');
      await sleep(5);
    }
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        await connectPlayer(server, 'Alpha');
        await connectPlayer(server, 'Beta');
        await connectMonitor(server);
      }),
    );
    await connectTrainer(server);
    const warnings = server.err.filter((line) => line.startsWith('Warning: more than 200 datagrams'));
    expect(warnings.length).toBeLessThanOrEqual(countAllowedLines(start));
    expect(warnings[0]).toContain(`(127.0.0.1:${stranger.localPort})`);
    await server.end();
    expect(countAllDrops(server.server.telemetry)).toBeGreaterThan(100);
  });

  it('a datagram counts only from the address that owns the port', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const victim = await connectPlayer(server);
    const coach = await connectTrainer(server);
    const screen = await connectMonitor(server);
    const thief = await Client.open(victim.port);
    for (const target of [victim, coach, screen]) {
      for (const text of [
        '(bye)',
        '(dispbye)',
        '(turn_neck 90)',
        '(start)',
        '(dispstart)',
        '(compression 6)',
      ])
        thief.send(text, target.port);
    }
    await waitForSteps(server, 3);
    victim.skip();
    expect((await victim.next('(sense_body')).text).toContain('(turn_neck 0)');
    expect(server.out.filter((line) => /disconnected|Kick_off/.test(line))).toEqual([]);
    expect(thief.received).toEqual([]);
    expect(server.server.match.world.playMode).toBe('before_kick_off');
  });

  it('invalid compressed data and decompression bombs are skipped (spec 02 §2.6)', async () => {
    const server = await startTestServer();
    const client = await connectPlayer(server);
    client.send('(compression 9)');
    await client.next('(ok compression 9)');
    client.decode = (bytes) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
    const bomb = deflateSync(Buffer.alloc(32 << 20, 0x28));
    expect(bomb.length).toBeLessThan(65_000);
    for (let n = 0; n < 20; n++) {
      client.sendBytes(bomb);
      client.sendBytes(Buffer.from('plain text\0'));
      client.sendBytes(bomb.subarray(0, 100));
    }
    client.sendBytes(deflateSync(Buffer.from('(say alive)\0')));
    await client.next(/self "alive"/);
    expect(client.received.some(({ text }) => text.startsWith('(error'))).toBe(false);
  });

  it('the rest of an oversized datagram is lost (spec 02 §2.5)', async () => {
    const server = await startTestServer();
    const client = await connectPlayer(server);
    client.skip();
    client.sendBytes(Buffer.from(`(say kept)${' '.repeat(9000)}(say lost)\0`));
    await client.next('(warning message_not_null_terminated)');
    await client.next(/self "kept"/);
    await waitForSteps(server, 2);
    expect(client.unread().some((text) => text.includes('lost'))).toBe(false);
  });

  it('dozens of lost clients are removed, and the others continue', async () => {
    const server = await startTestServer();
    const good = await connectPlayer(server);
    for (let n = 0; n < 10; n++) (await connectPlayer(server)).close();
    await waitUntil(() => server.server.clients.players.filter((session) => session !== null).length === 1);
    for (let n = 0; n < 5; n++) (await connectMonitor(server)).close();
    await waitUntil(() => server.server.clients.monitors.length === 0);
    good.skip();
    await good.next('(sense_body');
  });

  it('a fault of the server itself is reported, and logs and results are completed', async () => {
    const server = await startTestServer({ server: { synch_mode: true } });
    Object.defineProperty(server.server.match.world, 'ball', {
      get() {
        throw new Error('a broken invariant');
      },
    });
    await server.finished;
    expect(server.server.run.fault?.message).toBe('a broken invariant');
    expect(server.err.some((line) => line.startsWith('Internal error at 0,'))).toBe(true);
    expect(server.out).toContain('Quit Server. Exiting...');
  });
});
