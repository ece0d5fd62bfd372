import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryServer, START_MS } from '../../test/memory-server.js';

describe('a step', () => {
  let now = 0;
  beforeEach(() => {
    now = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('sets the seconds since the start of the match', () => {
    const memory = new MemoryServer();
    vi.setSystemTime(START_MS + 12_345_678);
    memory.step();
    expect(memory.server.match.wallSeconds).toBe(12_345.678);
  });

  it('writes its interval with server::log_times, and the durations of the phases with server::profile', () => {
    const memory = new MemoryServer({ server: { log_times: true, profile: true } });
    const { phases, textLog, server } = memory;
    const monitor = memory.connectMonitor();
    memory.step();
    textLog.flush();
    textLog.flushed = '';
    now += 100;
    // The frame takes 3 ms, of the 3 ms of the step.
    const { connection } = server.clients.monitors[0]!;
    connection.onSend = () => {
      now += 3;
    };
    memory.step();
    phases.sense();
    phases.asynchronousVision();
    phases.synchronousVision();
    phases.coachVision();
    phases.receive();
    textLog.flush();
    expect(monitor.take().filter((text) => text.startsWith('(show'))).toHaveLength(2);
    expect(textLog.flushed.split('\n').map((line) => line.split('\t')[1])).toEqual([
      'CYCLE_TIMES: 100',
      'DISP: 3',
      'SIM: 3',
      'SB: 0',
      'VIS: 0',
      'VIS_S: 0',
      'COACH: 0',
      'RECV: 0',
      undefined,
    ]);
  });

  it('writes no times by default, and the game log and text log are complete after it', () => {
    const memory = new MemoryServer();
    const { textLog, gameLog } = memory;
    const player = memory.connectPlayer();
    const before = gameLog.flushed.length;
    player.say('(turn 1)');
    memory.poll();
    expect(textLog.flushed).toBe('');
    memory.server.match.world.playMode = 'play_on';
    memory.step();
    expect(textLog.flushed.split('\n').map((line) => line.split('\t')[1])).toEqual([
      'Recv Alpha_1: (init Alpha (version 19))',
      'Recv Alpha_1: (turn 1)',
      undefined,
    ]);
    expect(gameLog.flushed.slice(before)).toContain('(show ');
  });

  it('sends and writes no frame without monitors and game log', () => {
    const memory = new MemoryServer({ server: { profile: true } });
    memory.server.logs.game = null;
    const { left } = memory.server.buffers.frame;
    memory.server.match.world.left.score = 5;
    memory.step();
    expect(left.score).toBe(0);
    const monitor = memory.connectMonitor();
    memory.step();
    expect(left.score).toBe(5);
    expect(monitor.take().filter((text) => text.startsWith('(show'))).toHaveLength(1);
  });

  it('makes all clients not done', () => {
    const memory = new MemoryServer({ server: { coach_w_referee: true } });
    const clients = [memory.connectPlayer('Alpha'), memory.connectPlayer('Beta')];
    clients.push(memory.connectOnlineCoach('Alpha'), memory.connectOnlineCoach('Beta'));
    clients.push(memory.connectTrainer());
    for (const client of clients) client.say('(done)');
    memory.poll();
    const { players, coaches, trainer } = memory.server.clients;
    const areDone = () =>
      [players[0], players[11], coaches.l, coaches.r, trainer].map((session) => session!.isDone);
    expect(areDone()).toEqual([true, true, true, true, true]);
    memory.step();
    expect(areDone()).toEqual([false, false, false, false, false]);
  });

  it('begins a new cycle of the telemetry', () => {
    const memory = new MemoryServer();
    const player = memory.connectPlayer();
    const { telemetry } = memory.server;
    for (let cycle = 0; cycle < 2; cycle++) {
      player.say('(turn 1)');
      memory.poll();
      memory.step();
      now += 100;
    }
    expect(telemetry.players[0]!.surplusCommandCount).toBe(0);
    expect(telemetry.players[0]!.maxWork).toBeGreaterThan(0);
    expect(telemetry.stepIntervalSumMs).toBe(100);
  });
});

describe('observations', () => {
  const toHeads = (texts: readonly string[]) => texts.map((text) => /^\((\w+)/.exec(text)![1]);

  it('sense_body has the moment of the phase for the delays of the commands', () => {
    const memory = new MemoryServer();
    vi.spyOn(performance, 'now').mockReturnValue(4321);
    try {
      memory.phases.sense();
    } finally {
      vi.restoreAllMocks();
    }
    expect(memory.server.telemetry.lastSenseTime).toBe(4321);
  });

  it.each([
    [true, false, ['sense_body', 'fullstate'], ['sense_body']],
    [false, true, ['sense_body'], ['sense_body', 'fullstate']],
    [false, false, ['sense_body'], ['sense_body']],
  ])('fullstate follows sense_body if it is on for the side (left %s, right %s)', (left, right, l, r) => {
    const memory = new MemoryServer({ server: { fullstate_l: left, fullstate_r: right } });
    const players = [memory.connectPlayer('Alpha'), memory.connectPlayer('Beta')];
    const old = memory.connectPlayer('Alpha', 4);
    memory.step();
    memory.phases.sense();
    expect(players.map((player) => toHeads(player.take()))).toEqual([l, r]);
    expect(toHeads(old.take())).toEqual(['sense_body']);
  });

  it('see_global is sent to the trainer and the coaches whose eye is on', () => {
    const memory = new MemoryServer({ server: { coach_w_referee: true } });
    memory.connectPlayer('Alpha');
    memory.connectPlayer('Beta');
    const trainer = memory.connectTrainer();
    const l = memory.connectOnlineCoach('Alpha');
    const r = memory.connectOnlineCoach('Beta');
    const receive = (...eyes: (typeof l)[]) => {
      for (const client of [trainer, l, r]) client.say(`(eye ${eyes.includes(client) ? 'on' : 'off'})`);
      memory.poll();
      for (const client of [trainer, l, r]) client.take();
      memory.phases.coachVision();
      return [trainer, l, r].map((client) => toHeads(client.take()).length);
    };
    expect(receive()).toEqual([0, 0, 0]);
    expect(receive(trainer)).toEqual([1, 0, 0]);
    expect(receive(l)).toEqual([0, 1, 0]);
    expect(receive(r)).toEqual([0, 0, 1]);
    expect(receive(trainer, l, r)).toEqual([1, 1, 1]);
  });

  it('in synchronous mode wait until the handshake; frames and answers do not', async () => {
    const memory = new MemoryServer({ server: { synch_mode: true, coach_w_referee: true } });
    const { phases, server } = memory;
    const player = memory.connectPlayer();
    const monitor = memory.connectMonitor();
    player.say('(score)');
    memory.poll();
    expect(player.take()).toEqual(['(score 0 0 0)']);
    memory.step();
    expect(toHeads(monitor.take())).toEqual(['show']);
    phases.sense();
    phases.synchronousVision();
    expect(player.take()).toEqual([]);
    server.net.sendQueue.flush();
    expect(toHeads(player.take())).toContain('sense_body');
  });

  it('in real-time mode are sent at the end of their phase', () => {
    const memory = new MemoryServer();
    const player = memory.connectPlayer();
    memory.phases.sense();
    expect(toHeads(player.take())).toEqual(['sense_body']);
  });
});
