/** Computes the statistics of a match in short slices, so that the page stays responsive. */
import { type Analyzer, createAnalyzer, type MatchAnalysis } from '@rcss/stats';
import type { MatchSource } from '../source.js';

/** Time that a slice may take, ms. */
const SLICE_MS = 8;

/** Analyzes a source from its first frame on; follows a live match. */
export class StatisticsRun {
  readonly source: MatchSource;
  /** Identifier of the match that is analyzed; a live source can start another match. */
  readonly match: string;
  /** Index of the first frame that is analyzed; show 0 of the analysis is this frame. */
  readonly firstIndex: number;
  /** Whether the analysis begins with the first frame of the match that existed. */
  readonly isWhole: boolean;
  readonly #analyzer: Analyzer = createAnalyzer();
  #nextIndex: number;
  #result: MatchAnalysis | null = null;
  #dirty = false;

  /** Analyzes from the frame `firstIndex` on. */
  constructor(source: MatchSource, firstIndex: number = source.first) {
    this.source = source;
    this.match = source.match;
    this.firstIndex = firstIndex;
    this.isWhole = firstIndex <= source.first;
    this.#nextIndex = firstIndex;
    this.#analyzer.setServerParams(source.serverParams);
    for (const type of source.types.values()) this.#analyzer.addPlayerType(type);
  }

  /** Index of the first frame that is not analyzed yet. */
  get nextIndex(): number {
    return this.#nextIndex;
  }

  /** Whether all frames up to the newest one are analyzed. */
  get isComplete(): boolean {
    return this.#nextIndex > this.source.last && this.source.isGrowing !== true;
  }

  /** Analyzes further frames. */
  analyzeSlice(): void {
    const { source } = this;
    const end = performance.now() + SLICE_MS;
    while (this.#nextIndex <= source.last) {
      const frame = source.getFrame(this.#nextIndex);
      if (frame === undefined) {
        source.requestFrames(this.#nextIndex);
        return;
      }
      this.#analyzer.addFrame(frame);
      this.#nextIndex++;
      this.#dirty = true;
      if (performance.now() > end) return;
    }
  }

  /** Returns the analysis of the frames so far. */
  getResult(): MatchAnalysis {
    if (this.#result === null || this.#dirty) this.#result = this.#analyzer.finish();
    this.#dirty = false;
    return this.#result;
  }
}
