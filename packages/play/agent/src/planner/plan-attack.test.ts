import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { planAttack } from './plan-attack.js';

describe('planned attacks', () => {
  it('shoots from a free place in front of the goal', () => {
    const wm = createTestScene({ x: 44, y: 0 }, { x: 44.5, y: 0 });
    placePlayer(wm, false, 1, 51, 5, true);
    const plan = planAttack(wm)!;
    expect(plan.steps.map(({ kind }) => kind)).toEqual(['shot']);
    expect(plan.action.body?.type).toBe('kick');
  });

  it('continues a first step with the shot that it makes possible, if that has a higher value', () => {
    const wm = createTestScene({ x: 35, y: -12 }, { x: 35.5, y: -12 });
    placePlayer(wm, true, 11, 42, 6);
    placePlayer(wm, false, 1, 50, -3, true);
    placePlayer(wm, false, 2, 37.5, -12);
    placePlayer(wm, false, 3, 36.8, -13.5);
    placePlayer(wm, false, 5, 33.8, -12.5);
    placePlayer(wm, false, 4, 45, 12);
    const single = planAttack(wm, { goalValue: 10, maxSteps: 1 })!;
    const plan = planAttack(wm, { goalValue: 10 })!;
    expect(plan.steps.length).toBeGreaterThan(1);
    expect(plan.steps.at(-1)!.kind).toBe('shot');
    expect(plan.value).toBeGreaterThan(single.value);
    expect(plan.action.reason).toMatch(/; then .*shot$/);
  });

  it('stays within its budget and gives the same plan each time', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    for (let unum = 2; unum <= 7; unum++) placePlayer(wm, true, unum, -10 + 5 * unum, 6 * unum - 27);
    for (let unum = 1; unum <= 9; unum++) placePlayer(wm, false, unum, 45 - 4 * unum, 7 * unum - 33);
    for (const maxStates of [50, 200, 400]) {
      const plan = planAttack(wm, { maxStates })!;
      // All first steps are evaluated, whatever the budget is.
      expect(plan.states).toBeLessThanOrEqual(Math.max(maxStates, 150));
      expect(planAttack(wm, { maxStates })).toEqual(plan);
    }
    expect(planAttack(wm, { maxSteps: 1 })!.steps).toHaveLength(1);
  });

  it('is null without the ball', () => {
    expect(planAttack(createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 }))).toBeNull();
  });
});
