import type { Side } from '@rcss/core';
import type { ClangTeam, PlayModeWord } from '../tree/ast.js';

/** A place or a displacement in meters. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A player of a world, with its position in meters. Leave out players that are not on the field. */
export interface ClangPlayer extends Place {
  /** Team of the player. */
  readonly side: Side;
  /** Uniform number, 1 to 11. */
  readonly unum: number;
}

/**
 * The world that conditions and regions refer to. Coordinates are those of the pitch, with the left team's goal at
 * x = -52.5, for both teams.
 */
export interface ClangWorld {
  /** The current cycle. */
  readonly time: number;
  /** The play mode by the server's name: `play_on`, `free_kick_l`, `goal_r`, ... */
  readonly playMode: string;
  /** True if a free kick follows a catch by the goalie; its mode is then `gc_...` instead of `fk_...`. */
  readonly afterCatch?: boolean;
  readonly score: { readonly l: number; readonly r: number };
  readonly ball: Place;
  /** The last player that had the ball within its kickable area, even if the ball has left it since. */
  readonly ballOwner: { readonly side: Side; readonly unum: number } | null;
  readonly players: readonly ClangPlayer[];
}

const UNSIDED_WORDS: Readonly<Record<string, PlayModeWord>> = {
  before_kick_off: 'bko',
  time_over: 'time_over',
  play_on: 'play_on',
};

const SIDED_WORDS: Readonly<Record<string, string>> = {
  kick_off: 'ko',
  kick_in: 'ki',
  free_kick: 'fk',
  indirect_free_kick: 'fk',
  corner_kick: 'ck',
  goal_kick: 'gk',
  goalie_catch_ball: 'gc',
  goal: 'ag',
  after_goal: 'ag',
};

/**
 * Returns the language's word for a play mode of the server, for the team `us`, or null if there is none
 * (spec 08 §9.4).
 *
 * @example toPlayModeWord('kick_in_r', 'l') // 'ki_opp'
 */
export function toPlayModeWord(playMode: string, us: Side, afterCatch = false): PlayModeWord | null {
  const whole = Object.hasOwn(UNSIDED_WORDS, playMode) ? UNSIDED_WORDS[playMode]! : null;
  if (whole !== null) return whole;
  const stem = playMode.slice(0, -2);
  const side = playMode.slice(-2);
  if ((side !== '_l' && side !== '_r') || !Object.hasOwn(SIDED_WORDS, stem)) return null;
  const team: ClangTeam = side === `_${us}` ? 'our' : 'opp';
  const word = SIDED_WORDS[stem]!;
  return `${afterCatch && word === 'fk' ? 'gc' : word}_${team}` as PlayModeWord;
}
