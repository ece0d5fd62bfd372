import type { StopConditions } from '@rcss/core/match-document';
import { describe, expect, it } from 'vitest';
import { TestMatch } from '../test/test-match.js';
import type { Match } from './match.js';
import { applyScene } from './scene.js';
import { step } from './step.js';
import { checkStop } from './stop-conditions.js';

/** Steps until a condition holds; returns the condition and the number of steps, or null after 200 steps. */
function runUntilStop(conditions: StopConditions, prepare: (match: Match) => void = () => {}) {
  const test = new TestMatch().connectTeam('A', 11).connectTeam('B', 11);
  prepare(test.match);
  for (let i = 0; i < 200; i++) {
    const reason = checkStop(test.match, conditions);
    if (reason !== null) return [reason.condition, test.match.steps, reason.message];
    test.runSteps(1);
  }
  return null;
}

const roll = (x: number, y: number, vx: number, vy: number) => (match: Match) => {
  applyScene(match, { playMode: 'play_on', ball: { position: { x, y }, velocity: { x: vx, y: vy } } });
};

describe('checkStop', () => {
  it('without conditions, only the end by the rules stops a match', () => {
    expect(runUntilStop({})).toBeNull();
    expect(runUntilStop({}, (match) => applyScene(match, { playMode: 'time_over' }))).toEqual([
      'rules',
      0,
      'the match is over by the rules',
    ]);
  });

  it('counts cycles of stopped play too', () => {
    expect(runUntilStop({ cycles: 7 })).toEqual(['cycles', 7, '7 cycles were simulated']);
  });

  it('stops after a number of goals, and at a difference of goals', () => {
    expect(runUntilStop({ goals: 1 }, roll(51, 0, 2.5, 0))).toMatchObject({ 0: 'goals' });
    expect(runUntilStop({ goalDifference: 1 }, roll(51, 0, 2.5, 0))).toMatchObject({ 0: 'goalDifference' });
    const drawn = (match: Match) => applyScene(match, { score: { left: 1, right: 1 } });
    expect(runUntilStop({ goalDifference: 1 }, drawn)).toBeNull();
    expect(runUntilStop({ goals: 2 }, drawn)).toEqual(['goals', 0, '2 goals were scored']);
  });

  it('stops in one of the play modes', () => {
    expect(runUntilStop({ playModes: ['kick_in_r', 'drop_ball'] }, roll(0, 33, 0, 2.5))).toBeNull();
    expect(
      runUntilStop({ playModes: ['goal_l', 'free_kick_r'] }, (m) =>
        applyScene(m, { playMode: 'free_kick_r' }),
      ),
    ).toEqual(['playModes', 0, 'the play mode is free_kick_r']);
  });

  it.each([
    ['a touch line', roll(0, 33, 0, 2.5)],
    ['a goal line', roll(51, 20, 2.5, 0)],
    ['a goal', roll(51, 0, 2.5, 0)],
  ])('stops when the ball leaves the field over %s', (_where, prepare) => {
    const [condition, steps] = runUntilStop({ ballOut: true }, prepare) ?? [];
    expect(condition).toBe('ballOut');
    expect(steps).toBeLessThan(5);
  });

  it('a restart with which the match begins is not a ball that left the field', () => {
    for (const playMode of ['corner_kick_l', 'kick_in_r', 'goal_kick_l'] as const)
      expect(
        runUntilStop({ ballOut: true, cycles: 20 }, (match) => {
          applyScene(match, { playMode, ball: { position: { x: 51, y: 33 } } });
          step(match);
        }),
      ).toMatchObject({ 0: 'cycles' });
  });

  it('goes on while the ball is in the field', () => {
    expect(runUntilStop({ ballOut: true }, roll(0, 0, 0.1, 0))).toBeNull();
  });

  it('stops after a wall-clock time', () => {
    expect(runUntilStop({ wallTime: 5 }, (match) => (match.wallSeconds = 4.9))).toBeNull();
    expect(runUntilStop({ wallTime: 5 }, (match) => (match.wallSeconds = 5))).toMatchObject({
      0: 'wallTime',
    });
  });

  it('the first condition that holds is the reason', () => {
    expect(runUntilStop({ cycles: 100, goals: 1 }, roll(51, 0, 2.5, 0))).toMatchObject({ 0: 'goals' });
    expect(runUntilStop({ cycles: 1, goals: 1 }, roll(51, 0, 2.5, 0))).toMatchObject({ 0: 'cycles', 1: 1 });
  });
});
