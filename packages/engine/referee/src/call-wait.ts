import { oppositeSide, type Side } from '@rcss/core';
import { clearPlayersFromBall } from './clear-players.js';
import type { RefereeContext } from './context.js';
import { setPlayMode } from './play-mode-change.js';

/** Cycles between a call of the referee and the free kick (spec 06 §1). */
const CALL_WAIT_CYCLES = 30;
/** Players are moved away from the ball in the last cycles of the wait (spec 06 §1). */
const CLEARING_CYCLES = 5;

/** Moves the offending side away from the ball when the wait nears its end. */
export function clearBeforeRestart(ctx: RefereeContext, wait: number, offender: Side): void {
  if (wait > CALL_WAIT_CYCLES - CLEARING_CYCLES) clearPlayersFromBall(ctx, offender);
}

/** Awards the free kick to the other side at the end of the wait. */
export function awardAfterWait(
  ctx: RefereeContext,
  wait: number,
  offender: Side,
  kick: 'free_kick' | 'indirect_free_kick',
): void {
  if (wait > CALL_WAIT_CYCLES) setPlayMode(ctx, `${kick}_${oppositeSide(offender)}`);
}
