import type { Vec2 } from '@rcss/core';

/** How a step of a plan moves the ball. */
export type PlanStepKind = 'pass' | 'dribble' | 'shot';

export interface PlanStep {
  readonly kind: PlanStepKind;
  /** Place of the ball after the step, team frame, meters. */
  readonly target: Readonly<Vec2>;
  /** Number of the player that has the ball after the step; 0 after a shot. */
  readonly unum: number;
  /** Duration, cycles. */
  readonly cycles: number;
  /** Probability of success, 0 to 1. */
  readonly probability: number;
}

/** The situation after some steps: who has the ball, where, and how likely that is. */
export interface PlanState {
  readonly ball: Readonly<Vec2>;
  /** Number of the player that has the ball; 0 after a shot. */
  readonly unum: number;
  /** Cycles from now. */
  readonly cycles: number;
  /** Probability that all steps succeed, 0 to 1. */
  readonly probability: number;
  /** Expected cost of the steps that may fail before. */
  readonly cost: number;
  readonly steps: readonly PlanStep[];
}

/** Returns the state after one more step. `loss`: cost of losing the ball at the target. */
export function addStep(state: PlanState, step: PlanStep, loss: number): PlanState {
  return {
    ball: step.target,
    unum: step.unum,
    cycles: state.cycles + step.cycles,
    probability: state.probability * step.probability,
    cost: state.cost + state.probability * (1 - step.probability) * loss,
    steps: [...state.steps, step],
  };
}
