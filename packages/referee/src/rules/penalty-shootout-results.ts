import { oppositeSide, type Side, type SideOrNeutral, teamOf } from '@rcss/core';
import { bernoulli } from '@rcss/core/random';
import type { RefereeContext } from '../context.js';
import { setPlayMode } from '../play-mode-change.js';

/**
 * Calls a foul in the shootout: the kick is missed if the taking side fouled, else it is a goal for the taking
 * side (spec 06 §16.10).
 */
export function callPenaltyFoul(ctx: RefereeContext, offender: SideOrNeutral): void {
  const { taking } = ctx.state.shootOut;
  ctx.host.announce(`penalty_foul_${offender}`);
  if (offender === taking) penaltyMissed(ctx);
  else penaltyScored(ctx);
}

/** Counts a scored kick of the taking side (spec 06 §16.10). */
export function penaltyScored(ctx: RefereeContext): void {
  const memory = ctx.state.shootOut;
  const side = memory.taking;
  setPlayMode(ctx, `penalty_score_${side}`);
  const team = teamOf(ctx.world, side);
  if (team.name !== '') {
    team.penaltyScored += 1;
    team.penaltyTaken += 1;
  }
  memory.kicks += 1;
  decide(ctx, side);
}

/** Counts a missed kick of the taking side (spec 06 §16.10). */
export function penaltyMissed(ctx: RefereeContext): void {
  const memory = ctx.state.shootOut;
  const side = memory.taking;
  setPlayMode(ctx, `penalty_miss_${side}`);
  memory.kicks += 1;
  const team = teamOf(ctx.world, side);
  if (team.name !== '') team.penaltyTaken += 1;
  decide(ctx, side);
}

/** Ends the match if the shootout is decided (spec 06 §16.10). */
function decide(ctx: RefereeContext, side: Side): void {
  const { world, params } = ctx;
  const memory = ctx.state.shootOut;
  const { pen_nr_kicks, pen_max_extra_kicks } = params.server;
  const { kicks } = memory;
  const a = world.left.penaltyScored;
  const b = world.right.penaltyScored;
  const stars = side === 'l' ? ['*', ' '] : [' ', '*'];
  ctx.host.console(`Score: ${stars[0]}${a}-${b}${stars[1]} after ${kicks} penalties.`, true);
  if (kicks > 2 * (pen_nr_kicks + pen_max_extra_kicks)) {
    endWithoutWinner(ctx);
  } else if (kicks > 2 * pen_nr_kicks) {
    if (kicks % 2 === 0 && a !== b) finish(ctx, a > b ? 'penalty_winner_l' : 'penalty_winner_r');
  } else {
    const left = pen_nr_kicks - Math.trunc(kicks / 2);
    const shot = kicks % 2;
    const maxLeft = a + left - (side === 'l' ? shot : 0);
    const maxRight = b + left - (side === 'r' ? shot : 0);
    if (maxLeft < b) {
      // A right win ends the match at once, a left win at the next evaluation.
      announceEnd(ctx, 'penalty_winner_r');
      setPlayMode(ctx, 'time_over');
    } else if (maxRight < a) {
      finish(ctx, 'penalty_winner_l');
    }
  }
}

/** Ends the match after the last possible kick, without regard to the score. */
function endWithoutWinner(ctx: RefereeContext): void {
  if (!ctx.params.server.pen_random_winner) {
    finish(ctx, 'penalty_draw');
    return;
  }
  const winner: Side = bernoulli(ctx.rng, 0.5) ? 'l' : 'r';
  finish(ctx, `penalty_winner_${winner}`);
  teamOf(ctx.world, winner).wonToss = true;
  ctx.host.console(`${winner === 'l' ? 'Left' : 'Right'} team has won the coin toss!`, true);
}

function finish(ctx: RefereeContext, call: string): void {
  announceEnd(ctx, call);
  ctx.state.shootOut.finished = true;
}

function announceEnd(ctx: RefereeContext, call: string): void {
  ctx.host.announce(call);
  ctx.host.console(`Final score: ${ctx.world.left.penaltyScored}-${ctx.world.right.penaltyScored}`, true);
}

/** Returns the side that defends the goal. */
export function defendingSide(ctx: RefereeContext): Side {
  return oppositeSide(ctx.state.shootOut.taking);
}
