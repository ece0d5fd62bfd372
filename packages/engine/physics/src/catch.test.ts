import { PLAY_MODES, PlayerState, type PlayMode } from '@rcss/core';
import { deg, hypot, rad } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  createTestField,
  createTestParams,
  formatLike,
  formatVector,
  NO_NOISE,
  placeTestBall,
  runStep,
  type TestPose,
} from '../test/field.js';
import { catchBall, catchProbability } from './catch.js';

const noiselessParams = createTestParams();

function createScene(
  ball: [number, number, number?, number?],
  pose: TestPose = {},
  of = noiselessParams,
  mode: PlayMode = 'play_on',
) {
  // As in the referee: a caught ball leads to a free kick.
  const field = createTestField(of, mode, (event) => {
    if (event === 'caught') field.world.playMode = 'free_kick_l';
  });
  const goalie = addPlayer(field, 'l', 1, { x: -44.7, y: 0, body: 0, goalie: true, ...pose });
  placeTestBall(field, ...ball);
  return { field, goalie };
}

function runCatch({ field, goalie }: ReturnType<typeof createScene>, dir: number) {
  catchBall(field, field.rng, goalie, dir);
  return field;
}

const hasCatchFault = (s: ReturnType<typeof createScene>) => (s.goalie.state & PlayerState.CATCH_FAULT) !== 0;

describe('catch examples (spec 05 §15)', () => {
  it('a catch moves the goalie to the ball, turns and stops it, and the goalie holds the ball (spec 05 §24.40)', () => {
    const s = createScene([-44, 0.3], { vx: 0.4 });
    s.goalie.accel.x = 0.1;
    const field = runCatch(s, 0);
    expect(formatVector(s.goalie.pos.x, s.goalie.pos.y)).toBe('-44.3539 0.148341');
    expect(formatVector(deg(s.goalie.bodyTarget))).toBe('23.1986');
    expect([hypot(s.goalie.vel.x, s.goalie.vel.y), s.goalie.accel.x, field.world.catcher]).toEqual([
      0, 0.1, 0,
    ]);
    expect(field.events.map(([name]) => name).filter((n, i, all) => n !== all[i - 1])).toEqual([
      'catchAnnounced',
      'touched',
      'caught',
    ]);
    expect([s.goalie.catchCount, s.goalie.catchBan, hasCatchFault(s)]).toEqual([1, 5, false]);
  });

  it('a ball is outside the area at 0 degrees and inside at 30.96', () => {
    const out = createScene([-44, 0.6]);
    expect(runCatch(out, 0).events).toEqual([]);
    expect([hasCatchFault(out), out.goalie.catchBan, out.goalie.catchCount]).toEqual([true, 5, 0]);
    const inside = createScene([-44, 0.6]);
    expect(runCatch(inside, 30.96).world.catcher).toBe(0);
  });

  it('the catch area is a rectangle in the direction of the catch', () => {
    const isCaught = (along: number, across: number, dir: number) => {
      const [c, s] = [Math.cos(rad(dir)), Math.sin(rad(dir))];
      const scene = createScene([-44.7 + along * c - across * s, along * s + across * c]);
      runCatch(scene, dir);
      return !hasCatchFault(scene);
    };
    for (const dir of [0, 60, -75]) {
      expect([isCaught(1.19, 0.49, dir), isCaught(1.19, -0.49, dir)]).toEqual([true, true]);
      expect([isCaught(1.21, 0, dir), isCaught(0.9, 0.51, dir), isCaught(0.9, -0.51, dir)]).toEqual([
        false,
        false,
        false,
      ]);
      expect(isCaught(-0.01, 0.45, dir)).toBe(false);
    }
  });

  it('the direction is limited to 90 degrees', () => {
    const s = createScene([-46, 0], { body: 30 });
    expect(runCatch(s, 180).events).toEqual([]);
    expect(hasCatchFault(s)).toBe(true);
  });

  it('a goalie that overlaps the ball steps back and turns away (quirk Q14)', () => {
    const s = createScene([-44.5, 0]);
    runCatch(s, 0);
    expect(formatVector(s.goalie.pos.x, Math.abs(deg(s.goalie.bodyTarget)))).toBe('-44.885 180');
  });

  it('no player holds the ball after any other outcome', () => {
    const field = createTestField();
    const goalie = addPlayer(field, 'l', 1, { x: -44.7, y: 0, body: 0, goalie: true });
    placeTestBall(field, -44, 0.3);
    catchBall({ ...field, listener: null }, field.rng, goalie, 0);
    expect(field.world.catcher).toBe(-1);
  });

  it('a random failure reverses the ball along the catch direction (spec 05 §24.39)', () => {
    const params = createTestParams({ ...NO_NOISE, catch_probability: 0 });
    const s = createScene([-44, 0.3, -0.752, 0.094], { body: 5 }, params);
    const field = runCatch(s, 15);
    const { accel } = field.ball;
    expect([formatLike(accel.x, '1.267643'), formatLike(accel.y, '0.461384')]).toEqual([
      '1.267643',
      '0.461384',
    ]);
    expect(field.events).toEqual([
      ['touched', 'l1'],
      ['punched', 'l1'],
    ]);
    expect([hasCatchFault(s), s.goalie.catchCount, s.goalie.catchBan]).toEqual([true, 1, 5]);
    runStep(field);
    const { vel } = field.ball;
    expect([formatLike(vel.x, '0.484705'), formatLike(vel.y, '0.522061')]).toEqual(['0.484705', '0.522061']);
  });
});

describe('probability and ban (spec 05 §15, §24.38)', () => {
  it.each([
    [1.0, 1.2, '1'],
    [1.15, 1.1, '0.777778'],
    [1.15, 1.02, '1'],
    [1.3, 1.2, '0.5'],
    [1.3, 1.5, '0.0833333'],
  ])('a catch with stretch %d at %d m has probability %s', (stretch, along, p) => {
    expect(formatVector(catchProbability(noiselessParams, stretch, along))).toBe(p);
  });

  it('the area reaches as far as the stretch of the type allows', () => {
    const params = createTestParams(NO_NOISE, {
      player_types: 2,
      catchable_area_l_stretch_min: 1.3,
      catchable_area_l_stretch_max: 1.3,
    });
    const tries = (dx: number) => {
      const s = createScene([-44.7 + dx, 0], {}, params);
      s.goalie.typeId = 1;
      runCatch(s, 0);
      return s.goalie.catchCount;
    };
    expect([tries(1.55), tries(1.57)]).toEqual([1, 0]);
  });

  it('a catch in cycle t makes the next one possible in cycle t + 5', () => {
    const s = createScene([0, 0]);
    runCatch(s, 0);
    const bans: number[] = [];
    for (let i = 0; i < 5; i++) {
      runStep(s.field);
      bans.push(s.goalie.catchBan);
    }
    expect(bans).toEqual([4, 3, 2, 1, 0]);
  });

  it('is possible for goalies without ban, in play_on and the shoot-out', () => {
    const outcome = (mode: PlayMode, change?: (s: ReturnType<typeof createScene>) => void) => {
      const s = createScene([-44, 0.3], {}, noiselessParams, mode);
      change?.(s);
      const field = runCatch(s, 0);
      return [field.events.length > 0, s.goalie.bodyUsed, (s.goalie.state & PlayerState.CATCH) !== 0];
    };
    for (const { name, id } of PLAY_MODES) {
      const allowed = name === 'play_on' || (id >= 40 && id <= 49);
      expect([name, ...outcome(name)]).toEqual([name, allowed, true, true]);
    }
    expect(
      outcome('play_on', (s) => {
        s.goalie.goalie = false;
      }),
    ).toEqual([false, true, true]);
    expect(
      outcome('play_on', (s) => {
        s.goalie.catchBan = 1;
      }),
    ).toEqual([false, true, true]);
    expect(
      outcome('play_on', (s) => {
        s.goalie.bodyUsed = true;
      }),
    ).toEqual([false, true, false]);
  });

  it('a catch in the shoot-out is not announced (spec 06 §6)', () => {
    const s = createScene([-44, 0.3], {}, noiselessParams, 'penalty_taken_r');
    expect(runCatch(s, 0).events.map(([name]) => name)).not.toContain('catchAnnounced');
  });

  it('leg dashes of the same cycle turn the goalie from the angle before the catch', () => {
    const s = createScene([-44, 0.3]);
    runCatch(s, 0);
    runStep(s.field);
    expect(s.goalie.body).toBeCloseTo(rad(23.1986), 5);
  });
});
