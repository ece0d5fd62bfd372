/** The Trajectory Prediction Challenge of the league: its scenes, its measure, and predictions to compare with. */
import { type Positions, PREDICTED_OBJECTS, ROW_LENGTH } from './positions.js';

/** Number of cycles that are predicted. */
export const PREDICTED_CYCLES = 30;
/** Number of cycles of open play that a scene needs before its goal. */
const OPEN_PLAY_CYCLES = 50;

/**
 * Returns the index of the last row that a prediction may use: 30 rows before the first goal of the left team with 50 rows of open play
 * before it. Null if the match has no such goal.
 */
export function findChallengeScene({ playModes }: Positions): number | null {
  for (let goal = OPEN_PLAY_CYCLES; goal < playModes.length; goal++) {
    if (playModes[goal] !== 'goal_l' || playModes[goal - 1] === 'goal_l') continue;
    const before = playModes.slice(goal - OPEN_PLAY_CYCLES, goal);
    if (before.every((mode) => mode === 'play_on')) return goal - PREDICTED_CYCLES;
  }
  return null;
}

/** How a baseline continues the motion. */
export const BASELINES = ['stay', 'velocity', 'engine'] as const;
export type Baseline = (typeof BASELINES)[number];

/** Decay of the velocity of the ball in a cycle. */
const BALL_DECAY = 0.94;

/**
 * Returns the next {@link PREDICTED_CYCLES} rows after the last row of a table: all objects stay; all keep their velocity; or they move as in
 * the engine when all go on as before: the ball rolls with its decay, and players run with the dash that keeps their velocity.
 * The velocity is the way between the last two rows.
 */
export function predictBaseline({ rows }: Pick<Positions, 'rows'>, baseline: Baseline): Float64Array[] {
  const last = rows.at(-1)!;
  const before = rows.at(-2) ?? last;
  const predicted: Float64Array[] = [];
  for (let cycle = 1; cycle <= PREDICTED_CYCLES; cycle++)
    predicted.push(last.map((value, i) => value + computeWay(value - before[i]!, i, cycle, baseline)));
  return predicted;
}

function computeWay(velocity: number, index: number, cycle: number, baseline: Baseline): number {
  if (baseline === 'stay' || Number.isNaN(velocity)) return 0;
  if (baseline === 'velocity' || index < ROW_LENGTH - 2) return velocity * cycle;
  // The way of the last cycle was made before its decay.
  return (velocity * BALL_DECAY * (1 - BALL_DECAY ** cycle)) / (1 - BALL_DECAY);
}

/** Groups of objects whose errors are reported. */
export const ERROR_GROUPS = ['challenge', 'ball', 'left', 'right'] as const;
export type ErrorGroup = (typeof ERROR_GROUPS)[number];

/** Cycles after the last known row at which errors are reported. */
export const HORIZONS: readonly number[] = [1, 5, 10, 15, 20, 25, PREDICTED_CYCLES];

/** Errors of one scene, meters. */
export interface SceneErrors {
  /** Mean distance of the objects of each group at each of {@link HORIZONS}; NaN if no object of the group was predicted. */
  readonly byHorizon: Readonly<Record<ErrorGroup, readonly number[]>>;
  /** Mean over all cycles and objects of the group. */
  readonly average: Readonly<Record<ErrorGroup, number>>;
}

/** Indices of the objects of each group. */
const MEMBERS: Readonly<Record<ErrorGroup, readonly number[]>> = {
  // The challenge measures the left team and the ball.
  challenge: PREDICTED_OBJECTS.flatMap((name, i) => (name.startsWith('r') ? [] : [i])),
  ball: [PREDICTED_OBJECTS.length - 1],
  left: PREDICTED_OBJECTS.flatMap((name, i) => (name.startsWith('l') ? [i] : [])),
  right: PREDICTED_OBJECTS.flatMap((name, i) => (name.startsWith('r') ? [i] : [])),
};

/** Returns the errors of a prediction; both lists have {@link PREDICTED_CYCLES} rows. Objects that are absent in one of them do not count. */
export function measureScene(
  predicted: readonly Float64Array[],
  truth: readonly Float64Array[],
): SceneErrors {
  return averageErrors(truth.length, (object, cycle) => {
    const [p, t] = [predicted[cycle]!, truth[cycle]!];
    return Math.hypot(p[2 * object]! - t[2 * object]!, p[2 * object + 1]! - t[2 * object + 1]!);
  });
}

/** Averages the error of each object and cycle, meters, over groups and cycles; NaN does not count. */
export function averageErrors(
  cycles: number,
  measureObject: (object: number, cycle: number) => number,
): SceneErrors {
  const measure = (group: ErrorGroup, cycle: number): number[] =>
    MEMBERS[group].map((object) => measureObject(object, cycle)).filter((error) => !Number.isNaN(error));
  const byHorizon = {} as Record<ErrorGroup, readonly number[]>;
  const average = {} as Record<ErrorGroup, number>;
  for (const group of ERROR_GROUPS) {
    byHorizon[group] = HORIZONS.map((cycle) => mean(measure(group, cycle - 1)));
    average[group] = mean(Array.from({ length: cycles }, (_, cycle) => measure(group, cycle)).flat());
  }
  return { byHorizon, average };
}

/** A mean over scenes with its 95 % interval. */
export interface MeanError {
  readonly mean: number;
  /** Half of the width of the interval: 1.96 standard errors; NaN for one scene. */
  readonly margin: number;
}

/** Returns the mean of an error over scenes, as the challenge forms it: each scene counts once. Values that are NaN are left out. */
export function summarizeErrors(values: readonly number[]): MeanError {
  const known = values.filter((value) => !Number.isNaN(value));
  const center = mean(known);
  const squares = known.reduce((sum, value) => sum + (value - center) ** 2, 0);
  const { length } = known;
  return {
    mean: center,
    margin: length < 2 ? Number.NaN : 1.96 * Math.sqrt(squares / (length - 1) / length),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}
