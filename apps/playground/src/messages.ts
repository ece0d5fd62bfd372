/** Messages between the page, the worker of the engine and the workers of the teams. */
import type { Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { Scene } from '@rcss/core/match-document';
import type { MatchParams } from '@rcss/params';
import type { PlayerMessage } from '@rcss/protocol';
import type { Snapshot } from '@rcss/simulator';
import type { Goal, GoalResult } from './goal.js';
import type { ModuleText } from './module-texts.js';

/** A file with a learned policy. */
export interface OpenedPolicy {
  /** Name of the file: `.onnx` for a model of ONNX, otherwise a policy document. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Teams of the project. */
export type EngineTeamName = 'chasers' | 'base';

/** A team of a match: code of the editor, compiled, a learned policy, or a team of `@rcss/agent`. */
export interface PlaygroundTeam {
  readonly name: string;
  /** Compiled code; null for a policy, and for a team of the project. */
  readonly code: string | null;
  /** The team of the project; absent: the chasers, which run in the thread of the engine. */
  readonly engine?: EngineTeamName;
  /** The policy by which it plays instead of code. */
  readonly policy?: OpenedPolicy;
  /** Number of players that take part; absent: all of the team. */
  readonly players?: number;
  /** Number of the player whose beliefs and see messages are reported; absent: none. */
  readonly watched?: number;
}

/** What the worker of a team runs. */
export type TeamKind = 'code' | 'policy' | 'base';

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

/** A line of the console of a team. */
export interface ConsoleLine {
  readonly team: string;
  /** Game time, cycles; 0 before the first one. */
  readonly cycle: number;
  /** Number of the player; 0 for the coach and for code that belongs to no player. */
  readonly unum: number;
  readonly level: 'log' | 'warn' | 'error';
  readonly text: string;
}

/** Why a match stopped before its end. */
export interface TeamFailure {
  readonly team: string;
  readonly cycle: number;
  readonly unum: number;
  readonly message: string;
  /** Place in the code of the editor, from 1; null if it is unknown. */
  readonly line: number | null;
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

/** To a frame, with the port between engine and team: starts the worker of the team. */
export interface TeamStart {
  /** The modules of the worker, the one that starts it last. */
  readonly modules: readonly ModuleText[];
  /** The function of the last module that starts it. */
  readonly start: string;
  /** The program that runs models of ONNX; null for a team without a policy. */
  readonly wasm: ArrayBuffer | null;
}

/** What happens in a match. */
export type EngineEvent =
  | { readonly type: 'log'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'console'; readonly lines: readonly ConsoleLine[]; readonly dropped: number }
  | { readonly type: 'records'; readonly records: readonly DebugRecord[] }
  | { readonly type: 'failure'; readonly failure: TeamFailure }
  | { readonly type: 'end'; readonly end: EngineResult };

/** What a client of a team receives: text, a message without its text, or null for its end. */
export type TeamMessage = readonly [client: number, content: Uint8Array | PlayerMessage | null];

/** To a team: creates its clients, or delivers messages and asks for decisions. */
export type TeamRequest =
  | { readonly type: 'create'; readonly choice: PlaygroundTeam; readonly seed: number }
  | {
      readonly type: 'decide';
      readonly cycle: number;
      /** Those since the last request, in their order. */
      readonly messages: readonly TeamMessage[];
      /** Indices of the clients that decide, in their order. */
      readonly clients: readonly number[];
    };

export interface TeamPlayerReply {
  /** Its init message. */
  readonly init: string;
  /** Whether it takes messages without their text. */
  readonly isDecoded: boolean;
}

/** From a team: its clients, its decisions, or why there are none. */
export type TeamReply =
  | {
      readonly type: 'created';
      readonly players: readonly TeamPlayerReply[];
      readonly coach: string | null;
      readonly trainer: string | null;
    }
  | {
      readonly type: 'decided';
      readonly texts: readonly string[];
      /** What the watched player believes and sees. */
      readonly record?: DebugRecord;
      readonly lines: readonly ConsoleLine[];
      readonly dropped: number;
    }
  | {
      readonly type: 'failed';
      readonly failure: TeamFailure;
      readonly lines: readonly ConsoleLine[];
      readonly dropped: number;
    };
