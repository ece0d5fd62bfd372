/** Messages between the engine and the workers of the teams. */
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { ModuleTeam } from '@rcss/core/match-document';
import type { PlayerMessage } from '@rcss/protocol';
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
  /** Values of its options; absent: none. */
  readonly options?: NonNullable<ModuleTeam['options']>;
  /** Number of players that take part; absent: all of the team. */
  readonly players?: number;
  /** Number of the player whose beliefs and see messages are reported; absent: none. */
  readonly watched?: number;
}

/** What the worker of a team runs. */
export type TeamKind = 'code' | 'policy' | 'base';

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

/** To a frame, with the port between engine and team: starts the worker of the team. */
export interface TeamStart {
  /** The modules of the worker, the one that starts it last. */
  readonly modules: readonly ModuleText[];
  /** The function of the last module that starts it. */
  readonly start: string;
  /** The program that runs models of ONNX; null for a team without a policy. */
  readonly wasm: ArrayBuffer | null;
}

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
