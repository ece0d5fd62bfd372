/** Data of the interface of a room server. Types only; `@rcss/client/rooms` is the client. */
import type {
  MatchClock,
  MatchDocument,
  Scene,
  ScenePlayer,
  StopConditions,
  StopReason,
} from './match-document.js';
import type { PlayMode } from './play-mode.js';
import type { SideName } from './side.js';

/**
 * `waiting`: created, not started. `running`, `paused`: started. `ended`: a stop condition held. `closed`: the ports are
 * closed and the files are complete. `failed`: closed by a fault of the server.
 */
export type RoomPhase = 'waiting' | 'running' | 'paused' | 'ended' | 'closed' | 'failed';

export interface RoomState {
  readonly id: string;
  /** Name of the match document; null if it has none. */
  readonly name: string | null;
  readonly phase: RoomPhase;
  readonly clock: MatchClock;
  readonly seed: number;
  /** UDP ports. */
  readonly ports: { readonly player: number; readonly coach: number; readonly olcoach: number };
  /** Number of cycles in which the clock ran. */
  readonly time: number;
  /** Number of steps at this time while the clock was stopped. */
  readonly stoppageTime: number;
  /** Number of steps since the start or the last reset. */
  readonly steps: number;
  /**
   * Number of handshakes since the last request to step, start or reset that ended without the `(done)` of a client (`rcss::synch_timeout`);
   * 0 in real time. In the reply to a request to step: those of its cycles, and one before the first cycle of the match.
   */
  readonly missed: number;
  readonly playMode: PlayMode;
  readonly score: { readonly left: number; readonly right: number };
  /** Team names; empty if the side has no team. */
  readonly teams: { readonly left: string; readonly right: string };
  /** The teams that the room starts as programs or modules; null for other teams. */
  readonly programs: { readonly left: RoomTeamProgram | null; readonly right: RoomTeamProgram | null };
  /** Numbers of connected clients. */
  readonly clients: {
    readonly players: number;
    readonly coaches: number;
    readonly trainers: number;
    readonly monitors: number;
  };
  /** Identifiers of the snapshots that the room keeps. */
  readonly snapshots: readonly string[];
  /** Why the match ended; null while it goes on. */
  readonly end: StopReason | null;
  /** The recording of the match; null without one. */
  readonly recording: RoomRecording | null;
  /** Message of the fault that ended the room; null if there is none. */
  readonly fault: string | null;
}

/** State of the recording from which a later server continues a match. */
export interface RoomRecording {
  /** Cycle from which nothing is recorded because the file could not be written, for example on a full disk; null if all is recorded. */
  readonly lostAt: number | null;
}

/** State of a program or module that plays a team. */
export interface RoomTeamProgram {
  /**
   * `waiting`: the room has not started. `starting`: the program runs, but no player is connected. `connected`: a player has connected.
   * `missing`: no player has connected within the time limit of the server. `failed`: the program has ended with an error
   * before a player connected, or the module cannot be loaded or was refused. After `missing` and `failed`, a player can still connect.
   */
  readonly status: 'waiting' | 'starting' | 'connected' | 'missing' | 'failed';
  /** Reason of `missing` and `failed`; otherwise null. */
  readonly message: string | null;
}

export interface CreateRoomRequest {
  /** 1 to 64 letters, digits, `-` and `_`; absent: chosen by the server. */
  readonly id?: string;
  readonly document: MatchDocument;
  /** Whether the match starts at once. */
  readonly start?: boolean;
}

/** Request to create a room with the state of another one. */
export interface ForkRoomRequest {
  readonly id?: string;
  /** Snapshot of the room; absent: its current state. */
  readonly snapshot?: string;
}

/** Request to reset a room; its clients stay connected. */
export interface ResetRoomRequest {
  /**
   * Document of the match from now on; then the other fields must be absent. Its teams, parameters and recording must be absent or those of
   * the room; its clock cannot change between `real-time` and the others. Absent fields of these, and an absent seed, stay.
   */
  readonly document?: MatchDocument;
  /** Snapshot of the room; absent: the beginning of the match. */
  readonly snapshot?: string;
  /** Situation that is set then; absent and without `snapshot`: the one of the document. */
  readonly scene?: Scene;
  /** Stop conditions from now on; absent: unchanged. */
  readonly stop?: StopConditions;
  /** New seed of all random numbers; absent: the same numbers again. */
  readonly seed?: number;
}

/** Request to put a player without client on the field. */
export interface SpawnPlayerRequest extends Omit<ScenePlayer, 'side' | 'unum'> {
  /** Name of the team; a new name takes a free side. */
  readonly team: string;
}

/** Slot of a player. */
export interface RoomPlayer {
  readonly side: SideName;
  readonly unum: number;
}

/** Whether a room server takes no more matches, and which it still plays. */
export interface RoomDrain {
  /** Whether no room is created and no match begins any more; the server ends when `running` is empty. */
  readonly draining: boolean;
  /** Identifiers of the rooms whose matches have begun and go on. */
  readonly running: readonly string[];
}

/** An event of a room, in the order of occurrence. */
export type RoomEvent =
  /** The phase or the document changed; also the first event of every stream. */
  | { readonly type: 'state'; readonly state: RoomState }
  | {
      readonly type: 'goal';
      readonly time: number;
      readonly side: SideName;
      readonly score: { readonly left: number; readonly right: number };
    }
  /** The program of a team was started, its first player has connected, or none has. */
  | { readonly type: 'team'; readonly side: SideName; readonly program: RoomTeamProgram }
  | { readonly type: 'play_mode'; readonly time: number; readonly playMode: PlayMode }
  /** The match ended. */
  | { readonly type: 'end'; readonly time: number; readonly end: StopReason };

/** One field of a request that is refused. */
export interface RoomFieldProblem {
  /** Path in the body, for example `document.teams.left.start`. */
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** Body of every error (RFC 9457, application/problem+json). */
export interface RoomProblem {
  /** Kind of the problem: `about:blank`, or a relative reference that names it. */
  readonly type: string;
  readonly title: string;
  /** HTTP status. */
  readonly status: number;
  readonly detail: string;
  /** The refused fields. */
  readonly problems?: readonly RoomFieldProblem[];
}
