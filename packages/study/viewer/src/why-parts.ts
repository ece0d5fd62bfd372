/** What a page asks about the recording of its log, and the parts of the answers. Types only: the program that serves the page has them, too. */
import type { Side } from '@rcss/core';
import type { DebugRecord } from '@rcss/core/debug-channel';

/** Where the page asks about the recording of its log, and with which teams it can be played again. */
export interface WhyOffer {
  readonly path: string;
  /** Token of the requests. */
  readonly token: string;
  /** Names of the teams of each side: first those that played, then other versions; empty if the program knows none. */
  readonly teams: Readonly<Record<Side, readonly string[]>>;
}

/** A decision then and now. */
export interface WhyDecision {
  /** Commands as on the wire. */
  readonly recorded: readonly string[];
  readonly decided: readonly string[];
  /** Decisions up to this one, and those of them with other commands than the recorded ones. */
  readonly decisions: number;
  readonly others: number;
  /** Records of the team that decides now. */
  readonly records: readonly DebugRecord[];
}

/** A line of an answer. */
export interface WhyPart {
  /** Why the question is not answered. */
  readonly error?: string;
  /** Game time up to which a match is played. */
  readonly cycle?: number;
  /** Messages of a player in a cycle. */
  readonly record?: DebugRecord;
  readonly decided?: WhyDecision;
  /** A future that was played, in a line. */
  readonly future?: string;
  /** With `future`: places of the ball, m, field frame, one for each cycle. */
  readonly ball?: readonly (readonly [x: number, y: number])[];
  /** With `future`: what the futures so far have in common, with 95 % intervals. */
  readonly summary?: string;
}
