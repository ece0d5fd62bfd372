import { oppositeSide, type Player, type Side } from '@rcss/core';
import type { Corrections, ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import {
  ballAt,
  catchBall,
  createTestMatch,
  formatCalls,
  formatShows,
  kick,
  mode,
  moveBall,
  place,
  player,
  positionOf,
  punch,
  run,
  step,
  type TestMatch,
  type TestMatchOptions,
} from '../../test/harness.js';
import { callKickOff } from './kick-off.js';

const QUICK: Partial<ServerParams> = { pen_setup_wait: 5, pen_before_setup_wait: 3 };

/**
 * Starts a match that goes straight to the shootout, with three players per side; number 1 of both sides is the
 * goalie (spec 06 §23.3). These tests set the state of the match directly and check single calls; the simulator's tests run
 * the same vectors (PS1 to PS16) by commands of players, with several seeds.
 */
function begin(server: Partial<ServerParams> = QUICK, seed = 1, options: TestMatchOptions = {}): TestMatch {
  const m = createTestMatch({
    server: { nr_normal_halfs: 0, nr_extra_halfs: 0, ...server },
    left: 3,
    right: 3,
    goalies: ['l', 'r'],
    seed,
    ...options,
  });
  callKickOff(m.ctx);
  return m;
}

/** Returns the side of the current taker. */
const taker = (m: TestMatch): Side => m.ctx.state.shootout.taking as Side;
const sign = (m: TestMatch): number => (m.ctx.state.shootout.goal === 'l' ? -1 : 1);
/** Returns the calls with A for the side of the first taker and B for the other side. */
function calls(m: TestMatch): string[] {
  const first = m.calls.find((c) => c.includes('penalty_setup_'))?.at(-1);
  return m.calls
    .filter((c) => c.includes('penalty') || c.includes('time_over'))
    .map((c) =>
      c.replace(
        /^(\d+) penalty_(setup|ready|taken|miss|score|foul)_([lr])$/,
        (_, t, kind, side) => `${t} ${kind}_${side === first ? 'A' : 'B'}`,
      ),
    )
    .filter((c) => !c.includes('onfield'));
}
function until(m: TestMatch, kind: string): void {
  for (let i = 0; i < 500 && !m.world.playMode.startsWith(kind); i++) step(m);
  expect(m.world.playMode).toMatch(new RegExp(`^${kind}`));
}
/** Kicks as in PS2: the player is placed half a meter in front of the ball. */
function shoot(m: TestMatch, who: string, power = 5): void {
  place(m, who, m.world.ball.pos.x - 0.5, 0, 0);
  kick(m, who, power);
}
const run2 = (m: TestMatch, n: number) => run(m, n);

describe('penalty shootout (spec 06 §16)', () => {
  it('without any command, every kick is missed (PS1, spec 06 §24.55)', () => {
    const m = begin({});
    run(m, 1945);
    const c = calls(m);
    expect(c.slice(0, 7)).toEqual([
      '1 setup_A',
      '71 ready_A',
      '82 miss_A',
      '93 setup_B',
      '164 ready_B',
      '175 miss_B',
      '186 setup_A',
    ]);
    expect(c.slice(-3)).toEqual(['1942 miss_A', '1942 penalty_draw', '1943 time_over']);
    expect(m.world.left.penaltyTaken + m.world.right.penaltyTaken).toBe(21);
  });

  it('the start draws goal and first side, and places the ball and the far goalie (spec 06 §16.2, §24.54)', () => {
    const goals = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const m = begin(QUICK, seed);
      step(m);
      const g = sign(m);
      goals.add(`${m.ctx.state.shootout.goal}${taker(m)}`);
      expect(m.calls[1]).toBe(`1 penalty_onfield_${m.ctx.state.shootout.goal}`);
      expect(ballAt(m)).toEqual([10 * g, 0]);
      const far = g > 0 ? 'l1' : 'r1';
      expect(positionOf(m, far)).toEqual([42.5 * g, 10]);
    }
    expect([...goals].sort()).toEqual(['ll', 'lr', 'rl', 'rr']);
  });

  it('a drawn match starts a shootout (PS16, spec 06 §24.54)', () => {
    const m = createTestMatch({ server: { half_time: 1, extra_half_time: 1 }, goalies: ['l', 'r'] });
    const start = () => void callKickOff(m.ctx);
    run(m, 62, { 0: start, 15: start, 30: start, 45: start });
    expect(formatCalls(m)).toMatch(/ 40 penalty_onfield_[lr] penalty_setup_[lr]$/);
  });

  it('a goal is counted; a second kick by the same player is a foul (PS2, spec 06 §24.56)', () => {
    const m = begin();
    until(m, 'penalty_ready');
    const c2 = `${taker(m)}2`;
    shoot(m, c2);
    run2(m, 2);
    moveBall(m, 53 * sign(m), 1);
    until(m, 'penalty_score');
    expect(ballAt(m)).toEqual([53 * sign(m), 1]);
    until(m, 'penalty_setup');
    until(m, 'penalty_ready');
    shoot(m, `${taker(m)}2`);
    run2(m, 2);
    moveBall(m, 53 * sign(m), 1);
    until(m, 'penalty_score');
    until(m, 'penalty_ready');
    shoot(m, c2);
    run2(m, 4);
    expect(calls(m)).toEqual([
      '1 setup_A',
      '6 ready_A',
      '6 taken_A',
      '9 score_A',
      '13 setup_B',
      '19 ready_B',
      '19 taken_B',
      '22 score_B',
      '26 setup_A',
      '32 ready_A',
      '32 foul_A',
      '32 miss_A',
      '36 setup_B',
    ]);
    expect(formatShows(m)).toMatch(
      /^penalty_setup_. 1.0..5.0 x5 \| penalty_ready_. 6.0..6.0 x1 \| penalty_taken_. 7.0..8.0 x2 \| penalty_score_. 9.0..12.0 x4 \| penalty_setup_. 13.0..18.0 x6/,
    );
    expect(m.console.slice(0, 2)).toEqual(
      m.calls.includes('9 penalty_score_l')
        ? ['Score: *1-0  after 1 penalties.', 'Score:  1-1* after 2 penalties.']
        : ['Score:  0-1* after 1 penalties.', 'Score: *1-1  after 2 penalties.'],
    );
  });

  /** Places the keeper at (x, 1) with the ball in front of it at T = 8 (PS3 to PS5). */
  function save(x: number, act: (m: TestMatch, keeper: string) => void): TestMatch {
    const m = begin();
    until(m, 'penalty_ready');
    shoot(m, `${taker(m)}2`);
    run2(m, 2);
    const g = sign(m);
    const keeper = `${oppositeSide(taker(m))}1`;
    moveBall(m, x * g, 1);
    place(m, keeper, (x - 0.6) * g, 1, g > 0 ? 0 : 180);
    act(m, keeper);
    run2(m, 4);
    return m;
  }

  it('catches, a punch and the keeper’s kick end the attempt (PS3, PS4, PS5, spec 06 §24.8, §24.56)', () => {
    const tail = (m: TestMatch) => calls(m).slice(3);
    expect(tail(save(45, catchBall))).toEqual(['8 miss_A', '12 setup_B']);
    expect(tail(save(45, punch))).toEqual(['8 miss_A', '12 setup_B']);
    expect(tail(save(30, catchBall))).toEqual(['8 foul_B', '8 score_A', '12 setup_B']);
    expect(tail(save(45, (m, who) => kick(m, who, 50)))).toEqual(['8 foul_A', '8 miss_A', '12 setup_B']);
    expect(save(45, catchBall).calls.some((c) => c.includes('goalie_catch_ball'))).toBe(false);
    expect(save(45, catchBall).world.catcher).toBe(-1);
  });

  it('a kick in penalty_setup is a foul of the kicker’s side (PS6, PS7, spec 06 §24.56)', () => {
    for (const own of [true, false]) {
      const m = begin();
      run2(m, 2);
      const at = ballAt(m);
      shoot(m, `${own ? taker(m) : oppositeSide(taker(m))}2`);
      run2(m, 4);
      expect(calls(m)).toEqual(
        own
          ? ['1 setup_A', '2 foul_A', '2 miss_A', '6 setup_B']
          : ['1 setup_A', '2 foul_B', '2 score_A', '6 setup_B'],
      );
      expect(ballAt(m)).toEqual(at);
    }
  });

  it('without pen_allow_mult_kicks, a second kick of the taker is a foul (PS8, spec 06 §24.56)', () => {
    const m = begin({ ...QUICK, pen_allow_mult_kicks: false });
    until(m, 'penalty_ready');
    const who = `${taker(m)}2`;
    shoot(m, who, 1);
    step(m);
    kick(m, who, 5);
    run2(m, 4);
    expect(calls(m)).toEqual(['1 setup_A', '6 ready_A', '6 taken_A', '7 foul_A', '7 miss_A', '11 setup_B']);
  });

  it('with pen_allow_mult_kicks, a second kick of the taker does not stop the ball', () => {
    const m = begin();
    until(m, 'penalty_ready');
    const who = `${taker(m)}2`;
    shoot(m, who, 10);
    step(m);
    place(m, who, m.world.ball.pos.x - 0.5, 0, 0);
    const { x } = m.world.ball.vel;
    expect(Math.abs(x)).toBeGreaterThan(0);
    kick(m, who, 10);
    expect([m.world.ball.vel.x, m.world.ball.accel.x !== 0]).toEqual([x, true]);
    expect(m.world.playMode).toMatch(/^penalty_taken/);
  });

  it('a foul in penalty_ready stops the ball', () => {
    const m = begin();
    until(m, 'penalty_ready');
    shoot(m, `${oppositeSide(taker(m))}2`, 10);
    expect([m.world.ball.vel.x, m.world.ball.vel.y, m.world.ball.accel.x]).toEqual([0, 0, 0]);
  });

  it('a catch in penalty_ready is a foul of the goalie’s side', () => {
    const m = begin();
    until(m, 'penalty_ready');
    const goalie = `${oppositeSide(taker(m))}1`;
    place(m, goalie, m.world.ball.pos.x + 1, 0, 180);
    catchBall(m, goalie);
    expect(calls(m).slice(-2)).toEqual([
      expect.stringMatching(/ foul_B$/),
      expect.stringMatching(/ score_A$/),
    ]);
  });

  it('in penalty_ready a defender’s kick is a foul, the goalie’s is not (PS9, PS10, spec 06 §24.56)', () => {
    const field = begin();
    until(field, 'penalty_ready');
    shoot(field, `${oppositeSide(taker(field))}2`, 1);
    run2(field, 4);
    expect(calls(field)).toEqual(['1 setup_A', '6 ready_A', '6 foul_B', '6 score_A', '10 setup_B']);
    const goalie = begin();
    until(goalie, 'penalty_ready');
    shoot(goalie, `${oppositeSide(taker(goalie))}1`, 1);
    expect(calls(goalie).at(-1)).toBe('6 taken_A');
    shoot(goalie, `${taker(goalie)}2`, 1);
    run2(goalie, 3);
    expect(calls(goalie).at(-1)).toBe('6 taken_A');
  });

  it('a ball out of play and the end of the time limit are misses (PS11, PS12, spec 06 §24.55)', () => {
    const out = begin();
    until(out, 'penalty_ready');
    shoot(out, `${taker(out)}2`);
    run2(out, 2);
    moveBall(out, 20 * sign(out), 36);
    run2(out, 4);
    expect(calls(out).slice(-1)).toEqual(['9 miss_A']);
    expect(ballAt(out)).toEqual([20 * sign(out), 36]);
    const slow = begin();
    until(slow, 'penalty_ready');
    shoot(slow, `${taker(slow)}2`, 1);
    run2(slow, 151);
    expect(calls(slow).slice(-1)).toEqual(['157 miss_A']);
    expect(formatShows(slow)).toMatch(/penalty_taken_. 7.0..156.0 x150/);
  });

  it('one goal decides; a right win ends the match one step earlier (PS13, spec 06 §24.58)', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const m = begin(QUICK, seed);
      until(m, 'penalty_ready');
      const winner = taker(m);
      seen.add(winner);
      shoot(m, `${winner}2`);
      run2(m, 2);
      moveBall(m, 53 * sign(m), 1);
      until(m, 'time_over');
      const [miss, win, over] = m.calls.slice(-3) as [string, string, string];
      const time = (call: string) => Number(call.split(' ')[0]);
      expect(miss).toMatch(new RegExp(`penalty_miss_${oppositeSide(winner)}$`));
      expect(win).toBe(`${time(miss)} penalty_winner_${winner}`);
      expect(over).toBe(`${time(miss) + (winner === 'l' ? 1 : 0)} time_over`);
      expect(m.ctx.state.shootout.kicks).toBe(10);
      expect(m.console.at(-1)).toBe(`Final score: ${winner === 'l' ? '1-0' : '0-1'}`);
    }
    expect(seen.size).toBe(2);
  });

  it('a shootout without waits (PS14, spec 06 §24.55)', () => {
    const m = begin({
      pen_setup_wait: 0,
      pen_before_setup_wait: 0,
      pen_ready_wait: 0,
      pen_nr_kicks: 1,
      pen_max_extra_kicks: 0,
    });
    run(m, 10);
    expect(calls(m)).toEqual([
      '1 setup_A',
      '1 ready_A',
      '2 miss_A',
      '3 setup_B',
      '4 ready_B',
      '5 miss_B',
      '6 setup_A',
      '7 ready_A',
      '8 miss_A',
      '8 penalty_draw',
      '9 time_over',
    ]);
  });

  it('with the correction shootout, a level shootout has no additional kick (spec 06 §16.10)', () => {
    const server = {
      ...{ pen_setup_wait: 0, pen_before_setup_wait: 0, pen_ready_wait: 0 },
      ...{ pen_nr_kicks: 2, pen_max_extra_kicks: 1 },
    };
    const play = (corrections?: Corrections) => {
      const m = begin(server, 1, { ...(corrections && { corrections }) });
      run(m, 40);
      return [
        m.ctx.state.shootout.kicks,
        calls(m)
          .slice(-2)
          .map((call) => call.split(' ')[1]),
      ];
    };
    const end = ['penalty_draw', 'time_over'];
    expect(play()).toEqual([7, end]);
    expect(play({ shootout: false, foul: true })).toEqual([7, end]);
    expect(play({ shootout: true, foul: false })).toEqual([6, end]);
  });

  it('without goalies and pen_coach_moves_players, every setup is a foul (PS15)', () => {
    const m = begin({ pen_coach_moves_players: false });
    for (const p of m.world.players) p.goalie = false;
    run(m, 153);
    expect(calls(m)).toEqual([
      '1 setup_A',
      '71 foul_A',
      '71 miss_A',
      '82 setup_B',
      '153 foul_B',
      '153 miss_B',
    ]);
  });

  it('placeSide gives the positions of the verified example (spec 06 §16.9, §24.57)', () => {
    for (let seed = 0; ; seed++) {
      const m = begin({ pen_setup_wait: 5 }, seed);
      step(m);
      if (sign(m) < 0 || taker(m) !== 'r') continue;
      until(m, 'penalty_ready');
      const expected: Record<string, [number, number]> = {
        r1: [52.5522, -25.4539],
        r2: [1.4166, -8.7359],
        r3: [9.946, -1.9993],
        l1: [42.5, 10],
        l2: [-1.4166, -8.7359],
        l3: [-2.0917, -8.5993],
      };
      for (const [who, [x, y]] of Object.entries(expected)) {
        expect(positionOf(m, who)[0]).toBeCloseTo(x, 3);
        expect(positionOf(m, who)[1]).toBeCloseTo(y, 3);
      }
      break;
    }
  });

  it('a keeper that left its goal is moved back toward it (spec 06 §16.9, §24.57)', () => {
    const m = begin();
    until(m, 'penalty_ready');
    place(m, `${oppositeSide(taker(m))}1`, 30 * sign(m), 3);
    step(m);
    expect(positionOf(m, `${oppositeSide(taker(m))}1`)).toEqual([40 * sign(m), 0]);
  });

  it('without pen_coach_moves_players, a player that leaves the circle commits a foul (spec 06 §16.8, §24.56)', () => {
    const strict = begin({ ...QUICK, pen_coach_moves_players: false });
    run2(strict, 1);
    const [c, d] = [taker(strict), oppositeSide(taker(strict))];
    const g = sign(strict);
    place(strict, `${c}1`, 53 * g, 25);
    place(strict, `${c}2`, 9 * g, 0.5);
    place(strict, `${c}3`, 0, 3);
    place(strict, `${d}1`, 50 * g, 0);
    place(strict, `${d}2`, 0, -3);
    place(strict, `${d}3`, -2, -3);
    until(strict, 'penalty_ready');
    run2(strict, 2);
    expect(strict.world.playMode).toMatch(/^penalty_ready/);
    place(strict, `${d}2`, 0, -12);
    step(strict);
    expect(calls(strict).slice(-2)).toEqual(['9 foul_B', '9 score_A']);
  });

  it('without pen_coach_moves_players, the goalie may leave its goal once the kick is taken, and all players after a miss', () => {
    const m = begin({ ...QUICK, pen_coach_moves_players: false });
    run2(m, 1);
    const [c, d] = [taker(m), oppositeSide(taker(m))];
    const g = sign(m);
    place(m, `${c}1`, 53 * g, 25);
    place(m, `${c}2`, 9 * g, 0.5);
    place(m, `${c}3`, 0, 3);
    place(m, `${d}1`, 50 * g, 0);
    place(m, `${d}2`, 0, -3);
    place(m, `${d}3`, -2, -3);
    until(m, 'penalty_ready');
    shoot(m, `${c}2`, 1);
    place(m, `${d}1`, 30 * g, 10);
    run2(m, 5);
    expect(m.world.playMode).toMatch(/^penalty_taken/);
    until(m, 'penalty_miss');
    const count = calls(m).length;
    place(m, `${d}1`, 0, 30);
    place(m, `${d}2`, 0, 30);
    place(m, `${c}3`, 0, -30);
    step(m);
    expect(calls(m)).toHaveLength(count);
    expect(m.calls.filter((call) => call.includes('foul'))).toEqual([]);
  });

  it('pen_random_winner draws the winner (spec 06 §16.10, §24.58)', () => {
    const winners = new Set<string>();
    for (let seed = 0; seed < 10; seed++) {
      const m = begin(
        {
          pen_setup_wait: 0,
          pen_before_setup_wait: 0,
          pen_ready_wait: 0,
          pen_nr_kicks: 1,
          pen_max_extra_kicks: 0,
          pen_random_winner: true,
        },
        seed,
      );
      run(m, 9);
      const win = m.calls.at(-2) as string;
      expect(win).toMatch(/^8 penalty_winner_[lr]$/);
      expect(m.world.left.wonToss).toBe(win.endsWith('l'));
      expect(m.world.right.wonToss).toBe(win.endsWith('r'));
      winners.add(win);
    }
    expect(winners.size).toBe(2);
  });

  it('the uniform numbers restart after all eleven took a kick (spec 06 §16.5, §24.56)', () => {
    const m = begin();
    const used = m.ctx.state.shootout.usedLeft;
    used.fill(true);
    used[1] = false;
    until(m, 'penalty_ready');
    while (taker(m) !== 'l') {
      until(m, 'penalty_setup');
      until(m, 'penalty_ready');
      if (taker(m) !== 'l') until(m, 'penalty_miss');
    }
    shoot(m, 'l2', 1);
    expect(m.world.playMode).toBe('penalty_taken_l');
    expect(used).toEqual(new Array(11).fill(false));
  });

  it('a shootout mode without a start moves the ball to the middle; the first kick is the left side’s (spec 06 §16.11, §24.61)', () => {
    const m = createTestMatch({ server: QUICK });
    mode(m, 'penalty_miss_r');
    run(m, 4);
    expect(m.world.playMode).toBe('penalty_setup_l');
    expect(ballAt(m)).toEqual([0, 0]);
    expect((player(m, 'l1') as Player).enabled).toBe(true);
  });

  it.each([
    ['penalty_setup_l', 'l2', 'penalty_score_r'],
    ['penalty_setup_l', 'r2', 'penalty_score_l'],
    ['penalty_ready_l', 'l2', 'penalty_score_l'],
    ['penalty_ready_r', 'r2', 'penalty_score_l'],
    ['penalty_taken_r', 'l2', 'penalty_score_l'],
  ] as const)(
    'without a start there is no taker: in %s a kick of %s gives %s (spec 06 §16.1)',
    (set, kicker, result) => {
      const m = createTestMatch({ server: QUICK, left: 2, right: 2, goalies: ['l', 'r'] });
      mode(m, set);
      shoot(m, kicker, 1);
      expect(m.world.playMode).toBe(result);
    },
  );

  it('without a start the sides are not checked, and the time limit of a phase is that of its play mode (spec 06 §16.1)', () => {
    const m = createTestMatch({ server: QUICK, left: 2, right: 2, goalies: ['l', 'r'] });
    mode(m, 'penalty_setup_l');
    run(m, 6);
    expect(m.world.playMode).toBe('penalty_ready_l');
    const strict = createTestMatch({
      server: { ...QUICK, pen_coach_moves_players: false },
      left: 2,
      right: 2,
    });
    mode(strict, 'penalty_setup_r');
    run(strict, 30);
    expect(strict.world.playMode).toBe('penalty_setup_r');
  });

  it('without a start a caught ball is a miss of the left team in the play mode of the right one (spec 06 §16.1)', () => {
    const m = createTestMatch({ server: QUICK, left: 2, right: 2, goalies: ['l', 'r'] });
    mode(m, 'penalty_taken_l');
    moveBall(m, 49.5, 0);
    place(m, 'r1', 50, 0, 180);
    catchBall(m, 'r1');
    expect(m.world.playMode).toBe('penalty_miss_r');
    expect([m.world.left.penaltyTaken, m.world.right.penaltyTaken]).toEqual([1, 0]);
  });
});
