import type { Point } from '../geometry.js';
import { type Action, createAction } from '../skills/action.js';
import { computeKickPower } from '../skills/commands.js';
import { listDribbles, playDribble } from '../skills/dribble.js';
import { computeLossCost, evaluatePosition } from '../skills/evaluation.js';
import { listPasses, playPass } from '../skills/pass.js';
import { findBestShot, playShot } from '../skills/shoot.js';
import type { WorldModel } from '../world/world-model.js';
import { listNextSteps } from './next-steps.js';
import { addStep, type PlanState, type PlanStep } from './plan-state.js';

/** Options of {@link planAttack}. */
export interface PlannerOptions {
  /** Largest number of steps; 3 by default. */
  readonly maxSteps?: number;
  /**
   * Largest number of states that are evaluated in a cycle; 400 by default. A number of states, not a time, so that the same messages
   * give the same plan on every machine.
   */
  readonly maxStates?: number;
  /** Value of a goal, in the unit of `evaluate`; 3 by default. */
  readonly goalValue?: number;
  /** Value of having the ball at a point; `evaluatePosition` by default. */
  readonly evaluate?: (ball: Readonly<Point>) => number;
  /** Cost of losing the ball at a point; `computeLossCost` by default. */
  readonly loss?: (ball: Readonly<Point>) => number;
}

/** A plan: what to do now, and what may follow. */
export interface Plan {
  /** The action of this cycle. */
  readonly action: Action;
  readonly steps: readonly PlanStep[];
  /** Expected value. */
  readonly value: number;
  /** Number of states that were evaluated. */
  readonly states: number;
}

interface Candidate {
  readonly state: PlanState;
  readonly value: number;
  readonly play: () => Action;
}

/** Least cost of losing the ball. */
const MIN_LOSS = 0.1;
/** A state that is this unlikely is not continued. */
const MIN_PROBABILITY = 0.05;

/**
 * Plans an attack of a player that has the ball: generates passes, dribbles and shots, predicts what can follow, and returns the chain
 * of steps with the highest expected value; null if the ball is out of reach or there is no step. The most promising state is
 * continued first, until the budget is used.
 */
export function planAttack(wm: WorldModel, options: PlannerOptions = {}): Plan | null {
  if (!wm.kickable) return null;
  const { maxSteps = 3, maxStates = 400, goalValue = 3, evaluate = evaluatePosition } = options;
  const { loss = computeLossCost } = options;
  const rate = (state: PlanState): number => {
    const isGoal = state.steps.at(-1)?.kind === 'shot';
    return state.probability * (isGoal ? goalValue : evaluate(state.ball)) - state.cost;
  };
  const lossAt = (target: Readonly<Point>): number => Math.max(MIN_LOSS, loss(target));
  const open: Candidate[] = [];
  let best: Candidate | null = null;
  let states = 0;
  const add = (from: PlanState, step: PlanStep, play: () => Action): void => {
    states += 1;
    const state = addStep(from, step, lossAt(step.target));
    const candidate = { state, value: rate(state), play };
    if (best === null || candidate.value > best.value) best = candidate;
    if (step.kind !== 'shot' && state.steps.length < maxSteps && state.probability >= MIN_PROBABILITY)
      open.push(candidate);
  };
  for (const { step, play } of listFirstSteps(wm)) add(createStart(wm), step, play);
  while (open.length > 0 && states < maxStates) {
    const { state, play } = takeBest(open);
    for (const step of listNextSteps(wm, state)) {
      if (states >= maxStates) break;
      add(state, step, play);
    }
  }
  // The assignments in `add` are not seen by the analysis of types.
  const chosen = best as Candidate | null;
  if (chosen === null) return null;
  const { value, state } = chosen;
  return { action: describe(chosen.play(), value, state.steps), steps: state.steps, value, states };
}

function createStart(wm: WorldModel): PlanState {
  return { ball: wm.ball.pos, unum: wm.unum, cycles: 0, probability: 1, cost: 0, steps: [] };
}

/** The steps that the player can do now, predicted in detail by the skills. */
function listFirstSteps(wm: WorldModel): { readonly step: PlanStep; readonly play: () => Action }[] {
  const push = computeKickPower(wm);
  const steps: { readonly step: PlanStep; readonly play: () => Action }[] = [];
  const shot = findBestShot(wm, push);
  if (shot !== null) {
    const { target, chance: probability } = shot;
    const step: PlanStep = { kind: 'shot', target, unum: 0, cycles: 10, probability };
    steps.push({ step, play: () => playShot(wm, shot, false) });
  }
  for (const option of listPasses(wm, push)) {
    const { target, receiver, chance: probability, cycles } = option;
    const step: PlanStep = { kind: 'pass', target, unum: receiver.unum, cycles, probability };
    steps.push({ step, play: () => playPass(wm, option, true) });
  }
  for (const option of listDribbles(wm, push)) {
    const { target, cycles, chance: probability } = option;
    const step: PlanStep = { kind: 'dribble', target, unum: wm.unum, cycles, probability };
    steps.push({ step, play: () => playDribble(wm, option) });
  }
  return steps;
}

/** Removes the candidate with the highest value and returns it. */
function takeBest(open: Candidate[]): Candidate {
  let index = 0;
  for (let i = 1; i < open.length; i++) if (open[i]!.value > open[index]!.value) index = i;
  const [best] = open.splice(index, 1);
  return best!;
}

/** Adds the following steps to the reason of the first one. */
function describe(action: Action, value: number, steps: readonly PlanStep[]): Action {
  const next = steps.slice(1).map(({ kind, unum }) => (kind === 'pass' ? `pass to ${unum}` : kind));
  const plan = next.length === 0 ? '' : `; then ${next.join(', ')}`;
  const { kind, body, lookAt, passTo, target } = action;
  return createAction(kind, body, `${action.reason}, plan ${value.toFixed(2)}${plan}`, {
    lookAt,
    passTo,
    target,
  });
}
