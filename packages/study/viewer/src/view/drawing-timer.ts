const MAX_SAMPLES = 600;

/** Times of the last pictures. */
export interface DrawingTimes {
  readonly drawCount: number;
  /** Pictures per second, from the intervals between them. */
  readonly fps: number;
  /** Drawing time of a picture in ms: mean, 95th percentile, longest. */
  readonly meanMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Records how long the last pictures took. */
export class DrawingTimer {
  readonly #costMs = new Float64Array(MAX_SAMPLES);
  readonly #intervalMs = new Float64Array(MAX_SAMPLES);
  #count = 0;

  /** Adds a picture: its drawing time and the time since the picture before, ms. */
  add(costMs: number, intervalMs: number): void {
    this.#costMs[this.#count % MAX_SAMPLES] = costMs;
    this.#intervalMs[this.#count % MAX_SAMPLES] = intervalMs;
    this.#count++;
  }

  /** Removes all recorded times. */
  clear(): void {
    this.#count = 0;
  }

  /** Returns the summary of the last 600 pictures. */
  read(): DrawingTimes {
    const n = Math.min(this.#count, MAX_SAMPLES);
    if (n === 0) return { drawCount: 0, fps: 0, meanMs: 0, p95Ms: 0, maxMs: 0 };
    const costs = [...this.#costMs.subarray(0, n)].sort((a, b) => a - b);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    const time = this.#intervalMs.subarray(0, n).reduce((sum, distance) => sum + distance, 0);
    return {
      drawCount: this.#count,
      fps: time > 0 ? (1000 * n) / time : 0,
      meanMs: total / n,
      p95Ms: costs[Math.min(n - 1, Math.floor(n * 0.95))] as number,
      maxMs: costs[n - 1] as number,
    };
  }
}
