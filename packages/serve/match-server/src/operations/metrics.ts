import type { RoomDrain } from '@rcss/core/rooms';
import { Counter, Gauge, type Metric, type MetricValueWithName, Registry } from 'prom-client';
import {
  type AddValue,
  PROCESS_METRICS,
  ROOM_COUNT_METRIC,
  ROOM_METRICS,
  STEP_INTERVAL_METRIC,
} from './metric-tables.js';
import type { ProcessStatus } from './process-monitor.js';
import { type RoomStatus, STEP_INTERVAL_BOUNDS_MS } from './room-status.js';

/** Sources of what an operator sees. */
export interface OperationsSource {
  /** Reads the status of all rooms; with rooms in other threads, a promise of it. */
  readonly readRooms: () => readonly RoomStatus[] | Promise<readonly RoomStatus[]>;
  readonly readProcess: () => ProcessStatus;
  /** Reads whether the process takes no more matches; absent: it always does. */
  readonly readDrain?: () => Promise<RoomDrain>;
}

/** The metrics of a process with its rooms. */
export interface Metrics {
  /** Content type of the text. */
  readonly contentType: string;
  /** Reads all sources and writes the text format of Prometheus. */
  format(): Promise<string>;
}

/** A counter or gauge, and what replaces its values. */
interface FilledMetric<Status> {
  fill(statuses: readonly Status[]): void;
}

/**
 * Creates the metrics of a process. Nothing is collected before {@link Metrics.format} is called, and the series of rooms that no longer exist
 * disappear.
 *
 * @example
 * const metrics = createMetrics({ readRooms: () => [readRoomStatus('main', server)], readProcess: () => monitor.read() });
 * response.end(await metrics.format());
 */
export function createMetrics({ readRooms, readProcess }: OperationsSource): Metrics {
  const registry = new Registry();
  const roomCount = new Gauge({ ...ROOM_COUNT_METRIC, registers: [registry] });
  const processMetrics = PROCESS_METRICS.map((row) =>
    createMetric<ProcessStatus>(registry, row, row.labels, row.read),
  );
  const roomMetrics = ROOM_METRICS.map((row) =>
    createMetric<RoomStatus>(registry, row, ['room', ...row.labels], (status, add) =>
      row.read(status, (value, ...labels) => add(value, status.room, ...labels)),
    ),
  );
  const setStepIntervals = registerStepIntervals(registry);
  return {
    contentType: registry.contentType,
    async format() {
      const rooms = await readRooms();
      const process = [readProcess()];
      roomCount.set(rooms.length);
      for (const metric of processMetrics) metric.fill(process);
      for (const metric of roomMetrics) metric.fill(rooms);
      setStepIntervals(rooms);
      return registry.metrics();
    },
  };
}

function createMetric<Status>(
  registry: Registry,
  { name, help }: { readonly name: string; readonly help: string },
  labelNames: readonly string[],
  read: (status: Status, add: AddValue) => void,
): FilledMetric<Status> {
  const options = { name, help, labelNames: [...labelNames], registers: [registry] };
  const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
  const toLabels = (values: readonly string[]): Record<string, string> =>
    Object.fromEntries(labelNames.map((label, index) => [label, values[index] ?? '']));
  return {
    fill(statuses) {
      metric.reset();
      for (const status of statuses) read(status, (value, ...labels) => metric.inc(toLabels(labels), value));
    },
  };
}

/**
 * Registers a histogram whose counts are read from the rooms, and returns a function that sets the rooms. The histograms of
 * `prom-client` can only count single observations; a registry calls `get` of a metric.
 */
function registerStepIntervals(registry: Registry): (rooms: readonly RoomStatus[]) => void {
  let values: readonly MetricValueWithName<string>[] = [];
  const metric = {
    ...STEP_INTERVAL_METRIC,
    get: async () => ({ ...STEP_INTERVAL_METRIC, type: 'histogram', values }),
  };
  registry.registerMetric(metric as unknown as Metric);
  return (rooms) => {
    values = rooms.flatMap(listStepIntervals);
  };
}

function listStepIntervals({
  room,
  stepIntervals: { count, sumMs, cumulative },
}: RoomStatus): MetricValueWithName<string>[] {
  const { name } = STEP_INTERVAL_METRIC;
  const bounds = [...STEP_INTERVAL_BOUNDS_MS.map((bound) => String(bound / 1000)), '+Inf'];
  return [
    ...bounds.map((le, index) => ({
      metricName: `${name}_bucket`,
      labels: { le, room },
      value: cumulative[index] ?? count,
    })),
    { metricName: `${name}_sum`, labels: { room }, value: sumMs / 1000 },
    { metricName: `${name}_count`, labels: { room }, value: count },
  ];
}
