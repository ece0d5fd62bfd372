/** Finds the player that plays the ball in a show (docs/use/analyst/statistics.md, touches). */
import {
  hasCaught,
  hasKicked,
  hasTackled,
  isShootoutMode,
  PLAYER_COUNT,
  PlayerState,
  type PlayMode,
  type Side,
  TEAM_SIZE,
} from '@rcss/core';
import type { MatchContext, ShowState } from './show-state.js';
import { isLive } from './show-state.js';

/** How a player touches the ball. */
export type TouchKind = 'kick' | 'tackle' | 'catch';

/** A touch of the ball. One object is reused for every show. */
export interface Touch {
  kind: TouchKind;
  /** Index of the player, 0 to 21. */
  index: number;
  side: Side;
  unum: number;
}

/** Whether a show has a touch, and whether both sides played the ball at once. */
export type TouchOutcome = 'none' | 'touch' | 'contested';

/** Of several touches of one side, the one with the highest rank counts. */
const RANK: Readonly<Record<TouchKind, number>> = { catch: 3, kick: 2, tackle: 1 };
const FOUL = /^foul_/;

/** Whether a tackle of the player begins in this show. */
export function isTackleStart(show: ShowState, context: MatchContext, index: number): boolean {
  const { state, tackleCount } = show.frame.players[index]!;
  if ((state & (PlayerState.TACKLE | PlayerState.TACKLE_FAULT)) === 0) return false;
  if (show.lastMode === null) return false;
  if (context.tackleCounts) return tackleCount > show.lastTackles[index]!;
  return (show.lastState[index]! & (PlayerState.TACKLE | PlayerState.TACKLE_FAULT)) === 0;
}

/** Whether a tackle of the player begins in this show and reaches the ball. */
export function isTackleWon(show: ShowState, context: MatchContext, index: number): boolean {
  return hasTackled(show.frame.players[index]!.state) && isTackleStart(show, context, index);
}

/** Returns how the player touches the ball in this show; null if it does not. The ball must have been live in the show before. */
export function findTouchKind(show: ShowState, context: MatchContext, index: number): TouchKind | null {
  const { state } = show.frame.players[index]!;
  if (hasCaught(state) && !hasCaught(show.lastState[index]!)) return 'catch';
  if (hasKicked(state)) return 'kick';
  return isTackleWon(show, context, index) ? 'tackle' : null;
}

/** Whether a touch between the last show and this one counts. */
export function isPlayable(lastMode: PlayMode | null): boolean {
  return isLive(lastMode) && !isShootoutMode(lastMode!);
}

/**
 * Finds the touch of this show and writes it to `out`. Of several touches of one side, a catch has priority over a
 * kick, and a kick over a tackle. Of equal touches, the one nearest to the ball counts. Returns `contested` if
 * both sides played the ball at once.
 */
export function findTouch(show: ShowState, context: MatchContext, out: Touch): TouchOutcome {
  // A kick in the first show of a log was in play if play is on.
  if (!isPlayable(show.lastMode ?? (show.mode === 'play_on' ? show.mode : null))) return 'none';
  const isFoul = FOUL.test(show.mode);
  const offside = show.mode === 'offside_l' ? 'l' : show.mode === 'offside_r' ? 'r' : null;
  let best = -1;
  let bestKind: TouchKind = 'tackle';
  let bestDistance = 0;
  let left = false;
  let right = false;
  for (let i = 0; i < PLAYER_COUNT; i++) {
    // A player in an offside position that plays the ball does not have it: the referee calls the pass in the same show.
    if ((i < TEAM_SIZE ? 'l' : 'r') === offside) continue;
    const kind = findTouchKind(show, context, i);
    if (kind === null || (isFoul && kind === 'tackle')) continue;
    if (i < PLAYER_COUNT / 2) left = true;
    else right = true;
    const distance = Math.hypot(show.lastX[i]! - show.fromX, show.lastY[i]! - show.fromY);
    const isBetter =
      best < 0 || RANK[kind] > RANK[bestKind] || (RANK[kind] === RANK[bestKind] && distance < bestDistance);
    if (isBetter) {
      best = i;
      bestKind = kind;
      bestDistance = distance;
    }
  }
  if (best < 0) return 'none';
  const player = show.frame.players[best]!;
  out.kind = bestKind;
  out.index = best;
  out.side = player.side;
  out.unum = player.unum;
  // A player that catches the ball has it, also if another player kicks it in the same cycle.
  return left && right && bestKind !== 'catch' ? 'contested' : 'touch';
}
