import { oppositeSide, playModeSide, type Side } from '@rcss/core';
import type { ServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import {
  act,
  advance,
  calls,
  createScenario,
  playerNamed,
  replies,
  type Scenario,
  type ScenarioSetup,
} from '../test/scenario.js';
import { reconnectPlayer } from './entries/clients.js';

/**
 * The vectors of the shootout, of keepaway and of cards (spec 06 §23.3, §23.4), run in one process. The goal
 * and the first side are drawn at random, so each vector runs with several seeds; the seeds cover all four
 * combinations. The tests of `@rcss/referee` run the same shootouts on the referee alone and set the state of the match
 * directly. These tests run whole matches: players act by commands, and replies are checked.
 */
const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const QUICK: Partial<ServerParams> = { pen_setup_wait: 5, pen_before_setup_wait: 3 };

interface ShootOut {
  readonly s: Scenario;
  /** Side of the first kick, A in the vectors; B is the other side. */
  readonly first: Side;
  /** 1 if the right goal is used, else -1. */
  readonly g: number;
}

/** Starts a match that goes straight to the shootout and runs its first step. */
function begin(seed: number, server: Partial<ServerParams> = QUICK, setup: ScenarioSetup = {}): ShootOut {
  const s = createScenario({
    left: 3,
    right: 3,
    goalies: { l: 1, r: 1 },
    seed,
    ...setup,
    server: { nr_normal_halfs: 0, nr_extra_halfs: 0, ...server },
  });
  act(s, 'T', '(start)');
  advance(s);
  return shootOutOf(s);
}

function shootOutOf(s: Scenario): ShootOut {
  const text = calls(s).map(([, call]) => call);
  const goal = text.find((call) => call.startsWith('penalty_onfield_'));
  const setup = text.find((call) => call.startsWith('penalty_setup_'));
  return { s, first: setup?.at(-1) as Side, g: goal?.endsWith('r') ? 1 : -1 };
}

/** Returns calls with A and B for the sides, without the calls before the shootout: `6 ready_A`. */
function heard({ s, first }: ShootOut): string[] {
  return calls(s)
    .filter(([, call]) => call.startsWith('penalty_') || call === 'time_over')
    .map(([time, call]) => {
      const sided = /^penalty_(setup|ready|taken|miss|score|foul|winner)_([lr])$/.exec(call);
      return `${time} ${sided === null ? call : `${sided[1]}_${sided[2] === first ? 'A' : 'B'}`}`;
    })
    .filter((call) => !call.includes('onfield'));
}

/** Returns the shows of shootout modes as blocks `taken_A 7..8`. */
function shown({ s, first }: ShootOut): string[] {
  const out: { name: string; from: number; to: number }[] = [];
  for (const { mode, clock } of s.shows) {
    if (!mode.startsWith('penalty_')) continue;
    const name = `${mode.slice(8, -2)}_${mode.endsWith(first) ? 'A' : 'B'}`;
    const last = out.at(-1);
    if (last?.name === name) last.to = clock[0];
    else out.push({ name, from: clock[0], to: clock[0] });
  }
  return out.map(({ name, from, to }) => `${name} ${from}..${to}`);
}

function until({ s }: ShootOut, mode: RegExp): void {
  for (let i = 0; i < 3000 && !mode.test(s.match.world.playMode); i++) advance(s);
  expect(s.match.world.playMode).toMatch(mode);
}

const taker = ({ s }: ShootOut): Side => playModeSide(s.match.world.playMode) as Side;
const ballAt = ({ s }: ShootOut): [number, number] => [s.match.world.ball.pos.x, s.match.world.ball.pos.y];

/** Places the player half a meter in front of the ball and kicks. */
function kickFrom(p: ShootOut, who: string, power: number): void {
  const { s } = p;
  act(s, 'T', `(move (player ${who[0]!.toUpperCase()} ${who[1]}) ${ballAt(p)[0] - 0.5} 0 0 0 0)`);
  act(s, who, `(kick ${power} 0)`);
}

/** Kicks as in PS2: in the cycle after the first show of penalty_ready; returns two cycles later. */
function takeKick(p: ShootOut, power = 5): string {
  until(p, /^penalty_ready_/);
  const who = `${taker(p)}2`;
  kickFrom(p, who, power);
  advance(p.s, 2);
  return who;
}

function score(p: ShootOut): void {
  act(p.s, 'T', `(move (ball) ${53 * p.g} 1)`);
  advance(p.s);
}

/** Runs PS3 to PS5: a kick as in PS2, then a command of the keeper at the ball. */
function save(seed: number, ballX: number, keeperX: (g: number) => number, command: string): ShootOut {
  const p = begin(seed);
  const side = takeKick(p)[0] as Side;
  const keeper = oppositeSide(side);
  act(p.s, 'T', `(move (ball) ${ballX * p.g} 1)`);
  act(p.s, 'T', `(move (player ${keeper.toUpperCase()} 1) ${keeperX(p.g)} 1 0 0 0)`);
  act(p.s, `${keeper}1`, command);
  advance(p.s, 5);
  return p;
}

describe('shootout vectors, in process (spec 06 §23.3)', () => {
  it('the seeds cover both goals and both first sides (spec 06 §24.54)', () => {
    const seen = new Set(SEEDS.map((seed) => begin(seed)).map(({ first, g }) => `${first} ${g}`));
    expect(seen.size).toBe(4);
  });

  it.each(SEEDS)('PS1, seed %i: no goals without commands (spec 06 §24.54, §24.55, §24.58)', (seed) => {
    const p = begin(seed, {});
    expect(calls(p.s).map(([time, call]) => `${time} ${call.slice(0, -1)}`)).toEqual([
      '0 kick_off_',
      '1 penalty_onfield_',
      '1 penalty_setup_',
    ]);
    expect(ballAt(p)).toEqual([10 * p.g, 0]);
    advance(p.s, 1944);
    const expected = ['1 setup_A', '71 ready_A', '82 miss_A'];
    for (let i = 2; i <= 21; i++) {
      const at = 93 + 93 * (i - 2);
      const side = i % 2 === 1 ? 'A' : 'B';
      expected.push(`${at} setup_${side}`, `${at + 71} ready_${side}`, `${at + 82} miss_${side}`);
    }
    expect(heard(p)).toEqual([...expected, '1942 penalty_draw', '1943 time_over']);
    const { left, right } = p.s.match.world;
    expect([left.penaltyTaken + right.penaltyTaken, left.penaltyScored, right.penaltyScored]).toEqual([
      21, 0, 0,
    ]);
  });

  it.each(SEEDS)('PS2, seed %i: goals, and a second kick by the same player (spec 06 §24.56)', (seed) => {
    const p = begin(seed);
    const taken = takeKick(p);
    score(p);
    advance(p.s, 3);
    expect(p.s.shows.slice(8, 12).map(({ ball }) => ball)).toEqual(new Array(4).fill([53 * p.g, 1]));
    takeKick(p);
    score(p);
    until(p, /^penalty_setup_/);
    until(p, /^penalty_ready_/);
    kickFrom(p, taken, 5);
    until(p, /^penalty_setup_/);
    expect(heard(p)).toEqual([
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
    expect(shown(p).slice(0, 5)).toEqual([
      'setup_A 1..5',
      'ready_A 6..6',
      'taken_A 7..8',
      'score_A 9..12',
      'setup_B 13..18',
    ]);
  });

  it.each(SEEDS)('PS3 to PS5, seed %i: catches, and a kick of the keeper (spec 06 §24.8, §24.56)', (seed) => {
    const inside = save(seed, 45, (g) => 45 * g - 0.8, '(catch 0)');
    expect(heard(inside).slice(3)).toEqual(['8 miss_A', '12 setup_B']);
    expect(shown(inside)).toContain('miss_A 9..11');
    expect(calls(inside.s).some(([, call]) => call.startsWith('goalie_catch_ball'))).toBe(false);
    expect(inside.s.match.world.catcher).toBe(-1);
    const outside = save(seed, 30, (g) => 30 * g - 0.8, '(catch 0)');
    expect(heard(outside).slice(3)).toEqual(['8 foul_B', '8 score_A', '12 setup_B']);
    const kicked = save(seed, 45, (g) => 45 * g - 0.5, '(kick 50 0)');
    expect(heard(kicked).slice(3)).toEqual(['8 foul_A', '8 miss_A', '12 setup_B']);
  });

  it.each(SEEDS)('PS6, PS7, seed %i: kicks in penalty_setup (spec 06 §24.56)', (seed) => {
    for (const own of [true, false]) {
      const p = begin(seed);
      advance(p.s);
      const at = ballAt(p);
      kickFrom(p, `${own ? p.first : oppositeSide(p.first)}2`, 5);
      advance(p.s, 4);
      expect(heard(p)).toEqual(
        own
          ? ['1 setup_A', '2 foul_A', '2 miss_A', '6 setup_B']
          : ['1 setup_A', '2 foul_B', '2 score_A', '6 setup_B'],
      );
      expect(ballAt(p)).toEqual(at);
    }
  });

  it.each(SEEDS)('PS8, seed %i: a second kick without pen_allow_mult_kicks (spec 06 §24.56)', (seed) => {
    const p = begin(seed, { ...QUICK, pen_allow_mult_kicks: false });
    until(p, /^penalty_ready_/);
    kickFrom(p, `${p.first}2`, 1);
    advance(p.s);
    act(p.s, `${p.first}2`, '(kick 5 0)');
    advance(p.s, 4);
    expect(heard(p)).toEqual(['1 setup_A', '6 ready_A', '6 taken_A', '7 foul_A', '7 miss_A', '11 setup_B']);
  });

  it.each(SEEDS)('PS9, seed %i: a defender kicks in penalty_ready (spec 06 §24.56)', (seed) => {
    const p = begin(seed);
    until(p, /^penalty_ready_/);
    kickFrom(p, `${oppositeSide(p.first)}2`, 1);
    advance(p.s, 4);
    expect(heard(p)).toEqual(['1 setup_A', '6 ready_A', '6 foul_B', '6 score_A', '10 setup_B']);
  });

  it.each(SEEDS)('PS10, seed %i: the keeper kicks in penalty_ready (spec 06 §24.56)', (seed) => {
    const p = begin(seed);
    until(p, /^penalty_ready_/);
    const before = ballAt(p)[0];
    kickFrom(p, `${oppositeSide(p.first)}1`, 1);
    advance(p.s, 150);
    expect(heard(p)).toEqual(['1 setup_A', '6 ready_A', '6 taken_A']);
    expect(ballAt(p)[0]).toBeGreaterThan(before);
    advance(p.s);
    expect(heard(p).at(-1)).toBe('157 miss_A');
  });

  it.each(SEEDS)('PS11, seed %i: the ball leaves the pitch (spec 06 §24.56)', (seed) => {
    const p = begin(seed);
    takeKick(p);
    act(p.s, 'T', `(move (ball) ${20 * p.g} 36)`);
    advance(p.s, 5);
    expect(heard(p).slice(3)).toEqual(['9 miss_A', '13 setup_B']);
    const frozen = p.s.shows.filter(({ clock: [time] }) => time >= 9 && time <= 12);
    expect(frozen.map(({ ball }) => ball)).toEqual(new Array(4).fill([20 * p.g, 36]));
  });

  it.each(SEEDS)('PS12, seed %i: the time limit ends (spec 06 §24.55)', (seed) => {
    const p = begin(seed);
    takeKick(p);
    advance(p.s, 149);
    expect(shown(p)).toEqual(['setup_A 1..5', 'ready_A 6..6', 'taken_A 7..156', 'miss_A 157..157']);
    expect(heard(p).at(-1)).toBe('157 miss_A');
  });

  it.each(SEEDS)('PS13, seed %i: one goal decides, for right a step earlier (spec 06 §24.58)', (seed) => {
    for (const scorer of ['A', 'B']) {
      const p = begin(seed);
      if (scorer === 'B') {
        until(p, /^penalty_miss_/);
        until(p, /^penalty_setup_/);
      }
      takeKick(p);
      score(p);
      until(p, /^time_over$/);
      const { left, right } = p.s.match.world;
      // A missed kick 9, or B missed kick 10.
      expect(left.penaltyTaken + right.penaltyTaken).toBe(scorer === 'A' ? 10 : 9);
      const winner = scorer === 'A' ? p.first : oppositeSide(p.first);
      const [miss, win, over] = calls(p.s).slice(-3) as [
        [number, string],
        [number, string],
        [number, string],
      ];
      expect(miss[1]).toBe(`penalty_miss_${oppositeSide(winner)}`);
      expect(win).toEqual([miss[0], `penalty_winner_${winner}`]);
      expect(over).toEqual([miss[0] + (winner === 'l' ? 1 : 0), 'time_over']);
      expect([left.penaltyScored, right.penaltyScored]).toEqual(winner === 'l' ? [1, 0] : [0, 1]);
    }
  });

  it.each(SEEDS)('PS14, seed %i: no waits (spec 06 §24.55, §24.58)', (seed) => {
    const p = begin(seed, {
      pen_setup_wait: 0,
      pen_before_setup_wait: 0,
      pen_ready_wait: 0,
      pen_nr_kicks: 1,
      pen_max_extra_kicks: 0,
    });
    advance(p.s, 9);
    expect(heard(p)).toEqual([
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

  it.each(SEEDS)('PS15, seed %i: without goalies, and players are not moved (spec 06 §24.57)', (seed) => {
    const p = begin(seed, { pen_coach_moves_players: false }, { goalies: { l: null, r: null } });
    advance(p.s, 152);
    expect(heard(p)).toEqual([
      '1 setup_A',
      '71 foul_A',
      '71 miss_A',
      '82 setup_B',
      '153 foul_B',
      '153 miss_B',
    ]);
  });

  it.each(SEEDS)('PS16, seed %i: a drawn match starts a shootout (spec 06 §24.54)', (seed) => {
    const s = createScenario({ server: { half_time: 1, extra_half_time: 1 }, seed });
    for (let k = 0; k < 60; k++) {
      if ([0, 15, 30, 45].includes(k)) act(s, 'T', '(start)');
      advance(s);
    }
    expect(calls(s).map(([time, call]) => `${time} ${call}`.replace(/(onfield|setup)_[lr]$/, '$1_'))).toEqual(
      [
        '0 kick_off_l',
        '10 half_time',
        '10 before_kick_off',
        '10 kick_off_r',
        '20 time_extended',
        '20 before_kick_off',
        '20 kick_off_l',
        '30 time_extended',
        '30 before_kick_off',
        '30 kick_off_r',
        '40 penalty_onfield_',
        '40 penalty_setup_',
      ],
    );
  });

  it('the sides are placed, and a goalie beside its goal stays there (spec 06 §16.9, §24.57)', () => {
    const right = SEEDS.map((seed) => begin(seed)).find(({ first, g }) => first === 'r' && g === 1)!;
    until(right, /^penalty_ready_/);
    for (const [who, x, y] of [
      ['r1', 52.5522, -25.4539],
      ['r2', 1.4166, -8.7359],
      ['r3', 9.946, -1.9993],
      ['l1', 42.5, 10],
      ['l2', -1.4166, -8.7359],
      ['l3', -2.0917, -8.5993],
    ] as const) {
      const { pos } = playerNamed(right.s, who);
      expect([pos.x, pos.y], who).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3)]);
    }
  });

  it('only a side with a team has counters (spec 06 §24.59)', () => {
    const p = begin(0, QUICK, { right: 0 });
    until(p, /^penalty_miss_/);
    until(p, /^penalty_setup_/);
    until(p, /^penalty_miss_/);
    const { left, right } = p.s.match.world;
    expect([left.penaltyTaken, right.penaltyTaken]).toEqual([1, 0]);
  });
});

describe('other vectors, in process (spec 06 §23.4)', () => {
  it('episodes of keepaway (KA1, spec 06 §24.53)', () => {
    const s = createScenario({ server: { keepaway: true, half_time: -1 }, left: 3, right: 2 });
    let before: { x: number; y: number }[] = [];
    const places = () => s.match.world.players.slice(0, 3).map(({ pos }) => ({ x: pos.x, y: pos.y }));
    for (let k = 0; k < 16; k++) {
      if (k === 0) act(s, 'T', '(start)');
      if (k === 5) act(s, 'T', '(move (ball) 10.5 0)');
      if (k === 10) {
        act(s, 'T', '(move (ball) 0 0)');
        act(s, 'T', '(move (player R 1) 0.5 0 0 0 0)');
      }
      if (k === 5) before = places();
      advance(s);
      if (k === 5) expect(places()).not.toEqual(before);
    }
    expect(calls(s)).toEqual([
      [0, 'play_on'],
      [6, 'training Keepaway 1'],
      [15, 'training Keepaway 1'],
    ]);
    expect(s.shows[0]!.ball).toEqual([-6, -6]);
    expect(s.shows[5]!.ball).toEqual([-6, -6]);
    expect(s.shows.every(({ mode }) => mode === 'play_on')).toBe(true);
    const log = s.events.flatMap((event) => (event.type === 'keepaway' ? [event.line] : []));
    expect(log.filter((line) => !line.startsWith('#'))).toEqual(['1\t0\t6\t6\to', '2\t6\t15\t9\tt']);
  });

  it('after a red card a player can reconnect only after a substitution (RC1, spec 06 §24.48, §24.50, spec 05 §24.52)', () => {
    const s = createScenario({ left: 2, right: 2 });
    act(s, 'T', '(change_mode play_on)');
    act(s, 'M', '(dispcard 1 2 yellow)');
    act(s, 'M', '(dispcard 1 2 yellow)');
    expect(calls(s).slice(1)).toEqual([
      [0, 'yellow_card_l_2'],
      [0, 'yellow_card_l_2'],
      [0, 'red_card_l_2'],
    ]);
    const last = s.events.slice(-2);
    expect(last).toEqual([
      { type: 'referee', time: 0, text: 'red_card_l_2' },
      { type: 'player_removed', player: 1, reason: 'red_card' },
    ]);
    const l2 = playerNamed(s, 'l2');
    expect([l2.enabled, l2.pos.x, l2.pos.y]).toEqual([false, -6, -37]);
    advance(s);
    expect(s.shows.at(-1)!.players[1]!.state).toBe(0x80000);
    expect(reconnectPlayer(s.match, 'L', 2)).toMatchObject({
      ok: false,
      error: 'cannot_reconnect_while_playon',
    });
    act(s, 'T', '(change_mode free_kick_l)');
    expect(reconnectPlayer(s.match, 'L', 2)).toMatchObject({ ok: false, error: 'red_carded_player' });
    act(s, 'T', '(change_player_type L 2 0)');
    expect(replies(s).at(-1)).toMatchObject({ kind: 'ok', code: 'change_player_type' });
    expect(reconnectPlayer(s.match, 'L', 2)).toMatchObject({ ok: true });
    advance(s);
    expect(s.shows.at(-1)!.players[1]!.state).toBe(0x1);
  });
});
