/** Finds the player that plays the ball in a show (docs/statistics.md, touches). */
import { isShootoutMode, PLAYER_COUNT, PlayerState, type PlayMode, type Side } from '@rcss/core';
import type { MatchContext, ShowState } from './show-state.js';
import { isLive } from './show-state.js';

export type TouchKind = 'kick' | 'tackle' | 'catch';

/** A touch of the ball. One object, reused for every show. */
export interface Touch {
  kind: TouchKind;
  /** Index of the player, 0 to 21. */
  index: number;
  side: Side;
  unum: number;
}

export type TouchOutcome = 'none' | 'touch' | 'contested';

const RANK: Readonly<Record<TouchKind, number>> = { catch: 3, kick: 2, tackle: 1 };
const FOUL = /^foul_/;

/** A tackle begins in this show. */
export function beginsTackle(m: ShowState, context: MatchContext, index: number): boolean {
  const { state, tackleCount } = m.frame.players[index]!;
  if ((state & (PlayerState.TACKLE | PlayerState.TACKLE_FAULT)) === 0) return false;
  if (m.lastMode === null) return false;
  if (context.tackleCounts) return tackleCount > m.lastTackles[index]!;
  return (m.lastState[index]! & (PlayerState.TACKLE | PlayerState.TACKLE_FAULT)) === 0;
}

/** A tackle with the ball in reach and not failed. */
export function tackleWon(state: number): boolean {
  return (state & PlayerState.TACKLE) !== 0 && (state & PlayerState.TACKLE_FAULT) === 0;
}

function kindOf(m: ShowState, context: MatchContext, index: number, foul: boolean): TouchKind | null {
  const { state } = m.frame.players[index]!;
  if ((state & PlayerState.CATCH) !== 0 && (state & PlayerState.CATCH_FAULT) === 0) {
    if ((m.lastState[index]! & PlayerState.CATCH) === 0) return 'catch';
  }
  if ((state & PlayerState.KICK) !== 0) return 'kick';
  if (!foul && beginsTackle(m, context, index) && tackleWon(state)) return 'tackle';
  return null;
}

/** Whether the ball may be touched between the last show and this one. */
export function isPlayable(lastMode: PlayMode | null): boolean {
  return isLive(lastMode) && !isShootoutMode(lastMode!);
}

/**
 * The touch of this show: of several by one side the one by catch before kick before tackle, then the nearest to the ball.
 * `contested` when both sides played the ball at once.
 */
export function findTouch(m: ShowState, context: MatchContext, out: Touch): TouchOutcome {
  if (!isPlayable(m.lastMode)) return 'none';
  const foul = FOUL.test(m.mode);
  let best = -1;
  let bestKind: TouchKind = 'tackle';
  let bestDistance = 0;
  let left = false;
  let right = false;
  for (let i = 0; i < PLAYER_COUNT; i++) {
    const kind = kindOf(m, context, i, foul);
    if (kind === null) continue;
    if (i < PLAYER_COUNT / 2) left = true;
    else right = true;
    const distance = Math.hypot(m.lastX[i]! - m.fromX, m.lastY[i]! - m.fromY);
    const better =
      best < 0 || RANK[kind] > RANK[bestKind] || (RANK[kind] === RANK[bestKind] && distance < bestDistance);
    if (better) {
      best = i;
      bestKind = kind;
      bestDistance = distance;
    }
  }
  if (best < 0) return 'none';
  const player = m.frame.players[best]!;
  out.kind = bestKind;
  out.index = best;
  out.side = player.side;
  out.unum = player.unum;
  // A player that catches the ball has it, whatever other players did.
  return left && right && bestKind !== 'catch' ? 'contested' : 'touch';
}
