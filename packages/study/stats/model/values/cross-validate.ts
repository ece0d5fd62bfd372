/**
 * Predicts the frames of each match with a network that was trained on other matches (five groups of matches), writes held-back.csv, and
 * prints the tables of docs/use/values.md:
 *   tsx --conditions=@rcss/source model/values/cross-validate.ts FOLDER
 */
import { writeFileSync } from 'node:fs';
import { FEATURE_COUNT, FEATURE_NAMES } from '@rcss/values';
import { brierScores, measureBias, type ReliabilityGroup, summarizeRows } from './calibration.js';
import { predictChances } from './predict-chances.js';
import { HELD_BACK_HEAD, type HeldBackRow, sumByMatch } from './read-held-back.js';
import { ROW, readSamples } from './samples.js';
import { trainValues } from './train.js';

const GROUPS = 5;
/** Limits of the bins in which the frames of a match are added. */
const BINS = [0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.5, 0.7];
const at = (name: string): number => 2 + FEATURE_NAMES.indexOf(name);
const BALL_X = at('own.ballX');
const SET_PLAYS = ['kickoff', 'goalKick', 'restart', 'corner', 'penalty'].flatMap((name) => [
  at(`own.${name}`),
  at(`other.${name}`),
]);

/** Phase of a sample as a side sees it: `sign` is 1 for the left side, -1 for the right one. */
function phaseOf(row: Float32Array, sign: number): string {
  if (SET_PLAYS.some((index) => row[index] === 1)) return 'set play';
  const x = sign * (row[BALL_X] as number);
  return x < -1 / 3 ? 'own third' : x > 1 / 3 ? 'last third' : 'middle third';
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('cross-validate.ts needs the folder of the samples');
  process.exit(2);
}
const matches = readSamples(folder);
const rows: HeldBackRow[] = [];
for (let group = 0; group < GROUPS; group++) {
  const model = trainValues(
    matches.filter((_, i) => i % GROUPS !== group),
    1,
    () => {},
  );
  const predict = predictChances(model);
  const features = new Float64Array(FEATURE_COUNT);
  for (let match = group; match < matches.length; match += GROUPS) {
    const sums = new Map<string, { predicted: number; goals: number; futures: number; phase: string }>();
    const samples = matches[match]!.rows;
    for (let from = 0; from < samples.length; from += ROW) {
      const row = samples.subarray(from, from + ROW);
      features.set(row.subarray(2));
      const chances = predict(features);
      for (const [side, sign] of [1, -1].entries()) {
        const phase = phaseOf(row, sign);
        const predicted = chances[side]!;
        const key = `${phase} ${BINS.filter((limit) => predicted > limit).length}`;
        const sum = sums.get(key) ?? { predicted: 0, goals: 0, futures: 0, phase };
        sum.predicted += predicted;
        sum.goals += row[1] === side ? 1 : 0;
        sum.futures += 1;
        sums.set(key, sum);
      }
    }
    for (const sum of sums.values())
      rows.push({ ...sum, match: match + 1, predicted: sum.predicted / sum.futures });
  }
}
rows.sort((a, b) => a.match - b.match || a.phase.localeCompare(b.phase) || a.predicted - b.predicted);
const lines = rows.map(({ match, phase, futures, predicted, goals }) =>
  [match, phase, futures, predicted.toPrecision(4), goals].join(','),
);
writeFileSync(new URL('held-back.csv', import.meta.url), `${[HELD_BACK_HEAD, ...lines].join('\n')}\n`);

const percent = (share: number): string => (100 * share).toFixed(1);
function printGroup(name: string, { futures, predicted, observed, low, high }: ReliabilityGroup): void {
  console.log(
    `| ${name} | ${futures.toLocaleString('en')} | ${percent(predicted)} | ${percent(observed)} | ${percent(low)} to ${percent(high)} |`,
  );
}
const HEAD = '| frames | predicted, % | observed, % | interval, % |\n|---|--:|--:|--:|--:|';
console.log(`| prediction ${HEAD}`);
for (const [i, low] of [0, ...BINS].entries()) {
  const high = BINS[i] ?? 1;
  const part = rows.filter(({ predicted }) => predicted > low && predicted <= high);
  if (part.length > 0) printGroup(`${percent(low)} to ${percent(high)} %`, summarizeRows(part));
}
console.log(`\n| phase, as the side sees it ${HEAD}`);
for (const phase of ['own third', 'middle third', 'last third', 'set play'])
  printGroup(phase, summarizeRows(rows.filter((row) => row.phase === phase)));
const { model, share } = brierScores(rows);
const { bias, error } = measureBias(sumByMatch(rows));
console.log(
  `\n${matches.length} matches: Brier score ${model.toFixed(4)}, of the share ${share.toFixed(4)}; bias ${percent(bias)} points, error ${percent(error)}`,
);
