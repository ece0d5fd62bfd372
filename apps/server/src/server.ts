import type {
  Frame,
  FullstateObservation,
  GlobalObservation,
  SeeObservation,
  SenseBodyObservation,
  Side,
} from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import type { MonitorCodec, MonitorVersion, TeamNames } from '@rcss/protocol';
import type { Match } from '@rcss/simulator';
import type { Listener } from '@rcss/udp';
import type { Configuration } from './config/configuration.js';
import type { ConsoleOutput } from './console-output.js';
import type { TeamProcesses } from './lifecycle/team-processes.js';
import type { GameLog } from './logs/game-log.js';
import type { LogFile } from './logs/log-file.js';
import type { StartTime } from './logs/start-time.js';
import type { TextLog } from './logs/text-log.js';
import type { RateLimitedLog } from './net/rate-limited-log.js';
import type { SendQueue } from './net/send-queue.js';
import type { WriterPool } from './net/writer-pool.js';
import type { RecordingFile } from './recordings/recording-file.js';
import type { Telemetry } from './results/telemetry.js';
import type { CoachSession, TrainerSession } from './sessions/coach-session.js';
import type { KnownTile, MonitorSession } from './sessions/monitor-session.js';
import type { PlayerSession } from './sessions/player-session.js';

/** A datagram on one of the well-known ports that waits for the next poll. */
export interface Datagram {
  readonly bytes: Uint8Array;
  readonly port: number;
  readonly address: string;
}

/** One of the well-known ports with what has arrived there. */
export interface PortQueue {
  readonly listener: Listener;
  readonly datagrams: Datagram[];
  /** Letters that were dropped because too many waited, since the last report. */
  dropped: number;
}

/**
 * Everything that a running server consists of. The parts that act on it (ports, phases, broadcast, clocks) are
 * functions in files of their own.
 */
export interface Server {
  readonly config: Configuration;
  readonly params: MatchParams;
  readonly match: Match;
  /** Local start time; names of logs and results carry it. */
  readonly start: StartTime;
  readonly console: ConsoleOutput;
  readonly writers: WriterPool;
  readonly sendQueue: SendQueue;

  readonly playerPort: PortQueue;
  readonly coachPort: PortQueue;
  readonly olcoachPort: PortQueue;

  /** By index of the player. */
  readonly players: (PlayerSession | null)[];
  readonly coaches: { l: CoachSession | null; r: CoachSession | null };
  trainer: TrainerSession | null;
  /** Indices of players of a resumed match whose clients have not come back yet. */
  readonly awaited: Set<number>;
  readonly monitors: MonitorSession[];
  nextMonitorId: number;
  /** Writers of shows by protocol version. */
  readonly codecs: Map<MonitorVersion, MonitorCodec>;
  /** Tiles of team graphics by side, in the order in which monitors get them. */
  readonly tiles: KnownTile[];
  /** Names as clients see them; replaced when a team gets its name. */
  names: TeamNames;
  /** Order in which players are served, shuffled at each occasion. */
  readonly order: number[];
  /** Synchronous mode: `match.steps` for which `order` was drawn. */
  orderedIn: number;

  readonly textLog: TextLog | null;
  readonly gameLog: GameLog | null;
  readonly keepawayLog: LogFile | null;
  readonly recording: RecordingFile | null;
  readonly telemetry: Telemetry;
  readonly teams: TeamProcesses;

  /** Buffers that are filled again for every message. */
  readonly buffers: {
    readonly see: SeeObservation;
    readonly body: SenseBodyObservation;
    readonly full: FullstateObservation;
    readonly global: GlobalObservation;
    readonly frame: Frame;
  };
  /** Called when a datagram has arrived anywhere; the synchronous clock waits for it. */
  onArrival: () => void;
  /** Why the server is to stop, once it is. */
  ending: Ending | null;
  /** A fault of the server itself that ended it, if one did. */
  fault: Error | null;
  /** Handshakes in synchronous mode since the start. */
  handshakes: number;
  readonly initLimit: InitLimit;
  /** Lines on stderr about what may happen often. */
  readonly warnings: RateLimitedLog;
  /** Finished logs by kind, once they are closed. */
  logPaths: LogPaths;
}

/** Paths of the logs of a match; absent: not kept. */
export interface LogPaths {
  readonly gameLog?: string;
  readonly textLog?: string;
  readonly keepawayLog?: string;
  readonly recording?: string;
}

/** How a server comes to its end (02 §8). */
export type Ending = 'Server Killed. Exiting...' | 'Game Over. Exiting...' | 'Quit Server. Exiting...';

/** Counts connection requests, so that a flood of them does not slow the match. */
export interface InitLimit {
  second: number;
  count: number;
}

export const SIDE_NAMES: Readonly<Record<Side, string>> = { l: 'left', r: 'right' };
