import { PLAY_MODES, type PlayMode, playModeClock } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { act, advance, calls, createScenario, playerNamed, replies } from '../test/scenario.js';
import { connectCoach } from './connections.js';
import { applyCoachCommand } from './execute-coach-command.js';

/** Points of the checklists of spec 05 §24, spec 05b §7 and spec 06 §24 that need a whole match. */
describe('clock and modes (spec 05 §24, spec 06 §24)', () => {
  it('the time counts while the clock runs, otherwise the stoppage time (spec 05 §24.7, spec 06 §24.10)', () => {
    for (const { name } of PLAY_MODES) {
      const s = createScenario({ server: { coach: true } });
      const { world } = s.match;
      act(s, 'T', `(change_mode ${name})`);
      advance(s, 3);
      expect(playModeClock(name), name).toBe(
        name === 'before_kick_off'
          ? 'before'
          : name === 'time_over'
            ? 'over'
            : world.time === 3
              ? 'running'
              : 'stopped',
      );
      expect([world.time, world.stoppageTime], name).toEqual(
        playModeClock(name) === 'running' ? [3, 0] : [0, 3],
      );
    }
  });

  it.each<[PlayMode, PlayMode, number]>([
    ['foul_charge_l', 'free_kick_r', 30],
    ['catch_fault_r', 'free_kick_l', 30],
    ['offside_r', 'free_kick_l', 30],
    ['goal_l', 'kick_off_r', 50],
  ])(
    'the call that ends %s has the old time, and the next show the new one (spec 05 §24.7, spec 06 §24.6)',
    (mode, next, shows) => {
      const s = createScenario();
      act(s, 'T', '(change_mode play_on)');
      advance(s, 7);
      act(s, 'T', `(change_mode ${mode})`);
      const from = s.events.length;
      advance(s, shows);
      expect(s.shows.at(-1)).toMatchObject({ mode, clock: [7, shows] });
      expect(calls(s, from)).toEqual([]);
      advance(s);
      expect(calls(s, from)).toEqual([[7, next]]);
      expect(s.shows.at(-1)).toMatchObject({ mode: next, clock: [8, 0] });
    },
  );

  it('the time stands in before_kick_off and after the end of the match (spec 05 §24.7)', () => {
    for (const mode of ['before_kick_off', 'time_over'] as const) {
      const s = createScenario();
      act(s, 'T', `(change_mode ${mode})`);
      advance(s, 60);
      expect(s.shows.map(({ clock }) => clock)).toEqual(Array.from({ length: 60 }, (_, k) => [0, k + 1]));
    }
  });

  it.each(['first_half_over', 'human_judge', 'penalty_kick_l', 'foul_multiple_attack_l', 'foul_ballout_r'])(
    '%s never ends; keeps opponents of the kickoff side away; a kick or a moving ball starts play (spec 06 §24.61)',
    (mode) => {
      const s = createScenario();
      act(s, 'T', `(change_mode ${mode})`);
      advance(s, 150);
      expect(s.match.world.playMode).toBe(mode);
      act(s, 'T', '(move (player R 1) 2 0 0 0 0)');
      advance(s);
      expect(playerNamed(s, 'r1').pos.x).toBeCloseTo(9.45, 3);
      act(s, 'T', '(move (player L 1) -0.5 0 0 0 0)');
      act(s, 'l1', '(kick 5 0)');
      expect(s.match.world.playMode).toBe('play_on');
      act(s, 'T', `(change_mode ${mode})`);
      act(s, 'T', '(move (ball) 0 0 0 1 0)');
      advance(s);
      expect(s.match.world.playMode).toBe('play_on');
    },
  );

  it('change_mode accepts every mode name and changes neither ball, players nor clock (spec 06 §24.1, spec 07 §20.13)', () => {
    const s = createScenario({ server: { coach: true } });
    act(s, 'T', '(move (ball) 12 3 0 1 0.5)');
    const before = { ...s.match.world.ball.pos };
    for (const { name } of PLAY_MODES) {
      const from = s.events.length;
      act(s, 'T', `(change_mode ${name})`);
      expect(s.match.world.playMode).toBe(name);
      expect(replies(s, from)).toEqual([{ kind: 'ok', code: 'change_mode' }]);
      expect(calls(s, from)).toEqual(/^goal_[lr]$/.test(name) ? [] : [[0, name]]);
      expect(s.match.world).toMatchObject({ time: 0, stoppageTime: 0, ball: { pos: before } });
    }
    expect(PLAY_MODES).toHaveLength(51);
  });

  it('without a coach mode, monitors can kick off, call fouls and show cards (spec 06 §24.63)', () => {
    const s = createScenario({ server: { coach_w_referee: false } });
    act(s, 'M', '(dispstart)');
    advance(s);
    act(s, 'M', '(dispfoul 160 80 -1)');
    act(s, 'M', '(dispcard -1 2 red)');
    act(s, 'M', '(dispplayer 1 1 160 -160 90)');
    expect(calls(s)).toEqual([
      [0, 'kick_off_l'],
      [1, 'foul_l'],
      [1, 'free_kick_r'],
      [1, 'red_card_r_2'],
    ]);
    expect(playerNamed(s, 'r2').enabled).toBe(false);
    const { pos, body } = playerNamed(s, 'l1');
    expect([pos.x, pos.y, (body * 180) / Math.PI]).toEqual([10, -10, 90]);
  });

  it('a goalie moves with the ball goalie_max_moves times for each catch (spec 06 §24.46, spec 05 §24.42)', () => {
    const s = createScenario({ goalies: { l: 1, r: null } });
    for (let caught = 0; caught < 2; caught++) {
      act(s, 'T', '(change_mode play_on)');
      act(s, 'T', '(move (player L 1) -45 0 0 0 0)');
      act(s, 'T', '(move (ball) -44.5 0)');
      advance(s, 6);
      const from = s.events.length;
      act(s, 'l1', '(catch 0)');
      expect(calls(s, from).map(([, call]) => call)).toEqual(['goalie_catch_ball_l', 'free_kick_l']);
      for (let move = 1; move <= 3; move++) {
        advance(s);
        act(s, 'l1', `(move ${-40 - move} 5)`);
      }
      expect(replies(s, from)).toEqual([{ kind: 'error', code: 'too_many_moves' }]);
      expect(playerNamed(s, 'l1').pos.x).toBe(-42);
    }
  });

  it('a message that is too long is dropped without a reply (spec 05 §24.54)', () => {
    const s = createScenario();
    const from = s.events.length;
    act(s, 'l1', '(say 12345678901)');
    expect(s.events.slice(from)).toEqual([]);
    expect(playerNamed(s, 'l1').sayCount).toBe(0);
    act(s, 'l1', '(say 1234567890)');
    expect(s.events.slice(from)).toMatchObject([{ type: 'say', message: '1234567890' }]);
  });
});

describe('limits of substitutions (spec 05b §7)', () => {
  it('the number of changes is unlimited before the kickoff, and subs_max after it (spec 05b §7.13)', () => {
    const s = createScenario({ left: 11, player: { allow_mult_default_type: false } });
    connectCoach(s.match, { team: 'L', name: '', version: 19 });
    const change = (unum: number, typeId: number) => {
      const from = s.events.length;
      applyCoachCommand(s.match, 'l', { type: 'change_player_type', unum, typeId });
      const [reply] = replies(s, from);
      return `${reply?.kind} ${reply !== undefined && 'code' in reply ? reply.code : ''}`;
    };
    for (let round = 0; round < 2; round++)
      for (let unum = 1; unum <= 6; unum++)
        expect(change(unum, unum + 6 * round)).toBe('ok change_player_type');
    act(s, 'T', '(start)');
    advance(s);
    const used = new Set(s.match.world.players.slice(0, 11).map(({ typeId }) => typeId));
    const free = s.match.params.types.map(({ id }) => id).filter((id) => !used.has(id));
    expect(free.length).toBeGreaterThan(3);
    expect(free.slice(0, 4).map((id) => change(2, id))).toEqual([
      'ok change_player_type',
      'ok change_player_type',
      'ok change_player_type',
      'warning no_subs_left',
    ]);
  });
});
