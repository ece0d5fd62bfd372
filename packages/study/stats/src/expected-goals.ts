/** Expected goals: how probable it is that a shot scores (docs/inside/expected-goals.md). */
import type { Side } from '@rcss/core';
import { type DecisionTree, evaluateTree } from './decision-tree.js';
import model from './expected-goals.json' with { type: 'json' };
import { measureShot, type ShotContext, type ShotFeature } from './shot-features.js';

export type { DecisionTree } from './decision-tree.js';

/** A sum of decision trees on features of shots: the log odds of a goal. */
export interface ExpectedGoalsModel {
  /** Version of the form of this object. */
  readonly version: number;
  /** Count of the matches, shots and goals that the model was fitted to. */
  readonly matches: number;
  readonly shots: number;
  readonly goals: number;
  /** Names of the features; the trees have their indices. */
  readonly features: readonly ShotFeature[];
  /** Log odds of a goal without the trees. */
  readonly intercept: number;
  /** Trees whose values are added. */
  readonly trees: readonly DecisionTree[];
}

/** The model that belongs to this version of the package. */
export const EXPECTED_GOALS_MODEL: ExpectedGoalsModel = model as unknown as ExpectedGoalsModel;

/**
 * Returns the probability that a shot with these features scores, 0 to 1.
 *
 * @param features Values in the order of `SHOT_FEATURES`.
 */
export function predictGoal(
  features: readonly number[],
  { intercept, trees }: ExpectedGoalsModel = EXPECTED_GOALS_MODEL,
): number {
  const logOdds = trees.reduce<number>((sum, tree) => sum + evaluateTree(tree, features), intercept);
  return 1 / (1 + Math.exp(-logOdds));
}

/**
 * Returns the expected goals of a shot: the probability that it scores, from the situation before the kick.
 *
 * @param show Show of the kick.
 * @param side Side of the player that shoots.
 */
export function computeExpectedGoals(context: ShotContext, show: number, side: Side): number {
  return predictGoal(measureShot(context, show, side));
}
