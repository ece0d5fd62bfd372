/**
 * Predicts the frames of each match with a network that was trained on other matches (five parts, one process each), and writes held-back.csv and
 * matches.csv:
 *   tsx --conditions=@rcss/source model/values/cross-validate.ts FOLDER
 * With `--possession` it predicts the matches that the training of the model held back to choose the epoch, and writes possession.csv, by
 * phase and by the side that reaches the ball first.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_MODEL, FEATURE_COUNT, type ValueModel } from '@rcss/values';
import { binOf } from './calibration.js';
import { type HeldBackRow, type MatchRow, writeHeldBack, writeMatches, writePossession } from './files.js';
import { endPart, ownPart, runParts, send } from './parts.js';
import { isFirst, phaseOf } from './phases.js';
import { predictChances } from './predict-chances.js';
import { type MatchSamples, ROW, readSamples } from './samples.js';
import { isHeldBack, trainValues } from './train.js';

const PARTS = 5;
/** Groups of matches, the units of the intervals. */
const GROUPS = 40;
interface Part {
  readonly rows: readonly HeldBackRow[];
  readonly matches: readonly MatchRow[];
}

/** Predicts matches; `ofBall` sums by the side that reaches the ball first instead of by similar predictions. */
function predictMatches(model: ValueModel, numbered: [number, MatchSamples][], ofBall: boolean): Part {
  const sums = new Map<
    string,
    { unit: number; phase: string; predicted: number; goals: number; futures: number }
  >();
  const matches: MatchRow[] = [];
  const features = new Float64Array(FEATURE_COUNT);
  const predict = predictChances(model);
  for (const [match, { name, teams, rows }] of numbered) {
    const unit = 1 + (match % GROUPS);
    const predicted: [number, number] = [0, 0];
    const observed: [number, number] = [0, 0];
    for (let from = 0; from < rows.length; from += ROW) {
      const row = rows.subarray(from, from + ROW);
      features.set(row.subarray(2));
      const chances = predict(features);
      for (const side of [0, 1] as const) {
        const chance = chances[side] as number;
        const goal = row[1] === side ? 1 : 0;
        const sign = side === 0 ? 1 : -1;
        predicted[side] += chance;
        observed[side] += goal;
        const ball = isFirst(row, sign) ? 'own ball' : 'ball of the other side';
        const phase = ofBall ? `${phaseOf(row, sign)} · ${ball}` : phaseOf(row, sign);
        const key = `${unit} ${phase} ${ofBall ? '' : binOf(chance)}`;
        const sum = sums.get(key) ?? { unit, phase, predicted: 0, goals: 0, futures: 0 };
        sum.predicted += chance;
        sum.goals += goal;
        sum.futures += 1;
        sums.set(key, sum);
      }
    }
    matches.push({ name, teams, frames: rows.length / ROW, predicted, observed });
  }
  const rows = [...sums.values()].map((sum) => ({ ...sum, predicted: sum.predicted / sum.futures }));
  rows.sort((a, b) => a.unit - b.unit || a.phase.localeCompare(b.phase) || a.predicted - b.predicted);
  return { rows, matches };
}

/** Trains on the matches of the other parts and predicts those of this one. */
function predictPart(samples: readonly MatchSamples[], part: number): Part {
  const isOwn = (match: number): boolean => match % PARTS === part;
  const model = trainValues(
    samples.filter((_, i) => !isOwn(i)),
    1,
    (epoch, loss) => console.error(`part ${part + 1} of ${PARTS}, epoch ${epoch}: ${loss.toFixed(4)}`),
  );
  const own = [...samples.entries()].filter(([match]) => isOwn(match));
  return predictMatches(model, own, false);
}

const { values, positionals } = parseArgs({
  options: { possession: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('cross-validate.ts needs the folder of the samples');
  process.exit(2);
}
if (values.possession) {
  const held = readSamples(folder).filter((_, i) => isHeldBack(i));
  writePossession(predictMatches(DEFAULT_MODEL, [...held.entries()], true).rows);
} else if (ownPart !== undefined) {
  send(predictPart(readSamples(folder), ownPart));
  endPart();
} else {
  const rows: HeldBackRow[] = [];
  const matches: MatchRow[] = [];
  await runParts<Part>(PARTS, (part) => {
    rows.push(...part.rows);
    matches.push(...part.matches);
  });
  rows.sort((a, b) => a.unit - b.unit || a.phase.localeCompare(b.phase) || a.predicted - b.predicted);
  writeHeldBack(rows);
  writeMatches(matches.sort((a, b) => (a.name < b.name ? -1 : 1)));
}
