import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryProcesses, READY } from '../../test/memory-process.js';
import { createAction } from '../skills/action.js';
import { Decider, type PendingDecision } from './decider.js';
import type { FromAgent } from './messages.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MATCH: FromAgent = { type: 'match', side: 'l', server: {}, playerTypes: [], options: {} };
const WAIT = { kind: 'wait' };

/** A decider with processes in memory; `times` is its clock. */
function createDecider(answer?: Parameters<typeof createMemoryProcesses>[0]) {
  const { start, processes } = createMemoryProcesses(answer);
  const warnings: string[] = [];
  const clock = { now: 0 };
  const decider = new Decider({
    ...{ start, team: 'Alpha', seed: 1, options: {}, limitMs: 1000, hangMs: 5000 },
    now: () => clock.now,
    onWarning: (message) => warnings.push(message),
  });
  return { decider, processes, warnings, clock };
}

/** A request that notes how it was settled. */
function createRequest(unum: number, settled: unknown[]): PendingDecision {
  return {
    who: `player ${unum}, time 3`,
    answerType: 'action',
    match: () => MATCH,
    compose: (id) => ({ type: 'coach', id, view: { time: unum } as never }),
    ask: (skill) => ({ action: createAction(skill, null, 'asked') as never }),
    settle: (answer) => settled.push(answer?.type === 'action' ? answer.action?.kind : null),
  };
}

const idOf = (message: FromAgent | undefined): number => (message as { readonly id: number }).id;

describe('decisions of a process', () => {
  it('are asked for one at a time; the match comes before the first', async () => {
    const { decider, processes, clock } = createDecider();
    await decider.start();
    const { received, send } = processes[0]!;
    const settled: unknown[] = [];
    decider.request(createRequest(1, settled));
    decider.request(createRequest(2, settled));
    expect(received.map(({ type }) => type)).toEqual(['start', 'match', 'coach']);
    clock.now = 4;
    send({ type: 'action', id: idOf(received.at(-1)), action: { kind: 'first' } });
    expect(received.map(({ type }) => type)).toEqual(['start', 'match', 'coach', 'coach']);
    clock.now = 10;
    send({ type: 'action', id: idOf(received.at(-1)), action: { kind: 'second' } });
    expect(settled).toEqual(['first', 'second']);
    const { p50Ms, p99Ms, ...rest } = decider.times.report();
    expect(rest).toEqual({ count: 2, late: 0, maxMs: 6, errors: 0, restarts: 0 });
    expect(p50Ms).toBeCloseTo(4, 0);
    expect(p99Ms).toBe(6);
  });

  it('can ask for skills', async () => {
    const { decider, processes } = createDecider();
    await decider.start();
    const { received, send } = processes[0]!;
    decider.request(createRequest(1, []));
    send({ type: 'ask', id: 1, skill: 'intercept' });
    expect(received.at(-1)).toMatchObject({
      type: 'answer',
      id: 1,
      action: { kind: 'intercept', reason: 'asked' },
    });
  });

  it('that come after their cycle are dropped; the next one gets the process when it is free', async () => {
    const { decider, processes } = createDecider();
    await decider.start();
    const { received, send } = processes[0]!;
    const settled: unknown[] = [];
    const first = createRequest(1, settled);
    const second = createRequest(2, settled);
    decider.request(first);
    decider.request(second);
    decider.cancel(first);
    decider.cancel(second);
    expect(settled).toEqual([null, null]);
    decider.request(createRequest(3, settled));
    send({ type: 'ask', id: 1, skill: 'intercept' });
    expect(received.at(-1)).toEqual({ type: 'answer', id: 1, action: null });
    send({ type: 'action', id: 1, action: { kind: 'late' } });
    expect(received.at(-1)).toEqual({ type: 'coach', id: 2, view: { time: 3 } });
    send({ type: 'action', id: 2, action: { kind: 'in time' } });
    expect(settled).toEqual([null, null, 'in time']);
    expect(decider.times.report()).toMatchObject({ count: 3, late: 2 });
  });

  it('end with their time', async () => {
    const { decider } = createDecider();
    await decider.start();
    const settled: unknown[] = [];
    decider.request(createRequest(1, settled));
    await vi.advanceTimersByTimeAsync(1000);
    expect(settled).toEqual([null]);
  });

  it('with wrong values are reported once, with the player, and cost only themselves', async () => {
    const { decider, processes, warnings } = createDecider();
    await decider.start();
    const settled: unknown[] = [];
    for (let id = 1; id <= 3; id++) {
      decider.request(createRequest(id, settled));
      processes[0]!.send({ type: 'action', id, action: { kind: 7 } });
    }
    decider.request(createRequest(4, settled));
    processes[0]!.send({ type: 'action', id: 99, action: WAIT });
    decider.request(createRequest(5, settled));
    processes[0]!.send({ type: 'action', id: 5, action: null, error: 'team.py, line 3: division by zero' });
    expect(settled).toEqual([null, null, null, null, undefined]);
    expect(warnings).toEqual([
      'player 1, time 3: action.kind: 7 is not a text of at most 80 characters',
      'player 4, time 3: id: 99 is not 4, the decision that is asked for',
      'player 5, time 3: team.py, line 3: division by zero',
    ]);
    expect(decider.times.report()).toMatchObject({ errors: 5, late: 0 });
  });
});

describe('a process', () => {
  it('that ends is started again; its players stand still until it is ready', async () => {
    const { decider, processes, warnings } = createDecider();
    await decider.start();
    const settled: unknown[] = [];
    decider.request(createRequest(1, settled));
    processes[0]!.end('it ended with exit code 1');
    expect(settled).toEqual([null]);
    decider.request(createRequest(2, settled));
    expect(settled).toEqual([null, null]);
    await vi.advanceTimersByTimeAsync(0);
    decider.request(createRequest(3, settled));
    const { received, send } = processes[1]!;
    expect(received.map(({ type }) => type)).toEqual(['start', 'match', 'coach']);
    send({ type: 'action', id: idOf(received.at(-1)), action: WAIT });
    expect(settled).toEqual([null, null, 'wait']);
    expect(warnings).toEqual(['it ended with exit code 1; it is started again']);
    expect(decider.times.restarts).toBe(1);
  });

  it('that ends again and again without a decision is given up', async () => {
    const { decider, processes, warnings } = createDecider();
    await decider.start();
    for (let n = 0; n < 4; n++) {
      processes[n]!.end('it ended');
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(processes).toHaveLength(4);
    expect(warnings.at(-1)).toBe('it ended; it is not started again, and its players stand still');
    const settled: unknown[] = [];
    decider.request(createRequest(1, settled));
    expect(settled).toEqual([null]);
  });

  it('that does not answer is killed and started again', async () => {
    const { decider, processes, warnings } = createDecider();
    await decider.start();
    decider.request(createRequest(1, []));
    await vi.advanceTimersByTimeAsync(5000);
    expect(processes[0]!.isKilled).toBe(true);
    expect(processes).toHaveLength(2);
    // The end of the first process is not one of the second.
    processes[0]!.end('killed');
    await vi.advanceTimersByTimeAsync(0);
    expect(processes).toHaveLength(2);
    expect(warnings).toEqual(['it did not answer for 5 s; it is started again']);
  });

  it('that prints is started again, with the text in the message', async () => {
    const { decider, processes, warnings } = createDecider();
    await decider.start();
    decider.request(createRequest(1, []));
    processes[0]!.sendBytes(Buffer.from('hello world'));
    expect(processes[0]!.isKilled).toBe(true);
    expect(warnings[0]).toContain("begins with 'hello world'");
  });

  it.each([
    [{ ...READY, version: 2 }, 'version: 2 is not 1'],
    [
      { type: 'ready', version: 1, decides: ['goal'] },
      'decides[0]: "goal" is not one of play, set_play, penalty, coach',
    ],
    [{ type: 'ask', id: 1, skill: 'x' }, 'type: "ask" is not ready'],
  ])('that greets with %j does not start', async (greeting, message) => {
    const { decider, processes } = createDecider((_, process) => process.send(greeting));
    await expect(decider.start()).rejects.toThrow(message);
    expect(processes[0]!.isKilled).toBe(true);
  });

  it('that ends at once, or is silent, does not start', async () => {
    const ended = createDecider((_, process) => process.end("'python team.py' ended with exit code 1"));
    await expect(ended.decider.start()).rejects.toThrow("'python team.py' ended with exit code 1");
    const silent = createDecider(() => {});
    const started = expect(silent.decider.start()).rejects.toThrow('it did not answer to the start');
    await vi.advanceTimersByTimeAsync(60_000);
    await started;
  });

  it('is closed with the team', async () => {
    const { decider, processes } = createDecider();
    await decider.start();
    const settled: unknown[] = [];
    decider.request(createRequest(1, settled));
    decider.close();
    expect(processes[0]!.isClosed).toBe(true);
    expect(settled).toEqual([null]);
    processes[0]!.end('it ended');
    expect(processes).toHaveLength(1);
  });
});
