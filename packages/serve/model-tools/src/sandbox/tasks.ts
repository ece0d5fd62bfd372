/** What the process with the code of teams does for the server, and what it answers. Plain data. */
import type { Side } from '@rcss/core';
import type { MatchEnd } from '@rcss/simulator';

/** A team of this program: no code of the caller. */
export type BuiltInTeam = 'base' | 'chasers' | 'random';

/** A team of a match. */
export type TeamSpec = {
  readonly name: string;
  /** Messages of the coach language that its coach says from the beginning of the match, or of the branch, on. */
  readonly advice?: readonly string[];
} & (
  | { readonly builtIn: BuiltInTeam }
  /** Compiled code: a script with `exports` and `require`. */
  | { readonly code: string; readonly file: string }
  /** A program that the owner of the server allows, by its name there. */
  | { readonly program: string }
);

/** What a player does with the ball from a cycle on, in place of what its team decides. */
export interface Order {
  readonly side: Side;
  readonly unum: number;
  readonly action: 'pass' | 'dribble' | 'shoot' | 'clear' | 'hold';
  /** Receiver of a pass. */
  readonly to?: number;
}

/** What happens in a continuation in place of what the teams do themselves. */
export interface ContinuationPlan {
  readonly order: Order | null;
  /** Messages that the coach of the side says from the state on. */
  readonly advice: readonly string[];
  /** What is different in a match of programs. */
  readonly change?: ProgramChange;
}

/** What is different in a continuation that programs play. */
export interface ProgramChange {
  /** Commands of a player in the first cycle in place of its own, such as `l9 (kick 100 0)`. */
  readonly commands?: string;
  /** Another program for the side; the one of the match is absent. */
  readonly team?: TeamSpec;
  /** Parameters of the server with other values. */
  readonly server?: Readonly<Record<string, unknown>>;
}

/** How a match came about: everything that is needed to play it again bit for bit. */
export interface Recipe {
  readonly left: TeamSpec;
  readonly right: TeamSpec | null;
  /** Seed of the match and of the decisions of the teams. */
  readonly seed: number;
  /** Cycles of a half; absent: 3000. */
  readonly halfCycles?: number;
  /** Absent: from the kickoff. */
  readonly branch?: Branch;
}

/** Where a match leaves another one. */
export interface Branch {
  readonly of: Recipe;
  /** Game time of the state that both share, cycles. */
  readonly cycle: number;
  /** Seed of everything that happens after it; null: the random numbers of the match go on. */
  readonly seed: number | null;
  readonly order: Order | null;
}

/** What the process is asked to do. */
export type SandboxTask =
  | { readonly type: 'play'; readonly recipe: Recipe; readonly cycles: number; readonly hasLog: boolean }
  | {
      readonly type: 'what_if';
      readonly recipe: Recipe;
      readonly cycle: number;
      readonly side: Side;
      readonly plans: readonly ContinuationPlan[];
      readonly count: number;
      readonly horizon: number;
      readonly seed: number;
      /** Recording of a match of programs. */
      readonly recording?: Uint8Array;
    }
  | {
      readonly type: 'perceive';
      readonly recipe: Recipe;
      readonly cycle: number;
      readonly side: Side;
      readonly unum: number;
    };

/** Result of a match. */
export interface PlayResult {
  readonly type: 'play';
  readonly end: MatchEnd;
  /** Errors and warnings that the server sent to players, without repetitions. */
  readonly complaints: readonly string[];
  /** Recording, compressed; absent: the match was played without programs. */
  readonly recording?: Uint8Array;
  /** What is wrong with teams that are programs, as sentences; absent for others. */
  readonly problems?: readonly string[];
  /** Lines that the code of teams printed. */
  readonly printed: readonly string[];
  /** Share of the decisions in play without a command, by side. */
  readonly idle: { readonly l: number; readonly r: number };
  /** Game log, compressed; empty without one. */
  readonly log: Uint8Array;
  /** What followed advice did, by side. */
  readonly followed: { readonly l: FollowedAdvice; readonly r: FollowedAdvice };
}

/** How far a team followed its coach. */
export interface FollowedAdvice {
  /** Messages that the server accepted from the coach. */
  readonly said: number;
  /** Decisions of players that were those of a directive, by its text. */
  readonly decisions: ReadonlyMap<string, number>;
}

/** What one continuation of a what_if led to, for the side that asked. */
export interface Continuation {
  /** Whether the order could be carried out; true without one. */
  readonly isCarriedOut: boolean;
  /** Whether the receiver of the ordered pass was the next player with the ball; null without a pass. */
  readonly isReceived: boolean | null;
  /** Whether the side had the ball at the end. */
  readonly keeps: boolean;
  readonly goals: number;
  readonly conceded: number;
  readonly shots: number;
  /** Expected goals of the side less those of the opponents. */
  readonly xgDifference: number;
  /** How the side followed the advice of its plan. */
  readonly followed: FollowedAdvice;
  /** Distance that the ball came nearer to the opponents' goal line, m. */
  readonly gained: number;
}

/** What the process answers. */
export type SandboxResult =
  | PlayResult
  | { readonly type: 'what_if'; readonly plans: readonly (readonly Continuation[])[] }
  | { readonly type: 'perceive'; readonly team: string; readonly messages: readonly string[] };

/** A message of the process. */
export type SandboxReply =
  /** `slow`: side whose team has needed most of the time; null: none. */
  | { readonly type: 'progress'; readonly done: number; readonly total: number; readonly slow: Side | null }
  | { readonly type: 'result'; readonly result: SandboxResult }
  /** The task failed because of its input or of the code of a team. */
  | {
      readonly type: 'failure';
      readonly message: string;
      readonly printed: readonly string[];
      /** Side of the team whose code failed; absent: no team is to blame. */
      readonly side?: Side;
    };
