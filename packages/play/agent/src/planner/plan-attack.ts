import type { Vec2 } from '@rcss/core';
import type { Formation } from '../formations/formation.js';
import type { Action } from '../skills/action.js';
import { computeKickPower } from '../skills/commands.js';
import { listDribbles, playDribble } from '../skills/dribble.js';
import { computeLossCost, evaluatePosition, MIN_LOSS } from '../skills/evaluation.js';
import { findPassRefusal, listPasses, playPass } from '../skills/pass.js';
import { findBestShot, playShot } from '../skills/shoot.js';
import type { WorldModel } from '../world/world-model.js';
import { listNextSteps } from './next-steps.js';
import { addStep, type PlanState, type PlanStep } from './plan-state.js';
import { PlanSituation } from './situation.js';

/** A step of an own generator. */
export interface OwnStep extends PlanStep {
  /** Does it now; without it, the step can only follow another one. */
  readonly play?: () => Action;
}

/** Returns further steps that are possible in a situation; the first situation is that of this cycle (`state.steps` is empty). */
export type StepGenerator = (situation: PlanSituation, world: WorldModel) => readonly OwnStep[];

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
  /** Value of a situation in which the own team has the ball, with the predicted places of all players; that of the place of the ball by default. */
  readonly evaluate?: (situation: PlanSituation) => number;
  /** Steps besides the passes, dribbles and shots of the package; none by default. */
  readonly generators?: readonly StepGenerator[];
  /** Where teammates are predicted to run; without it, they go on as they move now. */
  readonly formation?: Formation;
  /** Cost of losing the ball at a point; `computeLossCost` by default. */
  readonly loss?: (ball: Readonly<Vec2>) => number;
}

/** @internal */
export const PLANNER_DEFAULTS = { maxSteps: 3, maxStates: 400, goalValue: 3 } as const;

/** A plan: what to do now, and what may follow. */
export interface Plan {
  /** The action of this cycle. */
  readonly action: Action;
  readonly steps: readonly PlanStep[];
  /** Expected value. */
  readonly value: number;
  /** Number of states that were evaluated. */
  readonly states: number;
  /** All first steps, the best one first: the chosen one and those that were rejected. */
  readonly candidates: readonly PlanCandidate[];
  /** Teammates to which no pass was considered, and why. */
  readonly refused: readonly { readonly unum: number; readonly reason: string }[];
}

/** A first step with the best continuation that was found for it. */
export interface PlanCandidate {
  /** Returns the action that does the first step now. */
  readonly play: () => Action;
  readonly steps: readonly PlanStep[];
  /** Expected value of the steps. */
  readonly value: number;
  /** Probability that all steps succeed, 0 to 1. */
  readonly probability: number;
}

interface Candidate {
  readonly state: PlanState;
  readonly value: number;
  /** The first step. */
  readonly first: First;
}

/** A first step, and the best plan that begins with it. */
interface First {
  readonly step: PlanStep;
  readonly play: () => Action;
  best: Candidate | null;
}

/** A state that is this unlikely is not continued. */
const MIN_PROBABILITY = 0.05;

/**
 * Plans an attack of a player that has the ball: generates passes, dribbles and shots, predicts what can follow, and returns the chain
 * of steps with the highest expected value; null if the ball is out of reach or there is no step. The most promising state is
 * continued first, until the budget is used.
 */
export function planAttack(wm: WorldModel, options: PlannerOptions = {}): Plan | null {
  if (!wm.kickable) return null;
  const { maxSteps, maxStates, goalValue } = { ...PLANNER_DEFAULTS, ...options };
  const { evaluate = evaluateBall, loss = computeLossCost, generators = [], formation = null } = options;
  const see = (state: PlanState): PlanSituation => new PlanSituation(wm, state, formation);
  const generate = (situation: PlanSituation): OwnStep[] =>
    generators.flatMap((generator) => generator(situation, wm));
  const rate = (state: PlanState): number => {
    const isGoal = state.steps.at(-1)?.kind === 'shot';
    return state.probability * (isGoal ? goalValue : evaluate(see(state))) - state.cost;
  };
  const lossAt = (target: Readonly<Vec2>): number => Math.max(MIN_LOSS, loss(target));
  const open: Candidate[] = [];
  let states = 0;
  const add = (from: PlanState, step: PlanStep, first: First): void => {
    states += 1;
    const state = addStep(from, step, lossAt(step.target));
    const candidate = { state, value: rate(state), first };
    if (first.best === null || candidate.value > first.best.value) first.best = candidate;
    if (step.kind !== 'shot' && state.steps.length < maxSteps && state.probability >= MIN_PROBABILITY)
      open.push(candidate);
  };
  const start = createStart(wm);
  const own = generate(see(start)).flatMap(({ play, ...step }) =>
    play === undefined ? [] : [{ step, play }],
  );
  const firsts: First[] = [...listFirstSteps(wm), ...own].map((first) => ({ ...first, best: null }));
  for (const first of firsts) add(start, first.step, first);
  while (open.length > 0 && states < maxStates) {
    const { state, first } = takeBest(open);
    const situation = see(state);
    for (const step of [...listNextSteps(wm, situation), ...generate(situation)]) {
      if (states >= maxStates) break;
      add(state, step, first);
    }
  }
  const found = firsts.flatMap(({ best }) => (best === null ? [] : [best])).sort((a, b) => b.value - a.value);
  const [chosen] = found;
  if (chosen === undefined) return null;
  const { value, state } = chosen;
  const candidates = found.map(({ state: { steps, probability }, value: worth, first: { play } }) => ({
    play: () => describe(play(), worth, steps),
    steps,
    value: worth,
    probability,
  }));
  return {
    action: candidates[0]!.play(),
    steps: state.steps,
    value,
    states,
    candidates,
    refused: listRefusals(wm, candidates),
  };
}

const evaluateBall = ({ ball }: PlanSituation): number => evaluatePosition(ball);

/** Known teammates that are in no candidate as receivers of the first pass. */
function listRefusals(wm: WorldModel, candidates: readonly PlanCandidate[]): Plan['refused'] {
  const receivers = new Set(candidates.map(({ steps }) => (steps[0]!.kind === 'pass' ? steps[0]!.unum : 0)));
  return wm.players.ownList
    .filter(({ unum }) => unum !== 0 && !receivers.has(unum))
    .map((mate) => ({
      unum: mate.unum,
      reason: findPassRefusal(wm, mate) ?? 'too near, too far, or out of its reach',
    }));
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
  return { ...action, reason: `${action.reason}, plan ${value.toFixed(2)}${plan}` };
}
