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
import type { CoachSession, TrainerSession } from './coach-session.js';
import type { Configuration } from './config/configuration.js';
import type { ConsoleOutput } from './console-output.js';
import type { Dispatch } from './dispatch.js';
import type { GameLog } from './game-log.js';
import type { LogFile } from './log-file.js';
import type { KnownTile, MonitorSession } from './monitor-session.js';
import type { Notices } from './notices.js';
import type { Outbox } from './outbox.js';
import type { PlayerSession } from './player-session.js';
import type { RecordingFile } from './recording-file.js';
import type { StartTime } from './start-time.js';
import type { TeamProcesses } from './team-processes.js';
import type { Telemetry } from './telemetry.js';
import type { TextLog } from './text-log.js';

/** A datagram on one of the well-known ports that waits for the next poll. */
export interface Letter {
  readonly bytes: Uint8Array;
  readonly port: number;
  readonly address: string;
}

/** One of the well-known ports with what has arrived there. */
export interface Mailbox {
  readonly listener: Listener;
  readonly letters: Letter[];
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
  readonly outbox: Outbox;
  readonly dispatch: Dispatch;

  readonly playerPort: Mailbox;
  readonly coachPort: Mailbox;
  readonly olcoachPort: Mailbox;

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
  readonly notices: Notices;
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
