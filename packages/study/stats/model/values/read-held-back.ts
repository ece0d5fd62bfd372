/** Reads and writes held-back.csv: predictions for frames of matches that the predicting network was not trained on. */
import type { CalibrationRow } from './calibration.js';

/** Frames of one match with similar predictions, as one side sees them. */
export interface HeldBackRow extends CalibrationRow {
  /** Number of the match. */
  readonly match: number;
  /** `set play`, or the third of the pitch in which the ball is, as the side sees it: `own third`, `middle third`, `last third`. */
  readonly phase: string;
}

export const HELD_BACK_HEAD = 'match,phase,frames,predicted,goals';

/** @throws {Error} if the first line is not the expected one */
export function readHeldBack(text: string): HeldBackRow[] {
  const [head, ...lines] = text.trim().split('\n');
  if (head !== HELD_BACK_HEAD) throw new Error(`held-back.csv: its first line is not ${HELD_BACK_HEAD}`);
  return lines.map((line) => {
    const [match, phase, frames, predicted, goals] = line.split(',');
    return {
      match: Number(match),
      phase: phase as string,
      futures: Number(frames),
      predicted: Number(predicted),
      goals: Number(goals),
    };
  });
}

/** Adds the rows of each match. */
export function sumByMatch(rows: readonly HeldBackRow[]): CalibrationRow[] {
  const sums = new Map<number, { predicted: number; goals: number; futures: number }>();
  for (const { match, predicted, goals, futures } of rows) {
    const sum = sums.get(match) ?? { predicted: 0, goals: 0, futures: 0 };
    sum.predicted += predicted * futures;
    sum.goals += goals;
    sum.futures += futures;
    sums.set(match, sum);
  }
  return [...sums.values()].map((sum) => ({ ...sum, predicted: sum.predicted / sum.futures }));
}
