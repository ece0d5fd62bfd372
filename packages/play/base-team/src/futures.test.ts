import { readFileSync } from 'node:fs';
import createChasers from '@rcss/agent/chasers';
import { createLocalMatch, createLocalSpec } from '@rcss/agent/local';
import { createFrame } from '@rcss/core';
import { openLog } from '@rcss/logs';
import { fillFrame } from '@rcss/sensors';
import { reconstructSnapshot, type Snapshot } from '@rcss/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFutureParams, FUTURE_OBJECT_COUNT, type FuturesOptions, playFutures } from './futures.js';

let from: Snapshot;
let before: Snapshot[];
let options: FuturesOptions;

beforeAll(async () => {
  const states: Snapshot[] = [];
  const chasers = { name: 'Chasers', create: createChasers };
  const match = await createLocalMatch({
    left: chasers,
    right: { ...chasers, name: 'Others' },
    sinks: [
      {
        frame: ({ world, params }) => {
          const frame = fillFrame(world, params, createFrame());
          states.push(reconstructSnapshot(frame, { params, seed: 1 }).snapshot);
        },
      },
    ],
    spec: createLocalSpec({ seed: 4 }),
  });
  while (match.match.world.time < 20) match.cycle();
  from = states.at(-1)!;
  before = states.slice(0, -1);
  const { params } = match.match;
  options = { params, count: 3, cycles: 6, before, left: createChasers, right: createChasers };
});

describe('playFutures', () => {
  it('gives the same continuations for the same seed, and different ones of one state', async () => {
    const play = () => playFutures(from, { ...options, trajectories: true });
    const { futures, goals } = await play();
    expect(await play()).toEqual({ futures, goals });
    expect(goals).toEqual({ l: 0, r: 0, none: 3 });
    const ends = futures.map(({ ballX, ballY }) => `${ballX} ${ballY}`);
    expect(new Set(ends).size).toBeGreaterThan(1);
    expect(futures.map(({ time }) => time)).toEqual([26, 26, 26]);
    const [first] = futures;
    expect(first!.trajectory).toHaveLength(6 * FUTURE_OBJECT_COUNT * 2);
    expect(first!.trajectory!.at(-2)).toBeCloseTo(first!.ballX, 4);
    // The players move on from where they are.
    const { pos } = from.world.players[4]!;
    expect(Math.hypot(first!.trajectory![8]! - pos.x, first!.trajectory![9]! - pos.y)).toBeLessThan(1.3);
  });

  it('a goal ends a continuation and is counted', async () => {
    const ball = { ...from.world.ball, pos: { x: 51, y: 0 }, vel: { x: 2.5, y: 0 } };
    const near = { ...from, world: { ...from.world, ball } };
    const { futures, goals } = await playFutures(near, { ...options, cycles: 10, count: 2 });
    expect(goals).toEqual({ l: 2, r: 0, none: 0 });
    expect(futures[0]!.time).toBeLessThan(from.world.time + 5);
  });

  it('reports each continuation, and ends when it is aborted', async () => {
    const done: number[] = [];
    const controller = new AbortController();
    const work = playFutures(from, {
      ...options,
      signal: controller.signal,
      onProgress: (count) => {
        done.push(count);
        if (count === 2) controller.abort(new Error('enough'));
      },
    });
    await expect(work).rejects.toThrow('enough');
    expect(done).toEqual([1, 2]);
  });

  it('refuses a number of continuations or cycles that is not a whole number from 1', async () => {
    await expect(playFutures(from, { ...options, count: 0 })).rejects.toThrow(
      'count: 0 is not a whole number from 1',
    );
    await expect(playFutures(from, { ...options, cycles: 1.5 })).rejects.toThrow('cycles: 1.5');
  });
});

describe('a moment of a game log', () => {
  it.each(['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'json'])('of %s can be continued', async (version) => {
    const path = new URL(`../../../wire/logs/testdata/sample-${version}.rcg.gz`, import.meta.url);
    const opened = openLog(readFileSync(path));
    if (!opened.ok) throw new Error(opened.error.message);
    const log = opened.value;
    const params = createFutureParams(log);
    const last = log.frameCount - 1;
    const { hasParameters, features: stores } = log;
    const make = (index: number) =>
      reconstructSnapshot(log.frame(index), { params, seed: 1, stores, hasParameters });
    const { snapshot, unknown } = make(last);
    expect(unknown.some((line) => line.startsWith('stamina: '))).toBe(!stores.details);
    expect(unknown.some((line) => line.startsWith('stamina capacity'))).toBe(!stores.capacity);
    const shown = log.frame(last);
    const { futures } = await playFutures(snapshot, {
      params,
      count: 1,
      cycles: 4,
      before: [make(last - 1).snapshot],
      left: createChasers,
      right: createChasers,
      trajectories: true,
    });
    expect(snapshot.world.ball.pos).toEqual({ x: shown.ballX, y: shown.ballY });
    expect(futures).toHaveLength(1);
    const present = shown.players.map(({ state }) => (state & 1) !== 0);
    const trajectory = [...futures[0]!.trajectory!];
    expect(present).toEqual(present.map((_, i) => !Number.isNaN(trajectory[2 * i])));
  });
});
