import { PLAY_MODES, PlayerState, type PlayMode } from '@rcss/core';
import { deg, hypot, rad } from '@rcss/core/math';
import { describe, expect, it } from 'vitest';
import {
  addPlayer,
  g6s,
  like,
  NO_NOISE,
  putBall,
  step,
  type TestPose,
  testField,
  testParams,
} from '../test/field.js';
import { catchBall, catchProbability } from './catch.js';

const quiet = testParams();

function scene(
  ball: [number, number, number?, number?],
  pose: TestPose = {},
  of = quiet,
  mode: PlayMode = 'play_on',
) {
  // As in the referee: a caught ball leads to a free kick.
  const field = testField(of, mode, (event) => {
    if (event === 'caught') field.world.playMode = 'free_kick_l';
  });
  const goalie = addPlayer(field, 'l', 1, { x: -44.7, y: 0, body: 0, goalie: true, ...pose });
  putBall(field, ...ball);
  return { field, goalie };
}

function doCatch({ field, goalie }: ReturnType<typeof scene>, dir: number) {
  catchBall(field, field.rng, goalie, dir);
  return field;
}

const fault = (s: ReturnType<typeof scene>) => (s.goalie.state & PlayerState.CATCH_FAULT) !== 0;

describe('catch examples (spec 05 §15)', () => {
  it('a catch moves the goalie to the ball, turns and stops it, and the goalie holds the ball (spec 05 §24.40)', () => {
    const s = scene([-44, 0.3], { vx: 0.4 });
    s.goalie.accel.x = 0.1;
    const field = doCatch(s, 0);
    expect(g6s(s.goalie.pos.x, s.goalie.pos.y)).toBe('-44.3539 0.148341');
    expect(g6s(deg(s.goalie.bodyTarget))).toBe('23.1986');
    expect([hypot(s.goalie.vel.x, s.goalie.vel.y), s.goalie.accel.x, field.world.catcher]).toEqual([
      0, 0.1, 0,
    ]);
    expect(field.events.map(([name]) => name).filter((n, i, all) => n !== all[i - 1])).toEqual([
      'catchAnnounced',
      'touched',
      'caught',
    ]);
    expect([s.goalie.catchCount, s.goalie.catchBan, fault(s)]).toEqual([1, 5, false]);
  });

  it('a ball is outside the area at 0 degrees and inside at 30.96', () => {
    const out = scene([-44, 0.6]);
    expect(doCatch(out, 0).events).toEqual([]);
    expect([fault(out), out.goalie.catchBan, out.goalie.catchCount]).toEqual([true, 5, 0]);
    const inside = scene([-44, 0.6]);
    expect(doCatch(inside, 30.96).world.catcher).toBe(0);
  });

  it('the direction is limited to 90 degrees', () => {
    const s = scene([-46, 0], { body: 30 });
    expect(doCatch(s, 180).events).toEqual([]);
    expect(fault(s)).toBe(true);
  });

  it('a goalie that overlaps the ball steps back and turns away (quirk Q14)', () => {
    const s = scene([-44.5, 0]);
    doCatch(s, 0);
    expect(g6s(s.goalie.pos.x, Math.abs(deg(s.goalie.bodyTarget)))).toBe('-44.885 180');
  });

  it('no player holds the ball after any other outcome', () => {
    const field = testField();
    const goalie = addPlayer(field, 'l', 1, { x: -44.7, y: 0, body: 0, goalie: true });
    putBall(field, -44, 0.3);
    catchBall({ ...field, listener: null }, field.rng, goalie, 0);
    expect(field.world.catcher).toBe(-1);
  });

  it('a random failure reverses the ball along the catch direction (spec 05 §24.39)', () => {
    const params = testParams({ ...NO_NOISE, catch_probability: 0 });
    const s = scene([-44, 0.3, -0.752, 0.094], { body: 5 }, params);
    const field = doCatch(s, 15);
    const { accel } = field.ball;
    expect([like(accel.x, '1.267643'), like(accel.y, '0.461384')]).toEqual(['1.267643', '0.461384']);
    expect(field.events).toEqual([
      ['touched', 'l1'],
      ['punched', 'l1'],
    ]);
    expect([fault(s), s.goalie.catchCount, s.goalie.catchBan]).toEqual([true, 1, 5]);
    step(field);
    const { vel } = field.ball;
    expect([like(vel.x, '0.484705'), like(vel.y, '0.522061')]).toEqual(['0.484705', '0.522061']);
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
    expect(g6s(catchProbability(quiet, stretch, along))).toBe(p);
  });

  it('the area reaches as far as the stretch of the type allows', () => {
    const params = testParams(NO_NOISE, {
      player_types: 2,
      catchable_area_l_stretch_min: 1.3,
      catchable_area_l_stretch_max: 1.3,
    });
    const tries = (dx: number) => {
      const s = scene([-44.7 + dx, 0], {}, params);
      s.goalie.typeId = 1;
      doCatch(s, 0);
      return s.goalie.catchCount;
    };
    expect([tries(1.55), tries(1.57)]).toEqual([1, 0]);
  });

  it('a catch in cycle t makes the next one possible in cycle t + 5', () => {
    const s = scene([0, 0]);
    doCatch(s, 0);
    const bans: number[] = [];
    for (let i = 0; i < 5; i++) {
      step(s.field);
      bans.push(s.goalie.catchBan);
    }
    expect(bans).toEqual([4, 3, 2, 1, 0]);
  });

  it('is possible for goalies without ban, in play_on and the shoot-out', () => {
    const outcome = (mode: PlayMode, change?: (s: ReturnType<typeof scene>) => void) => {
      const s = scene([-44, 0.3], {}, quiet, mode);
      change?.(s);
      const field = doCatch(s, 0);
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
    const s = scene([-44, 0.3], {}, quiet, 'penalty_taken_r');
    expect(doCatch(s, 0).events.map(([name]) => name)).not.toContain('catchAnnounced');
  });

  it('leg dashes of the same cycle turn the goalie from the angle before the catch', () => {
    const s = scene([-44, 0.3]);
    doCatch(s, 0);
    step(s.field);
    expect(s.goalie.body).toBeCloseTo(rad(23.1986), 5);
  });
});
