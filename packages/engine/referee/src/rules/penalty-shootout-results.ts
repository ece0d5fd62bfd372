/** Scored and missed kicks of the shootout, fouls in it, and its end (spec 06 §16.10). */
import { oppositeSide, type Side, type SideOrNeutral, type Team, teamOf } from '@rcss/core';
import { bernoulli } from '@rcss/core/random';
import type { RefereeContext } from '../context.js';
import { setPlayMode } from '../play-mode-change.js';

/**
 * Calls a foul in the shootout. If the taking side fouled, the kick counts as missed. Otherwise it counts as a
 * goal for the opponents of the offender (spec 06 §16.10).
 */
export function callPenaltyFoul(ctx: RefereeContext, offender: Side): void {
  ctx.host.announce(`penalty_foul_${offender}`);
  if (offender === ctx.state.shootout.taking) countMiss(ctx, offender);
  else countScore(ctx, oppositeSide(offender));
}

/** Counts a scored kick of a side; without a taker the right side scores (spec 06 §16.10). */
export function countScore(ctx: RefereeContext, side: SideOrNeutral): void {
  const state = ctx.state.shootout;
  setPlayMode(ctx, side === 'l' ? 'penalty_score_l' : 'penalty_score_r');
  const team = countedTeam(ctx, side);
  if (team.name !== '') {
    team.penaltyScored += 1;
    team.penaltyTaken += 1;
  }
  state.kicks += 1;
  endIfDecided(ctx, side);
}

/**
 * Counts a missed kick of a side. Quirk: without a taker the play mode is that of the right side, and the kick counts
 * for the left team (spec 06 §16.10).
 */
export function countMiss(ctx: RefereeContext, side: SideOrNeutral): void {
  const state = ctx.state.shootout;
  setPlayMode(ctx, side === 'l' ? 'penalty_miss_l' : 'penalty_miss_r');
  state.kicks += 1;
  const team = countedTeam(ctx, side);
  if (team.name !== '') team.penaltyTaken += 1;
  endIfDecided(ctx, side);
}

/** Returns the team whose kicks are counted: the right team for its own side, the left team otherwise. */
function countedTeam(ctx: RefereeContext, side: SideOrNeutral): Team {
  return teamOf(ctx.world, side === 'r' ? 'r' : 'l');
}

/** Ends the match if the shootout is decided (spec 06 §16.10). */
function endIfDecided(ctx: RefereeContext, side: SideOrNeutral): void {
  const { world, params } = ctx;
  const state = ctx.state.shootout;
  const { pen_nr_kicks, pen_max_extra_kicks } = params.server;
  const { kicks } = state;
  const a = world.left.penaltyScored;
  const b = world.right.penaltyScored;
  const stars = side === 'l' ? ['*', ' '] : [' ', '*'];
  ctx.host.writeConsole(`Score: ${stars[0]}${a}-${b}${stars[1]} after ${kicks} penalties.`, true);
  const lastKick = 2 * (pen_nr_kicks + pen_max_extra_kicks);
  // Quirk: a level shootout has one more kick, without effect on the result.
  if (kicks > lastKick || (params.corrections?.shootout === true && kicks === lastKick && a === b)) {
    endWithoutWinner(ctx);
  } else if (kicks > 2 * pen_nr_kicks) {
    if (kicks % 2 === 0 && a !== b) finishShootout(ctx, a > b ? 'penalty_winner_l' : 'penalty_winner_r');
  } else {
    const left = pen_nr_kicks - Math.trunc(kicks / 2);
    const kicksOfRound = kicks % 2;
    const maxLeft = a + left - (side === 'l' ? kicksOfRound : 0);
    const maxRight = b + left - (side === 'r' ? kicksOfRound : 0);
    if (maxLeft < b) {
      // A right win ends the match at once, a left win at the next evaluation.
      announceEnd(ctx, 'penalty_winner_r');
      setPlayMode(ctx, 'time_over');
    } else if (maxRight < a) {
      finishShootout(ctx, 'penalty_winner_l');
    }
  }
}

/** Ends the match after the last possible kick, without regard to the score. */
function endWithoutWinner(ctx: RefereeContext): void {
  if (!ctx.params.server.pen_random_winner) {
    finishShootout(ctx, 'penalty_draw');
    return;
  }
  const winner: Side = bernoulli(ctx.rng, 0.5) ? 'l' : 'r';
  finishShootout(ctx, `penalty_winner_${winner}`);
  teamOf(ctx.world, winner).wonToss = true;
  ctx.host.writeConsole(`${winner === 'l' ? 'Left' : 'Right'} team has won the coin toss!`, true);
}

function finishShootout(ctx: RefereeContext, call: string): void {
  announceEnd(ctx, call);
  ctx.state.shootout.finished = true;
}

function announceEnd(ctx: RefereeContext, call: string): void {
  ctx.host.announce(call);
  ctx.host.writeConsole(
    `Final score: ${ctx.world.left.penaltyScored}-${ctx.world.right.penaltyScored}`,
    true,
  );
}

/** Returns the side that defends the goal; the right side if there is no taker (spec 06 §16.1). */
export function defendingSide(ctx: RefereeContext): Side {
  return ctx.state.shootout.taking === 'r' ? 'l' : 'r';
}
