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

/** A share with its 95 % interval. */
export interface WhyShare {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** A future that was played. */
export interface WhyFuture {
  /** Null: the random numbers of the match. */
  readonly seed: number | null;
  readonly score: { readonly left: number; readonly right: number };
  /** Game time of the end. */
  readonly time: number;
  /** Game time of the first state that the recorded match does not have; null: it is the recorded match. */
  readonly differsFrom: number | null;
}

/** What the futures so far have in common, with 95 % intervals. */
export interface WhySummary {
  readonly goals: Readonly<Record<Side | 'none', WhyShare>>;
  /** Goal difference of the left team since the cycle; one future has no interval. */
  readonly difference: { readonly mean: number; readonly low: number | null; readonly high: number | null };
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
  readonly future?: WhyFuture;
  /** With `future`: places of the ball, m, field frame, one for each cycle. */
  readonly ball?: readonly (readonly [x: number, y: number])[];
  readonly summary?: WhySummary;
}
