import { createFrame, type Frame } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams } from '@rcss/params';
import { describe, expect, it } from 'vitest';
import { createFeatureWriter, FEATURE_COUNT, FEATURE_NAMES, restartOf } from './features.js';
import { createStateValue } from './state-value.js';
import { DEFAULT_MODEL } from './value-model.js';

const { server, types } = createMatchParams(createServerParams(), createPlayerParams(), 7);

/** Both teams in their halves; the ball is at the feet of a player of the left side at this place. */
function attack(x: number, y = 0): Frame {
  const frame = createFrame();
  frame.playMode = 'play_on';
  frame.ballX = x;
  frame.ballY = y;
  frame.players.forEach((player, i) => {
    const unum = i % 11;
    const depth = unum === 0 ? 50 : 15 + 3 * unum;
    Object.assign(player, {
      state: unum === 0 ? 9 : 1,
      x: i < 11 ? -depth : depth,
      y: unum === 0 ? 0 : 6 * unum - 33,
      body: i < 11 ? 0 : 180,
      stamina: 8000,
      effort: 1,
      recovery: 1,
      capacity: 130_000,
    });
  });
  Object.assign(frame.players[9]!, { x: x - 0.5, y });
  return frame;
}

function mirror(frame: Frame): Frame {
  const out = structuredClone(frame);
  out.ballX = -frame.ballX;
  out.ballY = -frame.ballY;
  out.players.forEach((player, i) => {
    const { side, unum } = player;
    const other = frame.players[(i + 11) % 22]!;
    Object.assign(player, other, { side, unum, x: -other.x, y: -other.y, body: other.body + 180 });
  });
  return out;
}

describe('the value of a state', () => {
  const { value, probabilities, horizon } = createStateValue();

  it('is higher before the goal of the other side than at midfield, and negative for a ball of the other side there', () => {
    const near = value(attack(44), types, 'l');
    const midfield = value(attack(0), types, 'l');
    expect(near).toBeGreaterThan(midfield + 0.1);
    expect(value(mirror(attack(44)), types, 'l')).toBeLessThan(-0.1);
  });

  it('is opposite for the two sides, and for a state and its mirror image', () => {
    const frame = attack(30, 12);
    expect(value(frame, types, 'r')).toBe(-value(frame, types, 'l'));
    expect(value(mirror(frame), types, 'r')).toBeCloseTo(value(frame, types, 'l'), 9);
  });

  it('is the difference of chances that sum to 1', () => {
    const out = new Float64Array(3);
    const frame = attack(20);
    probabilities(frame, types, out);
    expect(out[0]! + out[1]! + out[2]!).toBeCloseTo(1, 12);
    expect(out[0]! - out[1]!).toBeCloseTo(value(frame, types, 'l'), 12);
    expect(horizon).toBe(DEFAULT_MODEL.horizon);
  });

  it('exists for every play mode and for a pitch without players', () => {
    for (const mode of ['before_kick_off', 'goal_l', 'kick_in_r', 'time_over', 'penalty_kick_l'] as const) {
      expect(Number.isFinite(value({ ...attack(10), playMode: mode }, types, 'l'))).toBe(true);
      expect(Number.isFinite(value({ ...createFrame(), playMode: mode }, types, 'l'))).toBe(true);
    }
  });
});

describe('features', () => {
  it('are those of the other side with the two parts exchanged', () => {
    const { write, writeBoth } = createFeatureWriter(server, types);
    const [left, right, both, other] = [0, 1, 2, 3].map(() => new Float64Array(FEATURE_COUNT));
    write(attack(25, 5), 'l', left!);
    write(mirror(attack(25, 5)), 'r', right!);
    for (const [i, name] of FEATURE_NAMES.entries()) expect(right![i], name).toBeCloseTo(left![i]!, 9);
    writeBoth(attack(25, 5), both!, other!);
    expect(both).toEqual(left);
    const own = FEATURE_NAMES.indexOf('own.ballX');
    expect(other![own]).toBe(left![FEATURE_NAMES.indexOf('other.ballX')]);
  });

  it('name the side that continues after a call, for takers, scorers and offenders', () => {
    expect(restartOf('free_kick_l')).toEqual({ kind: 'restart', side: 'l' });
    expect(restartOf('goal_l')).toEqual({ kind: 'kickoff', side: 'r' });
    expect(restartOf('goal_kick_r')).toEqual({ kind: 'goalKick', side: 'r' });
    expect(restartOf('offside_r')).toEqual({ kind: 'restart', side: 'l' });
    expect(restartOf('free_kick_fault_l')).toEqual({ kind: 'restart', side: 'r' });
    expect(restartOf('play_on')).toBeUndefined();
  });

  it('a side that must not touch the ball before the restart is not first at it', () => {
    const { write } = createFeatureWriter(server, types);
    const out = new Float64Array(FEATURE_COUNT);
    const first = FEATURE_NAMES.indexOf('own.first');
    write(attack(10), 'l', out);
    expect(out[first]).toBeGreaterThan(0.9);
    write({ ...attack(10), playMode: 'free_kick_r' }, 'l', out);
    expect(out[first]).toBeLessThan(0.1);
  });
});

describe('a model', () => {
  it('with another version, other features or rows of another length is refused', () => {
    expect(() => createStateValue({ ...DEFAULT_MODEL, version: 99 })).toThrow('version 99 is not 1');
    expect(() => createStateValue({ ...DEFAULT_MODEL, features: ['x'] })).toThrow(
      'its features are not those',
    );
    expect(() => createStateValue({ ...DEFAULT_MODEL, hidden: [[1, 2]] })).toThrow('row 0 of hidden');
  });
});
