/** Fits the model of expected goals, and predicts each match by the others. */

import { evaluateTree } from '../src/decision-tree.js';
import type { ExpectedGoalsModel } from '../src/expected-goals.js';
import { SHOT_FEATURES } from '../src/shot-features.js';
import { type Boosting, fitBoosting, type Samples, sigmoid } from './boosting.js';
import type { ModelShot } from './read-shots.js';

/** Largest count of trees. */
const MAX_TREES = 150;
/** Folds of matches by which the count of trees is chosen. */
const CHOICE_FOLDS = 5;

/** Teams of other authors. */
const PUBLIC_TEAMS: ReadonlySet<string> = new Set(['helios', 'WE']);
/** Weight of a shot in a match without a public team. Of 0.05, 0.1, 0.15 and 1, it gives held-back public matches the lowest log loss. */
const OTHER_WEIGHT = 0.1;

/** Whether a public team plays in the match of a shot. */
export function isPublicMatch({ team, opponent }: ModelShot): boolean {
  return PUBLIC_TEAMS.has(team) || PUBLIC_TEAMS.has(opponent);
}

function weightOf(shot: ModelShot): number {
  return isPublicMatch(shot) ? 1 : OTHER_WEIGHT;
}

function toSamples(shots: readonly ModelShot[]): Samples {
  return {
    rows: shots.map((shot) => shot.features),
    outcomes: shots.map((shot) => shot.isGoal),
    weights: shots.map(weightOf),
  };
}

function predict({ intercept, trees }: Boosting, shot: ModelShot): number {
  return sigmoid(trees.reduce<number>((sum, tree) => sum + evaluateTree(tree, shot.features), intercept));
}

/** Splits the shots into folds; the shots of a match are in one fold. */
function foldsOf(shots: readonly ModelShot[], count: number): Map<string, number> {
  const matches = [...new Set(shots.map((shot) => shot.match))];
  return new Map(matches.map((match, i) => [match, i % count]));
}

type Fitter = (training: readonly ModelShot[]) => (shot: ModelShot) => number;

/** Predicts the shots of each fold by a model that was fitted without them. */
function predictHeldBack(shots: readonly ModelShot[], count: number, fitter: Fitter): number[] {
  const folds = foldsOf(shots, count);
  const result = new Array<number>(shots.length).fill(0);
  for (let fold = 0; fold < count; fold++) {
    const training = shots.filter((shot) => folds.get(shot.match) !== fold);
    if (training.length === shots.length) continue;
    const predictor = fitter(training);
    for (const [i, shot] of shots.entries()) if (folds.get(shot.match) === fold) result[i] = predictor(shot);
  }
  return result;
}

/** Returns the mean negative logarithm of the probability of what happened. */
export function logLoss(shots: readonly ModelShot[], probabilities: readonly number[]): number {
  const sum = shots.reduce(
    (total, shot, i) => total - Math.log(shot.isGoal ? probabilities[i]! : 1 - probabilities[i]!),
    0,
  );
  return sum / shots.length;
}

/** Chooses the count of trees with the smallest log loss of held-back matches. */
function chooseTreeCount(shots: readonly ModelShot[]): number {
  const losses = new Float64Array(MAX_TREES);
  const folds = foldsOf(shots, CHOICE_FOLDS);
  for (let fold = 0; fold < CHOICE_FOLDS; fold++) {
    const held = shots.filter((shot) => folds.get(shot.match) === fold);
    const training = shots.filter((shot) => folds.get(shot.match) !== fold);
    if (held.length === 0 || training.length === 0) continue;
    const odds: number[] = new Array(held.length).fill(0);
    let count = 0;
    fitBoosting(toSamples(training), MAX_TREES, (tree, intercept) => {
      for (const [i, shot] of held.entries()) {
        odds[i]! += evaluateTree(tree, shot.features);
        const p = sigmoid(intercept + odds[i]!);
        losses[count]! -= weightOf(shot) * Math.log(shot.isGoal ? p : 1 - p);
      }
      count++;
    });
  }
  return losses.indexOf(losses.reduce((least, loss) => Math.min(least, loss))) + 1;
}

/** Fits trees, as many as are best for held-back matches of the same shots. */
function fit(shots: readonly ModelShot[], treeCount = chooseTreeCount(shots)): Boosting {
  return fitBoosting(toSamples(shots), treeCount);
}

/**
 * Predicts the shots of each match by a model whose trees come from other matches.
 *
 * @param treeCount Count of trees; default: chosen with the other matches.
 */
export function crossValidate(shots: readonly ModelShot[], folds = 10, treeCount?: number): number[] {
  return predictHeldBack(shots, folds, (training) => {
    const boosting = fit(training, treeCount);
    return (shot) => predict(boosting, shot);
  });
}

/** Fits the model to all shots. */
export function fitExpectedGoals(shots: readonly ModelShot[]): ExpectedGoalsModel {
  return {
    version: 2,
    matches: new Set(shots.map((shot) => shot.match)).size,
    shots: shots.length,
    goals: shots.filter((shot) => shot.isGoal).length,
    features: SHOT_FEATURES,
    ...fit(shots),
  };
}

/** Shots of similar probability: what was predicted, and what happened. */
export interface CalibrationGroup {
  readonly count: number;
  /** Mean predicted probability. */
  readonly predicted: number;
  /** Share of goals. */
  readonly observed: number;
}

/** Groups shots by their predicted probability, in groups of about the same size. */
export function calibrate(
  shots: readonly ModelShot[],
  probabilities: readonly number[],
  groupCount = 10,
): CalibrationGroup[] {
  const order = shots.map((_, i) => i).sort((a, b) => probabilities[a]! - probabilities[b]!);
  return Array.from({ length: groupCount }, (_, group) => {
    const part = order.slice(
      Math.round((group * order.length) / groupCount),
      Math.round(((group + 1) * order.length) / groupCount),
    );
    return {
      count: part.length,
      predicted: part.reduce((sum, i) => sum + probabilities[i]!, 0) / part.length,
      observed: part.filter((i) => shots[i]!.isGoal).length / part.length,
    };
  });
}
