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
  #analyzer: Analyzer = createAnalyzer();
  readonly #first: number;
  #next: number;
  #result: MatchAnalysis | null = null;
  #dirty = false;

  constructor(source: MatchSource) {
    this.source = source;
    this.match = source.match;
    this.#first = source.first;
    this.#next = source.first;
    this.#analyzer.setServerParams(source.serverParams);
    for (const type of source.types.values()) this.#analyzer.addPlayerType(type);
  }

  /** Index of the first frame that is not analyzed yet. */
  get next(): number {
    return this.#next;
  }

  /** Index of the first frame that is analyzed; show 0 of the analysis is this frame. */
  get first(): number {
    return this.#first;
  }

  /** Whether all frames up to the newest one are analyzed. */
  get complete(): boolean {
    return this.#next > this.source.last;
  }

  /** Analyzes further frames. */
  work(): void {
    const { source } = this;
    const end = performance.now() + SLICE_MS;
    while (this.#next <= source.last) {
      const frame = source.frame(this.#next);
      if (frame === undefined) {
        source.want(this.#next);
        return;
      }
      this.#analyzer.addFrame(frame);
      this.#next++;
      this.#dirty = true;
      if (performance.now() > end) return;
    }
  }

  /** Returns the analysis of the frames so far. */
  result(): MatchAnalysis {
    if (this.#result === null || this.#dirty) this.#result = this.#analyzer.finish();
    this.#dirty = false;
    return this.#result;
  }
}
