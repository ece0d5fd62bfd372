/**
 * Predicts the frames of each match with a network that was trained on other matches (five parts, one process each), and writes held-back.csv and
 * matches.csv:
 *   tsx --conditions=@rcss/source model/values/cross-validate.ts FOLDER
 */
import { FEATURE_COUNT } from '@rcss/values';
import { binOf } from './calibration.js';
import { type HeldBackRow, type MatchRow, writeHeldBack, writeMatches } from './files.js';
import { endPart, ownPart, runParts, send } from './parts.js';
import { phaseOf } from './phases.js';
import { predictChances } from './predict-chances.js';
import { type MatchSamples, ROW, readSamples } from './samples.js';
import { trainValues } from './train.js';

const PARTS = 5;
/** Groups of matches of held-back.csv. */
const GROUPS = 40;
interface Part {
  readonly rows: readonly HeldBackRow[];
  readonly matches: readonly MatchRow[];
}

/** Trains on the matches of the other parts and predicts those of this one. */
function predictPart(samples: readonly MatchSamples[], part: number): Part {
  const sums = new Map<
    string,
    { unit: number; phase: string; predicted: number; goals: number; futures: number }
  >();
  const matches: MatchRow[] = [];
  const features = new Float64Array(FEATURE_COUNT);
  const model = trainValues(
    samples.filter((_, i) => i % PARTS !== part),
    1,
    (epoch, loss) => console.error(`part ${part + 1} of ${PARTS}, epoch ${epoch}: ${loss.toFixed(4)}`),
  );
  const predict = predictChances(model);
  for (let match = part; match < samples.length; match += PARTS) {
    const { name, teams, rows } = samples[match]!;
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
        predicted[side] += chance;
        observed[side] += goal;
        const phase = phaseOf(row, side === 0 ? 1 : -1);
        const key = `${unit} ${phase} ${binOf(chance)}`;
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
  return { rows, matches };
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('cross-validate.ts needs the folder of the samples');
  process.exit(2);
}
if (ownPart !== undefined) {
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
