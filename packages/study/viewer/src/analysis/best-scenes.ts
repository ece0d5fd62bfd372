import { findBestScenes } from '@rcss/stats/analysis';
import type { StatisticsRun } from './statistics-run.js';

/** Frames of the best scenes: a minute. */
const BEST_FRAMES = 600;

/** Returns the first and the last frame of each of the best scenes of an analyzed match, a minute together. */
export function listBestScenes(run: StatisticsRun): (readonly [first: number, last: number])[] {
  return findBestScenes(run.getResult(), BEST_FRAMES).map(
    ({ from, to }) => [run.firstIndex + from, run.firstIndex + to] as const,
  );
}
