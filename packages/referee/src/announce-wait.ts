import { opposite, type Side } from '@rcss/core';
import { clearPlayersFromBall } from './clearing.js';
import type { RefereeContext } from './context.js';
import { setPlayMode } from './play-mode-change.js';

/** Cycles between a call and the free kick (spec 06 §1). */
export const ANNOUNCE_WAIT = 30;
/** Players are put away from the ball in the last part of the wait (spec 06 §1). */
const CLEARING_CYCLES = 5;

/** Puts the offending side away from the ball when the wait nears its end. */
export function clearBeforeRestart(ctx: RefereeContext, wait: number, offender: Side): void {
  if (wait > ANNOUNCE_WAIT - CLEARING_CYCLES) clearPlayersFromBall(ctx, offender);
}

/** Gives the free kick to the other side when the wait is over. */
export function awardAfterWait(
  ctx: RefereeContext,
  wait: number,
  offender: Side,
  kick: 'free_kick' | 'indirect_free_kick',
): void {
  if (wait > ANNOUNCE_WAIT) setPlayMode(ctx, `${kick}_${opposite(offender)}`);
}
