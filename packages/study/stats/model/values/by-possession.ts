/**
 * Predicts the matches that the training of the model held back to choose the epoch, and writes possession.csv, by phase and by the side that
 * reaches the ball first:
 *   tsx --conditions=@rcss/source model/values/by-possession.ts FOLDER
 */
import { DEFAULT_MODEL, FEATURE_COUNT } from '@rcss/values';
import { type HeldBackRow, writePossession } from './files.js';
import { isFirst, phaseOf } from './phases.js';
import { predictChances } from './predict-chances.js';
import { ROW, readSamples } from './samples.js';
import { isHeldBack } from './train.js';

/** Groups of matches, the units of the intervals. */
const GROUPS = 40;

const folder = process.argv[2];
if (folder === undefined) {
  console.error('by-possession.ts needs the folder of the samples');
  process.exit(2);
}
const predict = predictChances(DEFAULT_MODEL);
const features = new Float64Array(FEATURE_COUNT);
const sums = new Map<
  string,
  { unit: number; phase: string; predicted: number; goals: number; futures: number }
>();
const held = readSamples(folder).filter((_, i) => isHeldBack(i));
for (const [match, { rows }] of held.entries()) {
  const unit = 1 + (match % GROUPS);
  for (let from = 0; from < rows.length; from += ROW) {
    const row = rows.subarray(from, from + ROW);
    features.set(row.subarray(2));
    const chances = predict(features);
    for (const side of [0, 1] as const) {
      const sign = side === 0 ? 1 : -1;
      const phase = `${phaseOf(row, sign)} · ${isFirst(row, sign) ? 'own ball' : 'ball of the other side'}`;
      const key = `${unit} ${phase}`;
      const sum = sums.get(key) ?? { unit, phase, predicted: 0, goals: 0, futures: 0 };
      sum.predicted += chances[side] as number;
      sum.goals += row[1] === side ? 1 : 0;
      sum.futures += 1;
      sums.set(key, sum);
    }
  }
}
const rows: HeldBackRow[] = [...sums.values()].map((sum) => ({
  ...sum,
  predicted: sum.predicted / sum.futures,
}));
writePossession(rows.sort((a, b) => a.unit - b.unit || a.phase.localeCompare(b.phase)));
