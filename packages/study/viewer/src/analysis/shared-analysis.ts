import type { MatchSource } from '../source.js';
import { StatisticsRun } from './statistics-run.js';

/** Frames before the newest one from which a live match is analyzed; the bridge sends them to a new page. */
const LIVE_FRAMES = 39;

/** The parts of the viewer that {@link SharedAnalysis} uses. */
interface SourceHolder {
  readonly source: MatchSource | null;
}

/**
 * The statistics run that all parts of the viewer share. Each part that needs results calls `analyzeSlice` of the run. A log is
 * analyzed from its start. A live match is analyzed from the start of the page on, until a part needs the whole match: then a new
 * run requests all earlier frames from the bridge.
 */
export class SharedAnalysis {
  readonly #viewer: SourceHolder;
  #run: StatisticsRun | null = null;

  constructor(viewer: SourceHolder) {
    this.#viewer = viewer;
  }

  /** Returns the run of the current match; null without frames. `isWhole` requires all frames that exist. */
  findRun(isWhole: boolean): StatisticsRun | null {
    const { source } = this.#viewer;
    if (source === null || source.last < source.first) return null;
    const run = this.#run;
    if (
      run !== null &&
      run.source === source &&
      run.match === source.match &&
      source.first <= run.nextIndex &&
      (!isWhole || run.isWhole)
    ) {
      return run;
    }
    const isPart = source.kind === 'live' && !isWhole;
    const first = isPart ? Math.max(source.first, source.last - LIVE_FRAMES) : source.first;
    this.#run = new StatisticsRun(source, first);
    return this.#run;
  }
}
