import { findBestScenes } from '@rcss/stats/analysis';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import type { FrameRange } from '../clips/clip-range.js';

/** Frames of the best scenes: a minute. */
const BEST_FRAMES = 600;

/** Returns the frames of the best scenes of an analyzed match, a minute together. */
export function listBestScenes(run: StatisticsRun): FrameRange[] {
  return findBestScenes(run.getResult(), BEST_FRAMES).map(({ from, to }) => [
    run.firstIndex + from,
    run.firstIndex + to,
  ]);
}
