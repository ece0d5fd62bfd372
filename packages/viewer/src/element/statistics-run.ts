/** The statistics of a match that is looked at, made in slices so that the page stays awake. */
import { type Analyzer, createAnalyzer, type MatchAnalysis } from '@rcss/stats';
import type { MatchSource } from '../source.js';

/** Time that a slice may take, ms. */
const SLICE_MS = 8;

/** Goes through a source from its first frame on; a live match is followed. */
export class StatisticsRun {
  readonly source: MatchSource;
  /** Name of the match that is counted; a live source may begin another one. */
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
    this.#analyzer.server(source.serverParams);
    for (const type of source.types.values()) this.#analyzer.playerType(type);
  }

  /** Index of the first frame that is not counted yet. */
  get next(): number {
    return this.#next;
  }

  /** Index of the first frame that counts; shows of the analysis begin there. */
  get first(): number {
    return this.#first;
  }

  /** Everything up to the newest frame is counted. */
  get complete(): boolean {
    return this.#next > this.source.last;
  }

  /** Count some more frames. */
  work(): void {
    const { source } = this;
    const end = performance.now() + SLICE_MS;
    while (this.#next <= source.last) {
      const frame = source.frame(this.#next);
      if (frame === undefined) {
        source.want(this.#next);
        return;
      }
      this.#analyzer.frame(frame);
      this.#next++;
      this.#dirty = true;
      if (performance.now() > end) return;
    }
  }

  /** What is known so far. */
  result(): MatchAnalysis {
    if (this.#result === null || this.#dirty) this.#result = this.#analyzer.finish();
    this.#dirty = false;
    return this.#result;
  }
}
