import { DROP_REASONS } from '../state/telemetry.js';
import type { ProcessStatus } from './process-monitor.js';
import type { RoomStatus } from './room-status.js';

/** Adds a value of a metric; `labels` in the order of the names in its row. */
export type AddValue = (value: number, ...labels: readonly string[]) => void;

/** A metric of a process or of every room. */
interface MetricRow<Status = never> {
  /** Name in the text of Prometheus: base units (seconds, bytes), `_total` for counters; the others are gauges. */
  readonly name: string;
  readonly help: string;
  /** The label `room` of rooms comes before them. */
  readonly labels: readonly string[];
  readonly read: (status: Status, add: AddValue) => void;
}

export type ProcessMetric = MetricRow<ProcessStatus>;
export type RoomMetric = MetricRow<RoomStatus>;

/** A metric with one value, or with none where it is null. */
function single<Status>(
  name: string,
  help: string,
  select: (status: Status) => number | null,
): MetricRow<Status> {
  const read: MetricRow<Status>['read'] = (status, add) => {
    const value = select(status);
    if (value !== null) add(value);
  };
  return { name, help, labels: [], read };
}

/** Metrics of the process. Their names are those that tools for Node.js programs use. */
export const PROCESS_METRICS: readonly ProcessMetric[] = [
  single(
    'process_cpu_seconds_total',
    'Processor time of the process, seconds.',
    ({ cpuSeconds }) => cpuSeconds,
  ),
  single(
    'process_start_time_seconds',
    'Start of the process, seconds since 1970.',
    ({ startSeconds }) => startSeconds,
  ),
  single(
    'process_resident_memory_bytes',
    'Resident memory of the process, bytes.',
    ({ residentBytes }) => residentBytes,
  ),
  single(
    'nodejs_heap_size_used_bytes',
    'Used part of the heap, bytes.',
    ({ heapUsedBytes }) => heapUsedBytes,
  ),
  single('nodejs_heap_size_total_bytes', 'Size of the heap, bytes.', ({ heapTotalBytes }) => heapTotalBytes),
  single(
    'nodejs_external_memory_bytes',
    'Memory of buffers outside of the heap, bytes.',
    ({ externalBytes }) => externalBytes,
  ),
  {
    name: 'nodejs_eventloop_lag_seconds',
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
    help: 'Version of Node.js; the value is 1.',
    labels: ['version'],
    read: ({ nodeVersion }, add) => add(1, nodeVersion),
  },
];

const SIDE_NAMES = { l: 'left', r: 'right' } as const;

/** Adds a value for each player that has connected. */
function perPlayer(
  name: string,
  help: string,
  select: (player: RoomStatus['players'][number]) => number | null,
): RoomMetric {
  const read: RoomMetric['read'] = ({ players }, add) => {
    for (const player of players) {
      const value = select(player);
      if (value !== null) add(value, SIDE_NAMES[player.side], String(player.unum));
    }
  };
  return { name, help, labels: ['side', 'unum'], read };
}

/** Adds a value for each kind of client, and for the well-known ports. */
function perTraffic(
  name: string,
  help: string,
  select: (counts: RoomStatus['traffic']['ports']) => number,
): RoomMetric {
  const read: RoomMetric['read'] = ({ traffic }, add) => {
    for (const [client, counts] of Object.entries(traffic)) add(select(counts), client);
  };
  return { name, help, labels: ['client'], read };
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
    help: 'Teams and clock of the match; the value is 1.',
    labels: ['left', 'right', 'clock'],
    read: ({ left, right, clock }, add) => add(1, left.name, right.name, clock),
  },
  {
    name: 'rcss_match_state',
    help: 'State of the match (waiting, running, paused, ended, failed); the value is 1 for the current one.',
    labels: ['state'],
    read: ({ state }, add) => add(1, state),
  },
  single('rcss_match_fault', '1 if a fault of the server has ended the match, otherwise 0.', ({ fault }) =>
    fault === null ? 0 : 1,
  ),
  single('rcss_match_cycle', 'Cycle of the match.', ({ cycle }) => cycle),
  single(
    'rcss_match_steps_total',
    'Steps since the start, including those of stopped play.',
    ({ steps }) => steps,
  ),
  single('rcss_match_last_step_age_seconds', 'Time since the last step, seconds.', ({ lastStepAgeMs }) =>
    lastStepAgeMs === null ? null : lastStepAgeMs / 1000,
  ),
  {
    name: 'rcss_match_play_mode',
    help: 'Play mode; the value is 1 for the current one.',
    labels: ['mode'],
    read: ({ playMode }, add) => add(1, playMode),
  },
  {
    name: 'rcss_match_score',
    help: 'Goals of a side.',
    labels: ['side'],
    read: ({ left, right }, add) => {
      add(left.score, 'left');
      add(right.score, 'right');
    },
  },
  {
    name: 'rcss_clients',
    help: 'Connected clients by kind.',
    labels: ['kind'],
    read: ({ clients }, add) => {
      for (const [kind, count] of Object.entries(clients)) add(count, kind);
    },
  },
  single(
    'rcss_late_passes_total',
    'Real-time mode: passes of 10 ms that began more than 2 ms late.',
    ({ latePasses }) => latePasses,
  ),
  single(
    'rcss_late_pass_max_seconds',
    'Real-time mode: delay of the latest pass since the start, seconds.',
    ({ maxLatenessMs }) => maxLatenessMs / 1000,
  ),
  perPlayer('rcss_player_connected', 'Whether a player is connected: 1 or 0.', ({ isConnected }) =>
    isConnected ? 1 : 0,
  ),
  perPlayer(
    'rcss_player_missed_cycles_total',
    'Cycles in play without a body command of a player that could act.',
    ({ missedCycles }) => missedCycles,
  ),
  perPlayer(
    'rcss_player_missed_done_total',
    'Synchronous mode: cycles in which (done) of a player was missing or late.',
    ({ missedDone }) => missedDone,
  ),
  perPlayer(
    'rcss_player_surplus_commands_total',
    'Commands of a player beyond the useful one of their kind in a cycle.',
    ({ surplusCommands }) => surplusCommands,
  ),
  perPlayer(
    'rcss_player_commands_total',
    'Commands of a player, without (done) and (compression).',
    ({ commands }) => commands,
  ),
  perPlayer(
    'rcss_player_body_commands_total',
    'Body commands of a player: the number of measured delays.',
    ({ bodyCommands }) => bodyCommands,
  ),
  perPlayer(
    'rcss_player_command_delay_seconds_total',
    'Sum of the delays of the body commands of a player after sense_body, seconds.',
    ({ delaySumMs }) => delaySumMs / 1000,
  ),
  perPlayer(
    'rcss_player_command_delay_p95_seconds',
    'Delay within which 95 % of the body commands of a player arrive after sense_body, seconds.',
    ({ p95DelayMs }) => (p95DelayMs === null ? null : p95DelayMs / 1000),
  ),
  perTraffic(
    'rcss_received_datagrams_total',
    'Received datagrams by kind of client; ports: on the three well-known ports.',
    ({ receivedDatagrams }) => receivedDatagrams,
  ),
  perTraffic(
    'rcss_received_bytes_total',
    'Received bytes by kind of client; ports: on the three well-known ports.',
    ({ receivedBytes }) => receivedBytes,
  ),
  perTraffic(
    'rcss_sent_datagrams_total',
    'Sent datagrams by kind of client; ports: from the three well-known ports.',
    ({ sentDatagrams }) => sentDatagrams,
  ),
  perTraffic(
    'rcss_sent_bytes_total',
    'Sent bytes by kind of client; ports: from the three well-known ports.',
    ({ sentBytes }) => sentBytes,
  ),
  {
    name: 'rcss_dropped_datagrams_total',
    help: 'Dropped datagrams by reason and client; monitor: all monitors; other: unknown senders.',
    labels: ['reason', 'client'],
    read: (room, add) => {
      for (const [reason, client, value] of sumDropsByClient(room).values()) add(value, reason, client);
    },
  },
  single(
    'rcss_file_problems',
    'Files of the match that are missing or incomplete.',
    ({ fileProblems }) => fileProblems.length,
  ),
];

/** Histogram of the intervals between steps, with the label `room`. */
export const STEP_INTERVAL_METRIC = {
  name: 'rcss_step_interval_seconds',
  help: 'Wall-clock time between two steps, seconds.',
} as const;

/** Number of rooms. */
export const ROOM_COUNT_METRIC = { name: 'rcss_rooms', help: 'Matches in this process.' } as const;
