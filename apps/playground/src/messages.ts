/** Messages between the page and the worker of the engine. */
import type { Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { Scene } from '@rcss/core/match-document';
import type { MatchParams } from '@rcss/params';
import type { Snapshot } from '@rcss/simulator';
import type { ConsoleLine, PlaygroundTeam, TeamFailure, TeamKind } from '@rcss/team-frames/messages';
import type { Goal, GoalResult } from './goal.js';

export * from '@rcss/team-frames/messages';

/** A moment of a game log from which a match continues. */
export interface LogStart {
  /** Parameters of the match of the log, with its player types. */
  readonly params: MatchParams;
  /** State of a match with the seed of the settings. */
  readonly from: Snapshot;
  /** The team whose players the code of the editor takes over. */
  readonly side: Side;
}

/** What is played. */
export interface MatchSettings {
  readonly left: PlaygroundTeam;
  /** Absent: the left team is alone. */
  readonly right?: PlaygroundTeam;
  readonly seed: number;
  /** Steps after which the match stops, those of stopped play included. */
  readonly cycles: number;
  /** Time for the decisions of a team in one cycle, ms. */
  readonly limitMs: number;
  /**
   * Whether the ball leaves the ground (`air`), or stays on it while teams of protocol version 20 are allowed (`ground`); absent: a match of
   * version 19.
   */
  readonly height?: 'air' | 'ground';
  /** Situation at the beginning; absent: before the kickoff. */
  readonly scene?: Scene;
  /** State at the beginning, instead of a scene; `left` is the team of its `side`, and `cycles` count from it. */
  readonly start?: LogStart;
  /**
   * Number of frames of the game log in which the left team does what it did in the match before, so that they are the same; its code
   * decides after them. 0 or absent: none.
   */
  readonly repeatedFrames?: number;
  /** Conditions on the left team; the match ends when their result is certain. */
  readonly goals?: readonly Goal[];
}

/** Result of a match in the page. */
export interface EngineResult {
  readonly score: { readonly left: number; readonly right: number };
  /** Game time, cycles. */
  readonly time: number;
  /** Digest of the last state, hexadecimal: equal for equal code, seed and number of cycles. */
  readonly digest: string;
  /** Absent: the settings have no conditions. */
  readonly goal?: GoalResult;
}

/** To the engine: begins a match and ends the one before. */
export type EngineRequest =
  | { readonly type: 'run'; readonly id: number; readonly settings: MatchSettings }
  | { readonly type: 'stop' };

/** From the engine; `id` is that of the request `run`. */
export type EngineMessage = ({ readonly id: number } & EngineEvent) | TeamFrameRequest;

/** From the engine: the page starts and ends frames of teams. `team` is their number. */
export type TeamFrameRequest =
  | {
      readonly type: 'start-team';
      readonly team: number;
      readonly kind: TeamKind;
      readonly port: MessagePort;
    }
  | { readonly type: 'end-team'; readonly team: number };

/** What happens in a match. */
export type EngineEvent =
  | { readonly type: 'log'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'console'; readonly lines: readonly ConsoleLine[]; readonly dropped: number }
  | { readonly type: 'records'; readonly records: readonly DebugRecord[] }
  | { readonly type: 'failure'; readonly failure: TeamFailure }
  | { readonly type: 'end'; readonly end: EngineResult };
