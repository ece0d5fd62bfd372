import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { createMatch } from '@rcss/simulator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunState } from '../run-state.js';
import type { Server } from '../server.js';
import { createTelemetry } from '../telemetry.js';
import type { Phases } from './phase-schedule.js';
import { runSynchronous } from './synchronous-clock.js';

/** Time limit for `(done)`, ms. */
const TIMEOUT_MS = 1250;

/** A server with one player that never sends `(done)` by itself, and phases that count the steps. */
function createFakeServer() {
  const params = createMatchParams(createServerParams({ synch_mode: true }), createPlayerParams({}), 1);
  const match = createMatch({ params, seed: 1 });
  const [player] = match.world.players;
  player!.enabled = true;
  const err: string[] = [];
  const session = { player, isDone: false, connection: { send() {}, hasInput: false } };
  const server = {
    match,
    run: createRunState(),
    telemetry: createTelemetry(22),
    console: { out() {}, err: (line: string) => err.push(line) },
    config: { rcss: { reproducible: false } },
    clients: { players: [session], monitors: [], coaches: { l: null, r: null }, trainer: null },
    net: { sendQueue: { flush() {} }, onArrival() {}, warnings: { warn() {} } },
    logs: { text: null },
  } as unknown as Server;
  const nothing = () => {};
  const phases: Phases = {
    receive: nothing,
    simulate: () => {
      match.world.time += 1;
      session.isDone = false;
    },
    sense: nothing,
    asynchronousVision: nothing,
    synchronousVision: nothing,
    coachVision: nothing,
  };
  return { server, phases, session, err };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a client that sends no (done) (spec 02 §5)', () => {
  it('ends the server with missed cycle 21 in a row', async () => {
    const { server, phases, err } = createFakeServer();
    const running = runSynchronous(server, phases);
    const countMissed = () => err.filter((line) => line.startsWith('Someone missed a cycle at ')).length; // words-ok
    for (let i = 0; i < 25 && countMissed() < 20; i++) await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(countMissed()).toBe(20);
    expect(server.run.ending).toBeNull();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 100);
    await running;
    expect(countMissed()).toBe(21);
    expect(server.run.ending).toBe('Quit Server. Exiting...');
    expect(err.at(-1)).toBe('Waiting too long for clients! Exiting');
  });

  it('an answer in time starts the count again', async () => {
    const { server, phases, session, err } = createFakeServer();
    const running = runSynchronous(server, phases);
    await vi.advanceTimersByTimeAsync(19.5 * TIMEOUT_MS);
    session.isDone = true;
    server.net.onArrival();
    await vi.advanceTimersByTimeAsync(20 * TIMEOUT_MS);
    expect(err.length).toBeGreaterThan(30);
    expect(server.run.ending).toBeNull();
    server.run.ending = 'Server Killed. Exiting...';
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    await running;
  });
});
