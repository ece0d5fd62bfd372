import { createFrame, type Frame, PLAYER_COUNT } from '@rcss/core';
import { rad } from '@rcss/core/math';
import { createRandomStream, uniform } from '@rcss/core/random';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { cyclesToPoint } from '@rcss/physics/predict';
import { describe, expect, it } from 'vitest';
import { CONTROL_GRID, createPitchControl } from './pitch-control.js';
import { Runs } from './runs.js';

const params = createMatchParams(createServerParams(), createPlayerParams(), 7);

/** A frame with all players at random places, in motion. */
function randomFrame(seed: number): Frame {
  const rng = createRandomStream(seed, 'frame');
  const frame = createFrame();
  frame.playMode = 'play_on';
  frame.ballX = uniform(rng, -40, 40);
  frame.ballY = uniform(rng, -30, 30);
  frame.ballVx = uniform(rng, -1, 1);
  frame.ballVy = uniform(rng, -1, 1);
  frame.players.forEach((player, i) => {
    const type = params.types[i % 18]!;
    Object.assign(player, {
      state: i % 11 === 0 ? 9 : 1,
      typeId: type.id,
      x: uniform(rng, -50, 50),
      y: uniform(rng, -33, 33),
      vx: uniform(rng, -0.3, 0.3),
      vy: uniform(rng, -0.3, 0.3),
      body: uniform(rng, -180, 180),
      stamina: uniform(rng, 1000, 8000),
      effort: type.effort_max,
      recovery: 1,
      capacity: 50_000,
    });
  });
  return frame;
}

describe('time to a point', () => {
  it('agrees with the prediction of the physics, which simulates cycle by cycle', () => {
    let slower = 0;
    let count = 0;
    const rng = createRandomStream(3, 'points');
    for (let seed = 1; seed <= 12; seed++) {
      const frame = randomFrame(seed);
      const runs = new Runs(params.server, params.types);
      runs.load(frame);
      for (const [i, p] of frame.players.entries()) {
        const point = { x: p.x + uniform(rng, -20, 20), y: p.y + uniform(rng, -20, 20) };
        const runner = {
          side: p.side,
          pos: { x: p.x, y: p.y },
          vel: { x: p.vx, y: p.vy },
          body: rad(p.body),
          typeId: p.typeId,
          stamina: p.stamina,
          effort: p.effort,
          recovery: p.recovery,
          staminaCapacity: p.capacity,
        };
        const simulated = cyclesToPoint(params, runner, point, runs.reach[i]!, 100);
        const time = runs.cyclesTo(i, point.x, point.y, runs.reach[i]!, 0, 100);
        expect(simulated).toBeDefined();
        // The physics only turns and dashes forward; dashes to the side can be faster.
        expect(time).toBeLessThanOrEqual(simulated! + 1);
        expect(time).toBeGreaterThanOrEqual(simulated! - 4);
        if (time !== simulated) slower += 1;
        count += 1;
      }
    }
    expect(slower / count).toBeLessThan(0.4);
  });

  it('a player at the ball has it at once, one that faces away needs longer than one that faces it', () => {
    const frame = randomFrame(1);
    for (const player of frame.players) player.state = 0;
    Object.assign(frame, { ballX: 0, ballY: 0, ballVx: 0, ballVy: 0 });
    const rest = { state: 1, vx: 0, vy: 0, y: 0, typeId: 0, effort: 1, stamina: 8000 };
    Object.assign(frame.players[3]!, { ...rest, x: -0.8 });
    Object.assign(frame.players[4]!, { ...rest, x: -10, body: 0 });
    Object.assign(frame.players[5]!, { ...rest, x: -10, body: 180 });
    Object.assign(frame.players[15]!, { ...rest, x: 300 });
    const times = new Float64Array(PLAYER_COUNT);
    createPitchControl(params.server, params.types).computeTimes(frame, times);
    expect(times[3]).toBe(0);
    expect(times[4]).toBeGreaterThan(8);
    expect(times[5]).toBeGreaterThan(times[4]!);
    expect(times[15]).toBe(Number.POSITIVE_INFINITY);
    expect(times[0]).toBe(Number.POSITIVE_INFINITY);
  });

  it('a tired player is slower; one without stamina in the log counts as rested', () => {
    const frame = randomFrame(1);
    const runs = new Runs(params.server, params.types);
    const time = (change: object): number => {
      Object.assign(frame.players[5]!, { x: 0, y: 0, vx: 0, vy: 0, body: 0, typeId: 0, effort: 1 }, change);
      runs.load(frame);
      return runs.cyclesTo(5, 40, 0, 1, 0, 200);
    };
    const rested = time({ stamina: 8000 });
    expect(time({ stamina: 200 })).toBeGreaterThan(rested);
    expect(time({ stamina: 0, effort: 0 })).toBe(rested);
    expect(time({ stamina: -1 })).toBe(rested);
  });
});

describe('pitch control', () => {
  it('gives shares of 0 to 1, those of the mirror image of a state for the other side', () => {
    const control = createPitchControl(params.server, params.types);
    const frame = randomFrame(9);
    const { columns, rows } = CONTROL_GRID;
    const shares = new Float32Array(columns * rows);
    const mirrored = new Float32Array(columns * rows);
    control.compute(frame, CONTROL_GRID, shares);
    const mirror = structuredClone(frame);
    mirror.players.forEach((player, i) => {
      const { x, y, vx, vy, body, state, typeId, stamina, effort } = frame.players[(i + 11) % 22]!;
      Object.assign(player, {
        x: -x,
        y: -y,
        vx: -vx,
        vy: -vy,
        body: body + 180,
        state,
        typeId,
        stamina,
        effort,
      });
    });
    control.compute(mirror, CONTROL_GRID, mirrored);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
    let worst = 0;
    for (let i = 0; i < shares.length; i++)
      worst = Math.max(worst, Math.abs(shares[i]! - (1 - mirrored[shares.length - 1 - i]!)));
    expect(worst).toBeLessThan(1e-5);
    expect(new Set(Array.from(shares, (share) => share > 0.5)).size).toBe(2);
    const row = 5;
    const column = 30;
    const x = -52.5 + ((column + 0.5) * 105) / columns;
    const y = -34 + ((row + 0.5) * 68) / rows;
    expect(control.controlAt(frame, x, y)).toBeCloseTo(shares[row * columns + column]!, 6);
  });

  it('refuses an array of another size; a pitch without players is shared', () => {
    const control = createPitchControl(params.server, params.types);
    expect(() => control.compute(createFrame(), { columns: 4, rows: 2 }, new Float32Array(7))).toThrow(
      'out: 7 values for a grid of 4 × 2 cells',
    );
    expect(control.controlAt(createFrame(), 0, 0)).toBe(0.5);
    expect(() => createPitchControl(params.server, [])).toThrow('types: a list without player types');
  });
});
