/**
 * Fits the model of expected goals to data/shots.csv, and writes src/expected-goals.json and the calibration plot of docs/inside/expected-goals.md:
 *   tsx --conditions=@rcss/source model/fit-expected-goals.ts
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExpectedGoalsModel } from '../src/expected-goals.js';
import { plotCalibration } from './calibration-plot.js';
import {
  type CalibrationGroup,
  calibrate,
  crossValidate,
  fitExpectedGoals,
  isPublicMatch,
  logLoss,
} from './goal-model.js';
import { type ModelShot, readShots } from './read-shots.js';

const shots = readShots();
const model = fitExpectedGoals(shots);
const probabilities = crossValidate(shots);
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Returns the model as JSON with a line per tree. */
function formatModel({ trees, ...head }: ExpectedGoalsModel): string {
  const lines = trees.map((tree) => `    ${JSON.stringify(tree).replaceAll(',', ', ')}`);
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "trees": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Shots of the report with their predictions. */
interface Predictions {
  readonly shots: readonly ModelShot[];
  readonly probabilities: readonly number[];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function select(selects: (shot: ModelShot) => boolean): Predictions {
  const indices = shots.flatMap((shot, i) => (selects(shot) ? [i] : []));
  return { shots: indices.map((i) => shots[i]!), probabilities: indices.map((i) => probabilities[i]!) };
}

function formatPredictions({ shots, probabilities }: Predictions): string {
  const goals = shots.filter((shot) => shot.isGoal).length;
  const share = shots.map(() => goals / shots.length);
  const brier = (p: readonly number[]): number =>
    sum(shots.map((shot, i) => ((shot.isGoal ? 1 : 0) - p[i]!) ** 2)) / shots.length;
  return (
    `${shots.length} shots, ${goals} goals, expected ${sum(probabilities).toFixed(1)}; log loss ${logLoss(shots, probabilities).toFixed(3)} (of the share ` +
    `${logLoss(shots, share).toFixed(3)}), Brier score ${brier(probabilities).toFixed(3)} (${brier(share).toFixed(3)})`
  );
}

/** Prints groups of similar probability; `difference` and `error` in points, the error is a standard error of the share of goals. */
function printGroups(groups: readonly CalibrationGroup[]): void {
  console.log('  shots  predicted  observed  difference  error');
  for (const { count, predicted, observed } of groups) {
    const error = Math.sqrt((predicted * (1 - predicted)) / count);
    const cells = [
      count,
      ...[predicted, observed, observed - predicted, error].map((x) => (100 * x).toFixed(1)),
    ];
    console.log(`  ${cells.map((cell) => String(cell).padStart(8)).join(' ')}`);
  }
}

writeFileSync(path('../src/expected-goals.json'), formatModel(model));
console.log(`${model.shots} shots of ${model.matches} matches, ${model.trees.length} trees`);
const publicMatches = select(isPublicMatch);
const parts = [
  ['all matches', select(() => true)],
  ['matches with public teams', publicMatches],
  ['other matches', select((shot) => !isPublicMatch(shot))],
] as const;
for (const [name, part] of parts) {
  console.log(`${name}, held back: ${formatPredictions(part)}`);
  printGroups(calibrate(part.shots, part.probabilities));
}
const plotted = calibrate(publicMatches.shots, publicMatches.probabilities);
const matchCount = new Set(publicMatches.shots.map((shot) => shot.match)).size;
writeFileSync(
  path('../../../../docs/images/expected-goals-calibration.svg'),
  plotCalibration(plotted, publicMatches.shots.length, matchCount),
);
const pairs = [...new Set(shots.map(({ team, opponent }) => `${team} against ${opponent}`))].sort();
for (const pair of pairs)
  console.log(
    `${pair}: ${formatPredictions(select(({ team, opponent }) => `${team} against ${opponent}` === pair))}`,
  );
