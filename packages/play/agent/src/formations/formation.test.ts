import { describe, expect, it } from 'vitest';
import { computeDistance } from '../geometry.js';
import { chooseTaker } from './formation.js';
import { FOUR_THREE_THREE as formation } from './four-three-three.js';
import { createShiftFormation } from './shift-formation.js';

describe('formation', () => {
  it('before a kickoff all players are in their own half, and the opponents are outside the circle (spec 06 §5.4)', () => {
    for (let unum = 1; unum <= 11; unum++) {
      expect(formation.kickOffPlace(unum, true).x).toBeLessThan(-0.3);
      expect(formation.kickOffPlace(unum, false).x).toBeLessThan(-0.3);
      expect(computeDistance(formation.kickOffPlace(unum, false), { x: 0, y: 0 })).toBeGreaterThan(9.15);
    }
  });

  it('follows the ball', () => {
    expect(formation.place(7, { x: 30, y: 0 }).x).toBeGreaterThan(formation.place(7, { x: -30, y: 0 }).x);
    expect(formation.place(7, { x: 0, y: 30 }).y).toBeGreaterThan(formation.place(7, { x: 0, y: -30 }).y);
  });

  it('one connected player takes a set play: the goalie a goal kick, the foremost a kickoff, else the nearest', () => {
    expect(chooseTaker(formation, { x: -47, y: 9 }, 'goal_kick', new Set())).toBe(1);
    expect(chooseTaker(formation, { x: 0, y: 0 }, 'kick_off', new Set())).toBe(11);
    const ball = { x: 20, y: -34 };
    const taker = chooseTaker(formation, ball, 'kick_in', new Set());
    expect(chooseTaker(formation, ball, 'kick_in', new Set([taker]))).not.toBe(taker);
    const alone = createShiftFormation([
      {
        name: 'goalie',
        line: 'goalie',
        place: [-50, 0],
        follow: [0, 0],
        range: [-52, -36],
        kickOff: [-50, 0],
      },
    ]);
    expect(chooseTaker(alone, ball, 'kick_in', new Set())).toBe(1);
  });

  it('refuses a number without a role', () => {
    expect(() => formation.place(12, { x: 0, y: 0 })).toThrow(
      'the formation has no role for number 12: 1–11 is allowed',
    );
    expect(() => createShiftFormation([])).toThrow('a formation has 1 to 11 roles, not 0');
  });
});
