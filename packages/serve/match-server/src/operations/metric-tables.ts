import { DROP_REASONS } from '../state/telemetry.js';
import type { ProcessStatus } from './process-monitor.js';
import type { RoomStatus } from './room-status.js';

/** Adds a value of a metric; `labels` in the order of the names in its row. */
export type AddValue = (value: number, ...labels: readonly string[]) => void;

interface MetricRow {
  /** Name in the text of Prometheus: base units (seconds, bytes), `_total` for counters. */
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
}

export interface ProcessMetric extends MetricRow {
  readonly labels: readonly string[];
  readonly read: (process: ProcessStatus, add: AddValue) => void;
}

/** A metric of every room. The label `room` comes before the others. */
export interface RoomMetric extends MetricRow {
  readonly labels: readonly string[];
  readonly read: (room: RoomStatus, add: AddValue) => void;
}

/** Metrics of the process. Their names are those that tools for Node.js programs use. */
export const PROCESS_METRICS: readonly ProcessMetric[] = [
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    help: 'Processor time of the process, seconds.',
    labels: [],
    read: ({ cpuSeconds }, add) => add(cpuSeconds),
  },
  {
    name: 'process_start_time_seconds',
    type: 'gauge',
    help: 'Start of the process, seconds since 1970.',
    labels: [],
    read: ({ startSeconds }, add) => add(startSeconds),
  },
  {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    help: 'Resident memory of the process, bytes.',
    labels: [],
    read: ({ residentBytes }, add) => add(residentBytes),
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    type: 'gauge',
    help: 'Used part of the heap, bytes.',
    labels: [],
    read: ({ heapUsedBytes }, add) => add(heapUsedBytes),
  },
  {
    name: 'nodejs_heap_size_total_bytes',
    type: 'gauge',
    help: 'Size of the heap, bytes.',
    labels: [],
    read: ({ heapTotalBytes }, add) => add(heapTotalBytes),
  },
  {
    name: 'nodejs_external_memory_bytes',
    type: 'gauge',
    help: 'Memory of buffers outside of the heap, bytes.',
    labels: [],
    read: ({ externalBytes }, add) => add(externalBytes),
  },
  {
    name: 'nodejs_eventloop_lag_seconds',
    type: 'gauge',
    help: 'Delay of the event loop since the start, seconds. A match in real time sleeps up to 0.002 s in each pass.',
    labels: ['quantile'],
    read: ({ eventLoopDelayMs: { p50, p99, max } }, add) => {
      add(p50 / 1000, '0.5');
      add(p99 / 1000, '0.99');
      add(max / 1000, '1');
    },
  },
  {
    name: 'nodejs_version_info',
    type: 'gauge',
    help: 'Version of Node.js; the value is 1.',
    labels: ['version'],
    read: ({ nodeVersion }, add) => add(1, nodeVersion),
  },
];

const SIDE_NAMES = { l: 'left', r: 'right' } as const;

/** Adds a value for each player that has connected. */
function perPlayer(select: (player: RoomStatus['players'][number]) => number | null): RoomMetric['read'] {
  return ({ players }, add) => {
    for (const player of players) {
      const value = select(player);
      if (value !== null) add(value, SIDE_NAMES[player.side], String(player.unum));
    }
  };
}

/** Adds a value for each kind of client, and for the well-known ports. */
function perTraffic(select: (counts: RoomStatus['traffic']['ports']) => number): RoomMetric['read'] {
  return ({ traffic }, add) => {
    for (const [client, counts] of Object.entries(traffic)) add(select(counts), client);
  };
}

/** Sums the dropped datagrams by reason and client. Monitors count together, because each connection has another name. */
function sumDropsByClient({ drops, limitedClients }: RoomStatus): Map<string, [string, string, number]> {
  const sums = new Map<string, [string, string, number]>();
  const count = (reason: string, client: string, value: number): void => {
    const key = `${reason} ${client}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, [reason, client, value]);
    else sum[2] += value;
  };
  const others = { ...drops };
  for (const { client, kind, too_many_datagrams, too_much_work } of limitedClients) {
    const label = kind === 'monitor' ? 'monitor' : client;
    if (too_many_datagrams > 0) count('too_many_datagrams', label, too_many_datagrams);
    if (too_much_work > 0) count('too_much_work', label, too_much_work);
    others.too_many_datagrams -= too_many_datagrams;
    others.too_much_work -= too_much_work;
  }
  // Unknown senders, and clients beyond the number of clients that are counted by name.
  for (const reason of DROP_REASONS) count(reason, 'other', others[reason]);
  return sums;
}

/** Metrics of every room. */
export const ROOM_METRICS: readonly RoomMetric[] = [
  {
    name: 'rcss_match_info',
    type: 'gauge',
    help: 'Teams and clock of the match; the value is 1.',
    labels: ['left', 'right', 'clock'],
    read: ({ left, right, clock }, add) => add(1, left.name, right.name, clock),
  },
  {
    name: 'rcss_match_state',
    type: 'gauge',
    help: 'State of the match (waiting, running, paused, ended, failed); the value is 1 for the current one.',
    labels: ['state'],
    read: ({ state }, add) => add(1, state),
  },
  {
    name: 'rcss_match_fault',
    type: 'gauge',
    help: '1 if a fault of the server has ended the match, otherwise 0.',
    labels: [],
    read: ({ fault }, add) => add(fault === null ? 0 : 1),
  },
  {
    name: 'rcss_match_cycle',
    type: 'gauge',
    help: 'Cycle of the match.',
    labels: [],
    read: ({ cycle }, add) => add(cycle),
  },
  {
    name: 'rcss_match_steps_total',
    type: 'counter',
    help: 'Steps since the start, including those of stopped play.',
    labels: [],
    read: ({ steps }, add) => add(steps),
  },
  {
    name: 'rcss_match_last_step_age_seconds',
    type: 'gauge',
    help: 'Time since the last step, seconds.',
    labels: [],
    read: ({ lastStepAgeMs }, add) => {
      if (lastStepAgeMs !== null) add(lastStepAgeMs / 1000);
    },
  },
  {
    name: 'rcss_match_play_mode',
    type: 'gauge',
    help: 'Play mode; the value is 1 for the current one.',
    labels: ['mode'],
    read: ({ playMode }, add) => add(1, playMode),
  },
  {
    name: 'rcss_match_score',
    type: 'gauge',
    help: 'Goals of a side.',
    labels: ['side'],
    read: ({ left, right }, add) => {
      add(left.score, 'left');
      add(right.score, 'right');
    },
  },
  {
    name: 'rcss_clients',
    type: 'gauge',
    help: 'Connected clients by kind.',
    labels: ['kind'],
    read: ({ clients }, add) => {
      for (const [kind, count] of Object.entries(clients)) add(count, kind);
    },
  },
  {
    name: 'rcss_late_passes_total',
    type: 'counter',
    help: 'Real-time mode: passes of 10 ms that began more than 2 ms late.',
    labels: [],
    read: ({ latePasses }, add) => add(latePasses),
  },
  {
    name: 'rcss_late_pass_max_seconds',
    type: 'gauge',
    help: 'Real-time mode: delay of the latest pass since the start, seconds.',
    labels: [],
    read: ({ maxLatenessMs }, add) => add(maxLatenessMs / 1000),
  },
  {
    name: 'rcss_player_connected',
    type: 'gauge',
    help: 'Whether a player is connected: 1 or 0.',
    labels: ['side', 'unum'],
    read: perPlayer(({ isConnected }) => (isConnected ? 1 : 0)),
  },
  {
    name: 'rcss_player_missed_cycles_total',
    type: 'counter',
    help: 'Cycles in play without a body command of a player that could act.',
    labels: ['side', 'unum'],
    read: perPlayer(({ missedCycles }) => missedCycles),
  },
  {
    name: 'rcss_player_missed_done_total',
    type: 'counter',
    help: 'Synchronous mode: cycles in which (done) of a player was missing or late.',
    labels: ['side', 'unum'],
    read: perPlayer(({ missedDone }) => missedDone),
  },
  {
    name: 'rcss_player_surplus_commands_total',
    type: 'counter',
    help: 'Commands of a player beyond the useful one of their kind in a cycle.',
    labels: ['side', 'unum'],
    read: perPlayer(({ surplusCommands }) => surplusCommands),
  },
  {
    name: 'rcss_player_commands_total',
    type: 'counter',
    help: 'Commands of a player, without (done) and (compression).',
    labels: ['side', 'unum'],
    read: perPlayer(({ commands }) => commands),
  },
  {
    name: 'rcss_player_body_commands_total',
    type: 'counter',
    help: 'Body commands of a player: the number of measured delays.',
    labels: ['side', 'unum'],
    read: perPlayer(({ bodyCommands }) => bodyCommands),
  },
  {
    name: 'rcss_player_command_delay_seconds_total',
    type: 'counter',
    help: 'Sum of the delays of the body commands of a player after sense_body, seconds.',
    labels: ['side', 'unum'],
    read: perPlayer(({ delaySumMs }) => delaySumMs / 1000),
  },
  {
    name: 'rcss_player_command_delay_p95_seconds',
    type: 'gauge',
    help: 'Delay within which 95 % of the body commands of a player arrive after sense_body, seconds.',
    labels: ['side', 'unum'],
    read: perPlayer(({ p95DelayMs }) => (p95DelayMs === null ? null : p95DelayMs / 1000)),
  },
  {
    name: 'rcss_received_datagrams_total',
    type: 'counter',
    help: 'Received datagrams by kind of client; ports: on the three well-known ports.',
    labels: ['client'],
    read: perTraffic(({ receivedDatagrams }) => receivedDatagrams),
  },
  {
    name: 'rcss_received_bytes_total',
    type: 'counter',
    help: 'Received bytes by kind of client; ports: on the three well-known ports.',
    labels: ['client'],
    read: perTraffic(({ receivedBytes }) => receivedBytes),
  },
  {
    name: 'rcss_sent_datagrams_total',
    type: 'counter',
    help: 'Sent datagrams by kind of client; ports: from the three well-known ports.',
    labels: ['client'],
    read: perTraffic(({ sentDatagrams }) => sentDatagrams),
  },
  {
    name: 'rcss_sent_bytes_total',
    type: 'counter',
    help: 'Sent bytes by kind of client; ports: from the three well-known ports.',
    labels: ['client'],
    read: perTraffic(({ sentBytes }) => sentBytes),
  },
  {
    name: 'rcss_dropped_datagrams_total',
    type: 'counter',
    help: 'Dropped datagrams by reason and client; monitor: all monitors; other: unknown senders.',
    labels: ['reason', 'client'],
    read: (room, add) => {
      for (const [reason, client, value] of sumDropsByClient(room).values()) add(value, reason, client);
    },
  },
  {
    name: 'rcss_file_problems',
    type: 'gauge',
    help: 'Files of the match that are missing or incomplete.',
    labels: [],
    read: ({ fileProblems }, add) => add(fileProblems.length),
  },
];

/** Histogram of the intervals between steps, with the label `room`. */
export const STEP_INTERVAL_METRIC = {
  name: 'rcss_step_interval_seconds',
  help: 'Wall-clock time between two steps, seconds.',
} as const;

/** Number of rooms. */
export const ROOM_COUNT_METRIC = { name: 'rcss_rooms', help: 'Matches in this process.' } as const;

/** Names of all metrics. A histogram has three series: its name with `_bucket`, `_sum` and `_count`. */
export const METRIC_NAMES: readonly string[] = [
  ROOM_COUNT_METRIC.name,
  ...PROCESS_METRICS.map(({ name }) => name),
  ...ROOM_METRICS.map(({ name }) => name),
  ...['_bucket', '_sum', '_count'].map((suffix) => STEP_INTERVAL_METRIC.name + suffix),
];
