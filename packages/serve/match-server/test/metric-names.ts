import {
  PROCESS_METRICS,
  ROOM_COUNT_METRIC,
  ROOM_METRICS,
  STEP_INTERVAL_METRIC,
} from '../src/operations/metric-tables.js';

/** Names of all metrics. A histogram has three series: its name with `_bucket`, `_sum` and `_count`. */
export const METRIC_NAMES: readonly string[] = [
  ROOM_COUNT_METRIC.name,
  ...PROCESS_METRICS.map(({ name }) => name),
  ...ROOM_METRICS.map(({ name }) => name),
  ...['_bucket', '_sum', '_count'].map((suffix) => STEP_INTERVAL_METRIC.name + suffix),
];
