import { PLAY_MODES } from '@rcss/core';
import { describe, expect, it } from 'vitest';
import { createTestMatch, mode, place, positionOf } from '../test/harness.js';
import { isRefereeActive, RULES } from './referee.js';

describe('setPlayMode (spec 06 §4.3)', () => {
  it('announces every mode, also the current one again, except goal_l and goal_r (spec 06 §24.1, §24.2)', () => {
    const m = createTestMatch();
    for (const info of PLAY_MODES) {
      m.calls.length = 0;
      mode(m, info.name);
      mode(m, info.name);
      expect(m.world.playMode).toBe(info.name);
      expect(m.calls).toEqual(
        info.name === 'goal_l' || info.name === 'goal_r' ? [] : [`0 ${info.name}`, `0 ${info.name}`],
      );
    }
  });

  it('sets the side that may touch the ball next', () => {
    const m = createTestMatch();
    const after = (name: Parameters<typeof mode>[1]) => {
      mode(m, name);
      return m.world.kickOffSide;
    };
    expect(after('kick_in_r')).toBe('r');
    expect(after('corner_kick_l')).toBe('l');
    expect(after('goal_kick_r')).toBe('r');
    expect(after('illegal_defense_r')).toBe('l');
    expect(after('illegal_defense_l')).toBe('r');
    expect(after('offside_l')).toBe('r');
    expect(after('drop_ball')).toBe('n');
    expect(after('pause')).toBe('n');
    expect(after('indirect_free_kick_l')).toBe('l');
    expect(after('play_on')).toBe('l');
  });

  it('stores the time of the last play_on', () => {
    const m = createTestMatch();
    m.world.time = 42;
    mode(m, 'play_on');
    expect(m.world.playOnStart).toBe(42);
  });

  it('without rules, sets and announces the mode but moves no player (spec 06 §18.1)', () => {
    const m = createTestMatch({ server: { coach: true } });
    place(m, 'r1', 1, 0);
    mode(m, 'free_kick_l');
    expect(m.calls).toEqual(['0 free_kick_l']);
    expect(m.world.kickOffSide).toBe('l');
    expect(positionOf(m, 'r1')).toEqual([1, 0]);
  });
});

describe('active rules (spec 06 §18.1, §24.60)', () => {
  it.each([
    [false, false, true],
    [true, false, false],
    [false, true, true],
    [true, true, true],
  ])('with coach %s and coach_w_referee %s, rules are active: %s', (coach, coach_w_referee, active) => {
    expect(isRefereeActive({ coach, coach_w_referee })).toBe(active);
    const m = createTestMatch({ server: { coach, coach_w_referee } });
    expect(m.ctx.active).toBe(active);
    expect(m.ctx.rules.length).toBe(active ? RULES.length : 0);
  });

  it('the rules have a fixed order (spec 06 §4.2, §24.11)', () => {
    expect(RULES.map((r) => r.name)).toEqual([
      'time',
      'ball stuck',
      'offside',
      'set play',
      'out of play',
      'goalkeeper',
      'foul',
      'illegal defense',
      'keepaway',
      'penalty shootout',
    ]);
  });
});
