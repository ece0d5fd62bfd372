import { describe, expect, it } from 'vitest';
import {
  Client,
  connectMonitor,
  connectOnlineCoach,
  connectPlayer,
  connectTrainer,
  repeatAfterPause,
  startTestServer,
  waitForSteps,
  waitUntil,
} from '../../test/harness.js';

const SYNCH = { synch_mode: true, coach_w_referee: true } as const;

/** Answers `(think)` until a matching message arrives. */
async function answerThinkUntil(client: Client, match: RegExp, most = 400): Promise<string> {
  for (let cycle = 0; cycle < most; cycle++) {
    const { text } = await client.next(new RegExp(`^\\(think\\)|${match.source}`));
    if (text !== '(think)') return text;
    client.send('(done)');
  }
  throw new Error(`${match} never came`);
}

describe('real-time mode (spec 02 §4)', () => {
  it('sense_body is sent every cycle, and see after it (spec 02 §13.15)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const client = await connectPlayer(server, 'Alpha', { version: 18 });
    const coach = await connectTrainer(server);
    coach.send('(start)');
    await client.next(/kick_off_l/);
    const times: number[] = [];
    const order: string[] = [];
    while (times.length < 8) {
      const { text } = await client.next(/^\((sense_body|see) /);
      const [, kind, time] = /^\((\w+) (\d+)/.exec(text)!;
      order.push(kind!);
      if (kind === 'sense_body') times.push(Number(time));
    }
    expect(times).toEqual(times.map((_, index) => times[0]! + index));
    expect(order.join(' ')).not.toContain('see see');
  });

  it('after a stall, cycles continue one by one and no step is repeated (spec 02 §13.18, §4)', async () => {
    const server = await startTestServer({ server: { coach_w_referee: true } });
    const client = await connectPlayer(server);
    const coach = await connectTrainer(server);
    coach.send('(start)');
    await client.next(/^\(sense_body 2 /);
    const until = performance.now() + 250;
    while (performance.now() < until);
    await client.next(/^\(sense_body 6 /);
    const seen = client.received.map(({ text }) => /^\(sense_body (\d+)/.exec(text)?.[1]).filter(Boolean);
    const inPlay = seen.map(Number).filter((time) => time > 0);
    expect(new Set(inPlay).size).toBe(inPlay.length);
    expect(server.server.telemetry.maxLatenessMs).toBeGreaterThan(0);
  });

  it('in real time, a lost client does not delay the others', async () => {
    const server = await startTestServer();
    const stayer = await connectPlayer(server);
    const lost = await connectPlayer(server);
    lost.close();
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 2)'));
    stayer.skip();
    await stayer.next('(sense_body');
    expect(server.server.clients.players.filter((session) => session !== null)).toHaveLength(1);
  });
});

/** Sends a message of the trainer and waits for its answer: the server has handled what came before. */
async function roundTrip(trainer: Client): Promise<void> {
  trainer.send('(look)');
  await trainer.next('(ok look');
}

describe('synchronous mode (spec 02 §5)', () => {
  it('sensors, think, answers, next step; the first cycle after the kick-off is 1 (spec 02 §13.20, §13.26)', async () => {
    const server = await startTestServer({ server: SYNCH });
    const coach = await connectTrainer(server);
    const client = await connectPlayer(server, 'Alpha', { version: 15 });
    coach.send('(start)');
    expect(await answerThinkUntil(client, /^\(hear 0 referee kick_off_l/)).toBe(
      '(hear 0 referee kick_off_l)',
    );
    expect(await answerThinkUntil(client, /^\(sense_body [1-9]/)).toMatch(/^\(sense_body 1 /);
    const order: string[] = [];
    while (order.filter((word) => word === 'think').length < 6) {
      const { text } = await client.next(/^\((sense_body|see|think)/);
      order.push(/^\((\w+)/.exec(text)![1]!);
      if (text === '(think)') client.send('(turn 1)(done)');
    }
    expect(order.join(' ').replaceAll('see ', '')).toMatch(/^(think )?(sense_body think ?)+$/);
    await client.next('(think)');
    const { match, telemetry } = server.server;
    // A cycle without the (done) of the client is counted.
    const countOtherCycles = () => match.world.time - telemetry.players[0]!.missedDoneCount;
    const before = countOtherCycles();
    await roundTrip(coach);
    expect(countOtherCycles()).toBe(before);
  });

  it('(done) sent before (think) counts (spec 02 §13.24)', async () => {
    const server = await startTestServer({ server: SYNCH });
    const coach = await connectTrainer(server);
    const client = await connectPlayer(server);
    coach.send('(start)');
    let cycle = 1;
    await repeatAfterPause(async () => {
      cycle += 1;
      const count = () => server.server.telemetry.players[0]!.missedDoneCount;
      await answerThinkUntil(client, new RegExp(`^\\(sense_body ${cycle} `));
      client.skip();
      const before = count();
      // The step is complete, and the next (think) follows at once. The (done) below does not wait for that (think).
      client.send('(done)');
      cycle += 1;
      await client.next(new RegExp(`^\\(sense_body ${cycle} `));
      return count() === before;
    });
  });

  it('coaches and trainer are awaited only if their eye is on (spec 02 §13.21)', async () => {
    const server = await startTestServer({ server: SYNCH });
    const coach = await connectTrainer(server);
    const client = await connectPlayer(server, 'Alpha', { answersThink: true });
    const brain = await connectOnlineCoach(server);
    coach.send('(start)');
    await client.next(/^\(sense_body 5 /);
    expect(brain.unread('(think)')).toEqual([]);
    expect(coach.received.some(({ text }) => text === '(think)')).toBe(false);
    brain.send('(eye on)');
    await brain.next('(think)');
    const { match, telemetry } = server.server;
    // A cycle without the (done) of the coach is counted.
    const countOtherCycles = () => match.world.time - telemetry.coachesMissedDone.l;
    const before = countOtherCycles();
    await roundTrip(coach);
    expect(countOtherCycles()).toBe(before);
    brain.answersThink = true;
    brain.send('(done)');
    await waitUntil(() => countOtherCycles() > before + 2);
  });

  it('a missing (done) is waited for 1250 ms, then logged and counted (spec 02 §13.22)', async () => {
    const server = await startTestServer({ server: { ...SYNCH, verbose: true } });
    const coach = await connectTrainer(server);
    const keen = await connectPlayer(server, 'Alpha', { answersThink: true });
    const lazy = await connectPlayer(server, 'Alpha', { answersThink: true });
    coach.send('(start)');
    await keen.next(/^\(sense_body 3 /);
    const agents = server.server.telemetry.players;
    await repeatAfterPause(async () => {
      lazy.answersThink = false;
      const before = [agents[0]!.missedDoneCount, agents[1]!.missedDoneCount] as const;
      await waitUntil(() => agents[1]!.missedDoneCount > before[1]);
      lazy.answersThink = true;
      expect(agents[1]!.missedDoneCount).toBe(before[1] + 1);
      return agents[0]!.missedDoneCount === before[0];
    });
    expect(server.err.some((line) => line.startsWith('Someone missed a cycle at '))).toBe(true); // words-ok
    expect(server.err.some((line) => /: no \(done\) from player \(Alpha 2\)$/.test(line))).toBe(true);
    const { time } = server.server.match.world;
    await waitUntil(() => server.server.match.world.time > time + 5);
    await server.end();
    expect(server.err.some((line) => /^player \(Alpha 2\): .*[1-9] times no \(done\)/.test(line))).toBe(true);
  });

  it('a lost client is not awaited (spec 02 §2.7)', async () => {
    const server = await startTestServer({ server: SYNCH });
    const coach = await connectTrainer(server);
    const stayer = await connectPlayer(server, 'Alpha', { answersThink: true });
    const lost = await connectPlayer(server, 'Alpha', { answersThink: true });
    coach.send('(start)');
    await stayer.next(/^\(sense_body 3 /);
    const { missedDoneCount } = server.server.telemetry.players[1]!;
    lost.close();
    await waitUntil(() => server.out.includes('A player disconnected : (Alpha 2)'));
    const { time } = server.server.match.world;
    await waitUntil(() => server.server.match.world.time > time + 20);
    expect(server.server.telemetry.players[1]!.missedDoneCount).toBe(missedDoneCount);
  });

  it('a reconnect replaces the old connection: the player is served once (spec 02 §2.7)', async () => {
    const server = await startTestServer({ server: SYNCH });
    const first = await connectPlayer(server, 'Alpha', { answersThink: true });
    const other = await connectPlayer(server, 'Alpha', { answersThink: true });
    const back = await Client.open(server.ports.player);
    back.answersThink = true;
    back.send('(reconnect Alpha 1)');
    await back.next('(reconnect l before_kick_off)');
    // Messages to the old connection that were sent before have arrived.
    await other.next('(sense_body');
    first.skip();
    await other.next('(sense_body');
    await back.next('(sense_body');
    expect(first.unread()).toEqual([]);
    first.send('(turn_neck 90)');
    first.send('(bye)');
    await waitForSteps(server, 3);
    expect(server.server.clients.players.filter((session) => session !== null)).toHaveLength(2);
    back.send('(reconnect Alpha 9)', server.ports.player);
    await back.next('(error only_init_allowed_on_init_port)');
  });

  it('reconnect is refused for numbers that never connected', async () => {
    const server = await startTestServer();
    await connectPlayer(server);
    const stranger = await Client.open(server.ports.player);
    for (const text of [
      '(reconnect Alpha 2)',
      '(reconnect Beta 1)',
      '(reconnect Alpha 99)',
      '(reconnect )',
    ]) {
      stranger.send(text);
      await stranger.next('(error');
    }
    expect(server.server.clients.players.filter((session) => session !== null)).toHaveLength(1);
  });

  it('monitors get a show of every step before its sense_body', async () => {
    const server = await startTestServer({ server: SYNCH });
    const coach = await connectTrainer(server);
    const screen = await connectMonitor(server);
    const client = await connectPlayer(server, 'Alpha', { answersThink: true });
    coach.send('(start)');
    await client.next(/^\(sense_body 20 /);
    const listShows = () =>
      screen.received
        .map(({ text }) => /^\(show (\d+) /.exec(text)?.[1])
        .filter(Boolean)
        .map(Number);
    const shows = listShows();
    for (let time = 1; time <= 19; time++) expect(shows).toContain(time);
    // The show of the same step may wait in the other socket.
    await waitUntil(() => listShows().includes(20));
  });
});
