import { PLAY_MODES, type PlayMode, type Side } from '@rcss/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  catchBall,
  clearStates,
  createTestMatch,
  dash,
  kick,
  mode,
  moveBall,
  place,
  player,
  punch,
  step,
  type TestMatch,
  tackle,
} from '../test/harness.js';
import { reportTackleMiss } from './events.js';
import { callMonitorFoul } from './monitor-foul.js';
import { giveCard } from './rules/cards.js';
import { callKickOff } from './rules/kick-off.js';
import { createRefereeState } from './state.js';

type Action =
  | { readonly type: 'mode'; readonly mode: PlayMode }
  | {
      readonly type: 'ball';
      readonly x: number;
      readonly y: number;
      readonly vx: number;
      readonly vy: number;
    }
  | { readonly type: 'put'; readonly who: string; readonly x: number; readonly y: number }
  | { readonly type: 'at ball'; readonly who: string }
  | {
      readonly type: 'kick' | 'tackle' | 'foul' | 'missed' | 'catch' | 'punch' | 'dash' | 'card';
      readonly who: string;
    }
  | { readonly type: 'dispfoul'; readonly x: number; readonly y: number; readonly side: number }
  | { readonly type: 'start' }
  | { readonly type: 'steps'; readonly n: number }
  | { readonly type: 'time'; readonly time: number };

const coordinate = fc.double({ min: -80, max: 80, noNaN: true });
const who = fc
  .tuple(fc.constantFrom<Side>('l', 'r'), fc.integer({ min: 1, max: 4 }))
  .map(([side, unum]) => `${side}${unum}`);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant('mode' as const), mode: fc.constantFrom(...PLAY_MODES.map((p) => p.name)) }),
  fc.record({
    type: fc.constant('ball' as const),
    x: coordinate,
    y: coordinate,
    vx: fc.double({ min: -3, max: 3, noNaN: true }),
    vy: fc.double({ min: -3, max: 3, noNaN: true }),
  }),
  fc.record({ type: fc.constant('put' as const), who, x: coordinate, y: coordinate }),
  fc.record({ type: fc.constant('at ball' as const), who }),
  fc.record({
    type: fc.constantFrom('kick', 'tackle', 'foul', 'missed', 'catch', 'punch', 'dash', 'card' as const),
    who,
  }),
  fc.record({
    type: fc.constant('dispfoul' as const),
    x: coordinate,
    y: coordinate,
    side: fc.integer({ min: -2, max: 2 }),
  }),
  fc.record({ type: fc.constant('start' as const) }),
  fc.record({ type: fc.constant('steps' as const), n: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ type: fc.constant('time' as const), time: fc.integer({ min: 0, max: 45 }) }),
) as fc.Arbitrary<Action>;

function act(m: TestMatch, a: Action): void {
  switch (a.type) {
    case 'mode':
      mode(m, a.mode);
      break;
    case 'ball':
      moveBall(m, a.x, a.y, a.vx, a.vy);
      break;
    case 'put':
      place(m, a.who, a.x, a.y);
      break;
    case 'at ball':
      place(m, a.who, m.world.ball.pos.x - 0.5, m.world.ball.pos.y);
      break;
    case 'kick':
      kick(m, a.who, 50);
      break;
    case 'tackle':
      tackle(m, a.who);
      break;
    case 'foul':
      tackle(m, a.who, true);
      break;
    case 'missed':
      reportTackleMiss(m.ctx, player(m, a.who), false);
      break;
    case 'catch':
      if (Math.hypot(player(m, a.who).pos.x - m.world.ball.pos.x, 0) > 0) catchBall(m, a.who);
      break;
    case 'punch':
      punch(m, a.who);
      break;
    case 'dash':
      dash(m, a.who, 50);
      break;
    case 'card':
      giveCard(m.ctx, player(m, a.who), 'yellow');
      break;
    case 'dispfoul':
      callMonitorFoul(m.ctx, a.x, a.y, a.side);
      break;
    case 'start':
      callKickOff(m.ctx);
      break;
    case 'time':
      m.world.time = a.time;
      break;
    case 'steps':
      for (let i = 0; i < a.n; i++) {
        step(m);
        clearStates(m);
      }
      break;
  }
}

const setup = fc.record({
  seed: fc.integer(),
  server: fc.record({
    half_time: fc.constantFrom(1, 300, -1),
    extra_half_time: fc.constantFrom(0, 1),
    proper_goal_kicks: fc.boolean(),
    illegal_defense_number: fc.constantFrom(0, 2),
    illegal_defense_duration: fc.constant(3),
    drop_ball_time: fc.constantFrom(0, 1, 10),
    keepaway: fc.boolean(),
    golden_goal: fc.boolean(),
    pen_coach_moves_players: fc.boolean(),
    pen_setup_wait: fc.constant(3),
    foul_detect_probability: fc.constantFrom(0, 0.5, 1),
    red_card_probability: fc.constant(0.5),
    coach_w_referee: fc.constant(true),
  }),
});

function create(options: { seed: number; server: object }): TestMatch {
  return createTestMatch({ ...options, left: 4, right: 3, goalies: ['l', 'r'] });
}

describe('the referee with all rules', () => {
  it('no sequence of events throws or gives a position that is not a finite number', () => {
    fc.assert(
      fc.property(setup, fc.array(action, { maxLength: 40 }), (options, actions) => {
        const m = create(options);
        for (const a of actions) {
          act(m, a);
          act(m, { type: 'steps', n: 1 });
          for (const o of [m.world.ball, ...m.world.players]) {
            expect(Number.isFinite(o.pos.x) && Number.isFinite(o.pos.y)).toBe(true);
            expect(Number.isFinite(o.vel.x) && Number.isFinite(o.vel.y)).toBe(true);
          }
        }
        expect(m.world.time).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 150 },
    );
  });

  it('with a cloned state a match continues identically: the state is complete plain data', () => {
    fc.assert(
      fc.property(
        setup,
        fc.array(action, { maxLength: 12 }),
        fc.array(action, { maxLength: 12 }),
        (o, a, b) => {
          const m = create(o);
          for (const x of a) act(m, x);
          const twin = create(o);
          Object.assign(twin.world, structuredClone({ ...m.world }));
          twin.ctx.state = structuredClone(m.ctx.state);
          twin.rng.restore(m.rng.state());
          const said = m.calls.length;
          for (const x of b) {
            act(m, x);
            act(twin, x);
          }
          expect(twin.calls).toEqual(m.calls.slice(said));
          expect(twin.world).toEqual(m.world);
          expect(twin.ctx.state).toEqual(m.ctx.state);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the state has a fixed shape of plain values', () => {
    const check = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(check);
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(check);
      else expect(['number', 'boolean', 'string']).toContain(typeof value);
    };
    const m = create({ seed: 1, server: {} });
    check(m.ctx.state);
    const shape = (s: object) => JSON.stringify(s, (_, v) => (typeof v === 'object' ? v : typeof v));
    for (const info of PLAY_MODES) {
      mode(m, info.name);
      step(m);
    }
    expect(shape(m.ctx.state)).toBe(shape(createRefereeState()));
  });

  it('without rules no calls are made (V74, spec 06 §24.60)', () => {
    const m = createTestMatch({ server: { coach: true } });
    callKickOff(m.ctx);
    step(m);
    place(m, 'l1', -0.5, 0);
    step(m);
    kick(m, 'l1', 20);
    for (let i = 0; i < 3; i++) step(m);
    moveBall(m, 52, 0, 2, 0);
    for (let i = 0; i < 3; i++) step(m);
    expect(m.calls).toEqual(['0 kick_off_l']);
    expect(m.world.playMode).toBe('kick_off_l');
  });
});
