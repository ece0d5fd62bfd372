import {
  addShowValue,
  createMatchValues,
  type DecisiveMoment,
  findDecisiveMoments,
  type MatchValues,
  rateActions,
} from '@rcss/stats/action-values';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import type { ValueModels } from './value-models.js';

/** Time that a slice may take, ms. */
const SLICE_MS = 8;
/** Count of the moments that are marked. */
const MAX_MOMENTS = 10;
/** Count of new shows after which the moments are searched again. */
const MOMENT_STEP = 300;

/** Values of the shows that a statistics run has analyzed, computed in short slices, so that the page stays responsive. */
export class ValueRun {
  readonly run: StatisticsRun;
  readonly values: MatchValues = createMatchValues();
  moments: readonly DecisiveMoment[] = [];
  #momentsAt = 0;

  constructor(run: StatisticsRun) {
    this.run = run;
  }

  /** Whether all analyzed frames have a value, and the moments are those of all of them. */
  get isComplete(): boolean {
    const { run, values } = this;
    return values.length >= run.nextIndex - run.firstIndex && this.#momentsAt === values.length;
  }

  /** Rates further frames. */
  rateSlice({ state }: ValueModels): void {
    const { run, values } = this;
    const end = performance.now() + SLICE_MS;
    const count = run.nextIndex - run.firstIndex;
    while (values.length < count && performance.now() < end)
      addShowValue(values, state, run.source.getFrame(run.firstIndex + values.length));
    const isEnd = values.length === count && run.isComplete;
    if (values.length - this.#momentsAt < (isEnd ? 1 : MOMENT_STEP)) return;
    this.#momentsAt = values.length;
    const analysis = run.getResult();
    this.moments = findDecisiveMoments(analysis, rateActions(analysis, values), MAX_MOMENTS);
  }
}
