import { describe, expect, it } from 'vitest';
import { createTestScene, placePlayer } from '../../test/scene.js';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
import { computeDistance } from '../geometry.js';
import { type Action, createAction } from '../skills/action.js';
import { DebugPen } from '../team/debug-pen.js';
import { drawPlan, PLAN_LEVEL } from '../team/draw-plan.js';
import { type Plan, planAttack, type StepGenerator } from './plan-attack.js';
import { addStep } from './plan-state.js';
import { PlanSituation } from './situation.js';

/** A plan with the actions of its candidates in place of their functions. */
const playAll = ({ candidates, ...plan }: Plan) => ({
  ...plan,
  candidates: candidates.map(({ play, ...candidate }) => ({ ...candidate, action: play() })),
});

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
      const plan = playAll(planAttack(wm, { maxStates })!);
      // All first steps are evaluated, whatever the budget is.
      expect(plan.states).toBeLessThanOrEqual(Math.max(maxStates, 150));
      expect(playAll(planAttack(wm, { maxStates })!)).toEqual(plan);
    }
    expect(planAttack(wm, { maxSteps: 1 })!.steps).toHaveLength(1);
  });

  it('lists all first steps with their values, and why there is no pass to a teammate', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    placePlayer(wm, true, 7, 12, 4);
    placePlayer(wm, true, 9, 40, -10);
    placePlayer(wm, false, 1, 50, 0, true);
    placePlayer(wm, false, 3, 30, 0);
    const plan = planAttack(wm)!;
    const values = plan.candidates.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
    expect(plan.value).toBe(values[0]);
    expect(plan.steps).toBe(plan.candidates[0]!.steps);
    const kinds = new Set(plan.candidates.map(({ steps }) => steps[0]!.kind));
    expect(kinds).toEqual(new Set(['pass', 'dribble']));
    expect(plan.refused).toEqual([{ unum: 9, reason: 'offside' }]);

    const pen = new DebugPen('l');
    drawPlan(pen, wm, plan);
    const { texts, shapes } = pen.take();
    expect(texts[0]!.text).toMatch(/^chosen: /);
    expect(texts.map(({ text }) => text).join()).toMatch(/rejected: .*no pass to 9: offside/);
    expect([...texts, ...shapes].every(({ level }) => level === PLAN_LEVEL)).toBe(true);

    // The record says what the player does, not what the planner would do.
    const heads = (played: Action): string[] => {
      drawPlan(pen, wm, plan, played);
      return pen
        .take()
        .texts.flatMap(({ text }) => (text.startsWith('chosen') ? [text.split(':')[1]!.trim()] : []));
    };
    const other = plan.candidates.findLast(({ steps }) => steps[0]!.kind === 'dribble')!;
    expect(heads(other.play())).toEqual([expect.stringMatching(/^dribble/)]);
    expect(heads(createAction('hold', null, 'test'))).toEqual([]);
  });

  it('values situations by an own evaluator that gets the predicted places of all players', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    placePlayer(wm, true, 7, -12, 4);
    placePlayer(wm, true, 6, 15, 0);
    placePlayer(wm, false, 3, 20, 12);
    const counts = new Set<string>();
    const evaluate = ({ ball, teammates, opponents }: PlanSituation): number => {
      counts.add(`${teammates.length} ${opponents.length}`);
      return -ball.x / 50;
    };
    const plan = planAttack(wm, { evaluate, loss: () => 0 })!;
    expect(counts).toEqual(new Set(['2 1']));
    expect(plan.steps.at(-1)!.target.x).toBeLessThan(-5);
  });

  it('takes steps of own generators, now and after other steps', () => {
    const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
    placePlayer(wm, true, 7, 12, 4);
    const target = { x: 25, y: 20 };
    const action = createAction('cross', null, 'own step');
    const depths: number[] = [];
    const step = { kind: 'pass', target, unum: 11, cycles: 12, probability: 1 } as const;
    const generator: StepGenerator = ({ state }) => {
      depths.push(state.steps.length);
      return [{ ...step, play: () => action }];
    };
    const evaluate = ({ ball }: PlanSituation): number => (ball === target ? 5 : 0);
    const plan = planAttack(wm, { generators: [generator], evaluate })!;
    expect(plan.action).toMatchObject({ kind: 'cross', reason: expect.stringMatching(/^own step, plan 5/) });
    expect(new Set(depths)).toEqual(new Set([0, 1, 2]));
    const later: StepGenerator = () => [step];
    const second = planAttack(wm, { generators: [later], evaluate })!;
    expect(second.steps.length).toBeGreaterThan(1);
    expect(second.steps.at(-1)!.target).toBe(target);
  });

  it('is null without the ball', () => {
    expect(planAttack(createTestScene({ x: 0, y: 0 }, { x: 5, y: 0 }))).toBeNull();
  });
});

describe('the situation after a step', () => {
  const start = { ball: { x: 0, y: 0 }, unum: 8, cycles: 0, probability: 1, cost: 0, steps: [] };
  const wm = createTestScene({ x: 0, y: 0 }, { x: 0.5, y: 0 });
  placePlayer(wm, true, 7, -20, 10);
  placePlayer(wm, true, 9, 20, 0);
  placePlayer(wm, false, 1, 50, 0, true);
  placePlayer(wm, false, 3, 28, 0);
  placePlayer(wm, false, 4, 0, 30);
  wm.players.opponents[4]!.vel.x = 0.5;
  const step = { kind: 'pass', target: { x: 22, y: 0 }, unum: 9, cycles: 10, probability: 0.8 } as const;
  const state = addStep(start, step, 0);

  it('has the receiver at the ball, teammates on the way to their places, opponents at the ball or as they move', () => {
    const { teammates, opponents, self } = new PlanSituation(wm, state, FOUR_THREE_THREE);
    const mate = (unum: number) => teammates.find((p) => p.unum === unum)!;
    const opponent = (unum: number) => opponents.find((p) => p.unum === unum)!;
    expect(mate(9).pos).toEqual({ x: 22, y: 0 });
    const place = FOUR_THREE_THREE.place(7, state.ball);
    expect(computeDistance(mate(7).pos, place)).toBeLessThan(computeDistance({ x: -20, y: 10 }, place));
    expect(opponent(3).pos.x).toBeLessThan(28);
    expect(opponent(4).pos.x).toBeGreaterThan(2);
    expect(opponent(1).pos).toEqual({ x: 50, y: 0 });
    expect(self).not.toEqual(wm.self.pos);
    // The world model is as it was.
    expect(wm.players.mates[7]!.pos).toEqual({ x: -20, y: 10 });
  });

  it('without a formation, teammates go on as they move', () => {
    const { teammates, self } = new PlanSituation(wm, state, null);
    expect(teammates.find((p) => p.unum === 7)!.pos).toEqual({ x: -20, y: 10 });
    expect(self).toEqual(wm.self.pos);
  });
});
