import { log, pow } from '@rcss/core/math';

/** How long the decisions of a process took. */
export interface DecisionReport {
  /** Decisions that were asked for. */
  readonly count: number;
  /** Decisions that did not come in their cycle. */
  readonly late: number;
  /** Half of the decisions took at most this long, ms; null without decisions. */
  readonly p50Ms: number | null;
  /** 99 of 100 decisions took at most this long, ms; null without decisions. */
  readonly p99Ms: number | null;
  /** The longest decision, ms; null without decisions. */
  readonly maxMs: number | null;
  /** Errors that the process reported, and wrong messages. */
  readonly errors: number;
  /** How often a process was started again. */
  readonly restarts: number;
}

/** Steps of the times per factor of ten: the error of a percentile is at most 2.5 %. */
const STEPS = 48;
const MIN_MS = 0.001;

/** Counts times in steps, so that it needs the same memory for every match. */
export class DecisionTimes {
  count = 0;
  late = 0;
  errors = 0;
  restarts = 0;
  readonly #bins = new Map<number, number>();
  #total = 0;
  #max = 0;

  /** Adds the time of a decision, ms. */
  add(ms: number): void {
    const bin = Math.ceil((log(Math.max(ms, MIN_MS) / MIN_MS) / log(10)) * STEPS);
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + 1);
    this.#total += 1;
    this.#max = Math.max(this.#max, ms);
  }

  /** Adds the counts and times of another process. */
  merge(other: DecisionTimes): void {
    this.count += other.count;
    this.late += other.late;
    this.errors += other.errors;
    this.restarts += other.restarts;
    for (const [bin, count] of other.#bins) this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + count);
    this.#total += other.#total;
    this.#max = Math.max(this.#max, other.#max);
  }

  report(): DecisionReport {
    const { count, late, errors, restarts } = this;
    return {
      count,
      late,
      p50Ms: this.#percentile(0.5),
      p99Ms: this.#percentile(0.99),
      maxMs: this.#total === 0 ? null : this.#max,
      errors,
      restarts,
    };
  }

  #percentile(share: number): number | null {
    if (this.#total === 0) return null;
    let seen = 0;
    for (const [bin, count] of [...this.#bins].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= share * this.#total) return Math.min(this.#max, MIN_MS * pow(10, bin / STEPS));
    }
    return this.#max;
  }
}
