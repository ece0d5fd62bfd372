/**
 * A learned baseline: the way of an object in the next cycles as a linear function of what is known, by ridge regression. One set of
 * coefficients for each kind of object, axis and cycle.
 */
import { err, type Failure, ok, type Result } from '@rcss/core';
import { PREDICTED_CYCLES } from './challenge.js';
import trained from './motion-model.json' with { type: 'json' };
import { type Positions, PREDICTED_OBJECTS } from './positions.js';

/** Kind of an object for a model of motion; the ball is fast from 1 m/cycle on. */
export type MotionKind = 'player' | 'goalie' | 'slow-ball' | 'fast-ball';
/** Kinds of objects with coefficients of their own. */
const KINDS: readonly MotionKind[] = ['player', 'goalie', 'slow-ball', 'fast-ball'];

/** What the way of an object is computed from; each has x and y. Velocities are ways in a cycle. */
const FEATURES = [
  'constant',
  'position',
  'velocity',
  'mean velocity of 5 cycles',
  'way to the ball, or to the nearest player',
  'velocity of the ball, or of the nearest player',
  'mean velocity of the ball in 5 cycles',
  'way to the middle of the own team, or of all players',
  'mean velocity of the own team, or of all players',
] as const;
const FEATURE_COUNT = FEATURES.length;

/** Version of the form of a model. */
const MODEL_FORMAT = 1;

/** Coefficients: `[cycle][feature]` for the axes x and y of each kind, in the frame in which the own team attacks towards x = 52.5. */
export interface MotionModel {
  /** Version of the format. */
  readonly version: typeof MODEL_FORMAT;
  readonly features: readonly string[];
  /** Counts of the logs and samples of the training. */
  readonly logs: number;
  readonly samples: number;
  readonly coefficients: Readonly<
    Record<MotionKind, { readonly x: readonly number[][]; readonly y: readonly number[][] }>
  >;
}

/** Cycles before the last known one that the features use. */
const PAST = 5;
/** Every n-th cycle of open play is a sample. */
const SAMPLE_EVERY = 5;
const RIDGE = 1e-3;
const FAST = 1;
const BALL = PREDICTED_OBJECTS.length - 1;
const TEAM = BALL / 2;

const X = new Float64Array(FEATURE_COUNT);
const Y = new Float64Array(FEATURE_COUNT);

function findKind(now: Float64Array, before: Float64Array, object: number): MotionKind {
  if (object < BALL) return object % TEAM === 0 ? 'goalie' : 'player';
  return Math.hypot(now[2 * BALL]! - before[2 * BALL]!, now[2 * BALL + 1]! - before[2 * BALL + 1]!) < FAST
    ? 'slow-ball'
    : 'fast-ball';
}

/** Returns the object on which an object depends most: the ball, or for the ball the nearest player. */
function findPartner(row: Float64Array, object: number): number {
  if (object < BALL) return BALL;
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < BALL; i++) {
    const distance = Math.hypot(row[2 * i]! - row[2 * BALL]!, row[2 * i + 1]! - row[2 * BALL + 1]!);
    if (!(distance < least)) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

/** Fills the features of an object on one axis; `sign` turns the frame. Returns whether all of them are known. */
function fillAxis(
  out: Float64Array,
  rows: readonly Float64Array[],
  at: number,
  object: number,
  axis: 0 | 1,
  sign: number,
): boolean {
  const [now, last, past] = [rows[at]!, rows[at - 1]!, rows[at - PAST]!];
  const value = (row: Float64Array, i: number): number => sign * row[2 * i + axis]!;
  const partner = findPartner(now, object);
  const [first, end] = object === BALL ? [0, BALL] : object < TEAM ? [0, TEAM] : [TEAM, BALL];
  let [middle, motion, count] = [0, 0, 0];
  for (let i = first; i < end; i++) {
    const way = value(now, i) - value(last, i);
    if (Number.isNaN(way)) continue;
    middle += value(now, i);
    motion += way;
    count++;
  }
  const here = value(now, object);
  out[0] = axis === 0 ? 1 : 0;
  out[1] = here;
  out[2] = here - value(last, object);
  out[3] = (here - value(past, object)) / PAST;
  out[4] = value(now, partner) - here;
  out[5] = value(now, partner) - value(last, partner);
  out[6] = (value(now, BALL) - value(past, BALL)) / PAST;
  out[7] = count === 0 ? 0 : middle / count - here;
  out[8] = count === 0 ? 0 : motion / count;
  return out.every((feature) => !Number.isNaN(feature));
}

/** Sums of a regression: products of the features, and of the features with the ways of all cycles. */
class Regression {
  readonly #products = new Float64Array(FEATURE_COUNT * FEATURE_COUNT);
  readonly #targets = new Float64Array(FEATURE_COUNT * PREDICTED_CYCLES);

  add(features: Float64Array, way: (cycle: number) => number): void {
    for (let i = 0; i < FEATURE_COUNT; i++) {
      for (let j = 0; j < FEATURE_COUNT; j++)
        this.#products[i * FEATURE_COUNT + j]! += features[i]! * features[j]!;
      for (let cycle = 0; cycle < PREDICTED_CYCLES; cycle++)
        this.#targets[i * PREDICTED_CYCLES + cycle]! += features[i]! * way(cycle + 1);
    }
  }

  /** Returns the coefficients `[cycle][feature]`, by elimination with the largest pivot. */
  solve(): number[][] {
    const rows = Array.from({ length: FEATURE_COUNT }, (_, i) => [
      ...this.#products.slice(i * FEATURE_COUNT, (i + 1) * FEATURE_COUNT),
      ...this.#targets.slice(i * PREDICTED_CYCLES, (i + 1) * PREDICTED_CYCLES),
    ]);
    rows.forEach((row, i) => {
      row[i]! += RIDGE * (1 + row[i]!);
    });
    for (let column = 0; column < FEATURE_COUNT; column++) {
      let pivot = column;
      for (let i = column + 1; i < FEATURE_COUNT; i++)
        if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
      [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
      const head = rows[column]!;
      for (const row of rows) {
        if (row === head) continue;
        const factor = row[column]! / head[column]!;
        for (let j = column; j < row.length; j++) row[j]! -= factor * head[j]!;
      }
    }
    return Array.from({ length: PREDICTED_CYCLES }, (_, cycle) =>
      rows.map((row, i) => Number((row[FEATURE_COUNT + cycle]! / row[i]!).toPrecision(5))),
    );
  }
}

/** Collects matches and fits the model. The same tables in the same order give the same model. */
export class MotionTraining {
  readonly #sums = Object.fromEntries(
    KINDS.map((kind) => [kind, { x: new Regression(), y: new Regression() }]),
  ) as Record<MotionKind, { readonly x: Regression; readonly y: Regression }>;
  #logs = 0;
  #samples = 0;

  /** Adds the open play of a match. */
  add({ rows, playModes }: Positions): void {
    this.#logs++;
    let open = 0;
    for (let end = 0; end < rows.length; end++) {
      open = playModes[end] === 'play_on' ? open + 1 : 0;
      const at = end - PREDICTED_CYCLES;
      if (open > PAST + PREDICTED_CYCLES && at % SAMPLE_EVERY === 0) this.#addSample(rows, at);
    }
  }

  #addSample(rows: readonly Float64Array[], at: number): void {
    const now = rows[at]!;
    for (let object = 0; object <= BALL; object++) {
      const sign = object >= TEAM && object < BALL ? -1 : 1;
      const isKnown = fillAxis(X, rows, at, object, 0, sign) && fillAxis(Y, rows, at, object, 1, sign);
      const way = (axis: 0 | 1, cycle: number): number =>
        sign * (rows[at + cycle]![2 * object + axis]! - now[2 * object + axis]!);
      if (!isKnown || Number.isNaN(way(0, PREDICTED_CYCLES))) continue;
      const sums = this.#sums[findKind(now, rows[at - 1]!, object)];
      sums.x.add(X, (cycle) => way(0, cycle));
      sums.y.add(Y, (cycle) => way(1, cycle));
      this.#samples++;
    }
  }

  /** Returns the model; null if there was no open play long enough. */
  fit(): MotionModel | null {
    if (this.#samples === 0) return null;
    const coefficients = Object.fromEntries(
      KINDS.map((kind) => [kind, { x: this.#sums[kind].x.solve(), y: this.#sums[kind].y.solve() }]),
    ) as unknown as MotionModel['coefficients'];
    return {
      version: MODEL_FORMAT,
      features: FEATURES,
      logs: this.#logs,
      samples: this.#samples,
      coefficients,
    };
  }
}

/**
 * Returns the next {@link PREDICTED_CYCLES} rows after the last row of a table by a model. Objects that were not there five cycles before
 * stay where they are. Places end at 5 m outside of the pitch.
 */
export function predictMotion({ rows }: Pick<Positions, 'rows'>, model: MotionModel): Float64Array[] {
  const at = rows.length - 1;
  const now = rows[at]!;
  const predicted = Array.from({ length: PREDICTED_CYCLES }, () => now.slice());
  if (at < PAST) return predicted;
  for (let object = 0; object <= BALL; object++) {
    const sign = object >= TEAM && object < BALL ? -1 : 1;
    if (!fillAxis(X, rows, at, object, 0, sign) || !fillAxis(Y, rows, at, object, 1, sign)) continue;
    const { x, y } = model.coefficients[findKind(now, rows[at - 1]!, object)];
    for (let cycle = 0; cycle < PREDICTED_CYCLES; cycle++) {
      const row = predicted[cycle]!;
      row[2 * object] = limit(row[2 * object]! + sign * multiply(x[cycle]!, X), 57.5);
      row[2 * object + 1] = limit(row[2 * object + 1]! + sign * multiply(y[cycle]!, Y), 39);
    }
  }
  return predicted;
}

function multiply(coefficients: readonly number[], features: Float64Array): number {
  return coefficients.reduce((sum, coefficient, i) => sum + coefficient * features[i]!, 0);
}

function limit(value: number, largest: number): number {
  return Math.max(-largest, Math.min(largest, value));
}

/** Checks a model that was read from a file. Error code: `bad-model`. */
export function checkMotionModel(value: unknown, file: string): Result<MotionModel, Failure> {
  const model = value as Partial<MotionModel> | null;
  const isTable = (table: unknown): boolean =>
    Array.isArray(table) &&
    table.length === PREDICTED_CYCLES &&
    table.every(
      (row) =>
        Array.isArray(row) && row.length === FEATURE_COUNT && row.every((cell) => Number.isFinite(cell)),
    );
  const bad = KINDS.find(
    (kind) => !isTable(model?.coefficients?.[kind]?.x) || !isTable(model?.coefficients?.[kind]?.y),
  );
  const isKnown = model?.version === MODEL_FORMAT;
  if (isKnown && bad === undefined) return ok(model as MotionModel);
  const what = isKnown ? `coefficients.${bad}` : `version: ${JSON.stringify(model?.version)}`;
  return err({
    code: 'bad-model',
    message: `${file}: ${what}: not a model of \`rcss predict train\`: version ${MODEL_FORMAT} with ${PREDICTED_CYCLES} rows of ${FEATURE_COUNT} numbers for ${KINDS.join(', ')}`,
  });
}

/** The model of the package; docs/use/analyst/predict.md has its matches. */
export const MOTION_MODEL: MotionModel = trained as unknown as MotionModel;
