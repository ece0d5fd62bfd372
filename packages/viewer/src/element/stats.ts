const SIZE = 600;

/** Times of the last pictures. */
export interface PictureTimes {
  readonly pictures: number;
  /** Pictures per second, from the intervals between them. */
  readonly fps: number;
  /** Drawing time of a picture in ms: mean, 95th percentile, longest. */
  readonly mean: number;
  readonly p95: number;
  readonly max: number;
}

/** Records how long the last pictures took. */
export class Stats {
  readonly #cost = new Float64Array(SIZE);
  readonly #distance = new Float64Array(SIZE);
  #count = 0;

  add(cost: number, distance: number): void {
    this.#cost[this.#count % SIZE] = cost;
    this.#distance[this.#count % SIZE] = distance;
    this.#count++;
  }

  clear(): void {
    this.#count = 0;
  }

  read(): PictureTimes {
    const n = Math.min(this.#count, SIZE);
    if (n === 0) return { pictures: 0, fps: 0, mean: 0, p95: 0, max: 0 };
    const costs = [...this.#cost.subarray(0, n)].sort((a, b) => a - b);
    const total = costs.reduce((sum, cost) => sum + cost, 0);
    const time = this.#distance.subarray(0, n).reduce((sum, distance) => sum + distance, 0);
    return {
      pictures: this.#count,
      fps: time > 0 ? (1000 * n) / time : 0,
      mean: total / n,
      p95: costs[Math.min(n - 1, Math.floor(n * 0.95))] as number,
      max: costs[n - 1] as number,
    };
  }
}
