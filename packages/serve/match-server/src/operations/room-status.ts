import type { PlayMode } from '@rcss/core';
import type { RoomRecording } from '@rcss/core/rooms';
import type { ClientRole } from '@rcss/host';
import type { FileProblems } from '../files/file-problems.js';
import { getServerPorts } from '../net/network.js';
import type { TrafficCounts } from '../net/traffic.js';
import type { ResultReport } from '../results/result-file.js';
import type { Server } from '../sessions/server.js';
import { type PlayerStatus, readPlayers, roundToMicroseconds } from '../state/player-status.js';
import type { ClientDrops, DropReason } from '../state/telemetry.js';

/** Whether a match runs. `waiting`: before the first step. Only a host of rooms sets `paused` and `failed`. */
export type RoomLifeState = 'waiting' | 'running' | 'paused' | 'ended' | 'failed';

/**
 * What the operator of a server sees of one match. Plain data without references to the match: it can be sent as JSON or to another
 * thread.
 */
export interface RoomStatus
  extends Pick<
    ResultReport,
    'ending' | 'fault' | 'seed' | 'steps' | 'ports' | 'latePasses' | 'fileProblems'
  > {
  /** Name of the room; `main` for a server with one match. */
  readonly room: string;
  readonly state: RoomLifeState;
  /** `stepped`: a room whose cycles a program requests. */
  readonly clock: 'real_time' | 'synchronous' | 'stepped';
  /** Cycle, and the number of the cycle in stopped play. */
  readonly cycle: number;
  readonly stoppageCycle: number;
  /** Time since the last step, ms; null before the first step. */
  readonly lastStepAgeMs: number | null;
  readonly playMode: PlayMode;
  readonly left: TeamStatus;
  readonly right: TeamStatus;
  /** Number of connected clients. */
  readonly clients: Readonly<Record<ClientRole, number>>;
  /** The players that have connected since the start. */
  readonly players: readonly PlayerStatus[];
  readonly maxLatenessMs: number;
  readonly stepIntervals: StepIntervals;
  /** Datagrams and bytes by kind of client; `ports`: on the three well-known ports. */
  readonly traffic: Readonly<Record<ClientRole | 'ports', Readonly<TrafficCounts>>>;
  /** Dropped datagrams by reason. */
  readonly drops: Readonly<Record<DropReason, number>>;
  /** Dropped datagrams of clients that sent too many or caused too much work. */
  readonly limitedClients: readonly LimitedClient[];
  /** Handshakes of the synchronous mode that online coaches and trainer missed. */
  readonly coachesMissedDone: { readonly l: number; readonly r: number; readonly trainer: number };
  /** The recording of the match; null without one. */
  readonly recording: RoomRecording | null;
}

/** A team of a {@link RoomStatus}. */
export interface TeamStatus {
  /** Empty before the first player of the team has connected. */
  readonly name: string;
  readonly score: number;
  readonly penaltiesScored: number;
  readonly penaltiesTaken: number;
}

/** Lengths of the intervals between steps, in wall-clock time. */
export interface StepIntervals {
  readonly count: number;
  readonly sumMs: number;
  /** Number of intervals that are at most as long as the bound with the same index in {@link STEP_INTERVAL_BOUNDS_MS}. */
  readonly cumulative: readonly number[];
}

/** A client of which datagrams were dropped. */
export interface LimitedClient extends ClientDrops {
  readonly client: string;
}

/** Upper bounds of the classes of {@link StepIntervals}, ms. */
export const STEP_INTERVAL_BOUNDS_MS = [
  1, 2, 5, 10, 20, 50, 90, 95, 99, 101, 105, 110, 125, 150, 200,
] as const;

/** The parts of a server that its status shows. */
export type RoomContext = Pick<Server, 'match' | 'net' | 'clients' | 'telemetry' | 'run'> & {
  readonly logs: { readonly recording: RoomRecording | null };
  readonly problems: Pick<FileProblems, 'messages'>;
};

/**
 * Reads the status of a running match.
 *
 * @param room Name of the room.
 */
export function readRoomStatus(room: string, context: RoomContext): RoomStatus {
  const { match, net, clients, telemetry, run, logs, problems } = context;
  const { world, params } = match;
  const { lastStepTime } = telemetry;
  return {
    room,
    state: run.ending !== null ? 'ended' : match.steps === 0 ? 'waiting' : 'running',
    ending: run.ending,
    fault: run.fault?.message ?? null,
    clock: params.server.synch_mode ? 'synchronous' : 'real_time',
    seed: match.seed,
    cycle: world.time,
    stoppageCycle: world.stoppageTime,
    steps: match.steps,
    lastStepAgeMs: lastStepTime === 0 ? null : roundToMicroseconds(performance.now() - lastStepTime),
    playMode: world.playMode,
    left: readTeam(world.left),
    right: readTeam(world.right),
    ports: getServerPorts(net.ports),
    clients: {
      player: clients.players.filter((session) => session !== null).length,
      coach: [clients.coaches.l, clients.coaches.r].filter((session) => session !== null).length,
      trainer: clients.trainer === null ? 0 : 1,
      monitor: clients.monitors.length,
    },
    players: readPlayers(context),
    latePasses: telemetry.latePassCount,
    maxLatenessMs: roundToMicroseconds(telemetry.maxLatenessMs),
    stepIntervals: readStepIntervals(telemetry),
    traffic: structuredClone(net.traffic),
    drops: { ...telemetry.drops },
    limitedClients: [...telemetry.limitedClients].map(([client, drops]) => ({ client, ...drops })),
    coachesMissedDone: { ...telemetry.coachesMissedDone },
    recording: readRecordingState(logs),
    fileProblems: [...problems.messages],
  };
}

/** Returns the state of a recording as plain data. */
export function readRecordingState({ recording }: RoomContext['logs']): RoomRecording | null {
  return recording === null ? null : { lostAt: recording.lostAt };
}

function readTeam(team: RoomContext['match']['world']['left']): TeamStatus {
  const { name, score, penaltyScored, penaltyTaken } = team;
  return { name, score, penaltiesScored: penaltyScored, penaltiesTaken: penaltyTaken };
}

function readStepIntervals({
  stepIntervalCounts,
  stepIntervalSumMs,
}: RoomContext['telemetry']): StepIntervals {
  const cumulative: number[] = [];
  let count = 0;
  let next = 0;
  for (const bound of STEP_INTERVAL_BOUNDS_MS) {
    // Class n has the intervals from n to n + 1 ms.
    for (; next < bound; next++) count += stepIntervalCounts[next]!;
    cumulative.push(count);
  }
  for (; next < stepIntervalCounts.length; next++) count += stepIntervalCounts[next]!;
  return { count, sumMs: roundToMicroseconds(stepIntervalSumMs), cumulative };
}
