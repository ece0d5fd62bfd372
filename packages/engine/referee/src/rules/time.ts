/**
 * The ends of halves and of the match (spec 06 §7).
 *
 * The rule runs only while the clock runs, so a half that is over during a stopped ball ends with the next running cycle. `halfEnds` counts
 * the halves that have ended; the limits follow from the lengths that are computed once from the parameters.
 *
 * Order: end of all halves, then golden goal and missing teams, then the end of an extra half, then the end of a normal half.
 *
 * Surprising: the end of a half sets the time back to the exact limit, turns the wind around, and refills the stamina capacity only after
 * the last normal half. A half of length 0 or less never ends. A draw after extra time ends nothing if a shootout follows.
 */
import { playModeClock, type Side } from '@rcss/core';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { movePlayersToOwnHalf, placeBallForSide } from '../placement.js';
import { setPlayMode } from '../play-mode-change.js';

/** Ends halves and the match (spec 06 §7). */
export const timeRule: Rule = { name: 'time', evaluate };

function evaluate(ctx: RefereeContext): void {
  const { world, lengths, params } = ctx;
  const state = ctx.state.time;
  if (playModeClock(world.playMode) !== 'running' || lengths.half <= 0) return;
  const t = world.time;
  const drawn = world.left.score === world.right.score;
  if (t >= lengths.full) {
    if (!(params.server.penalty_shoot_outs && drawn)) endMatch(ctx, 'time_up');
  } else if (t >= lengths.normal) {
    const extra = state.halfEnds + 1 - lengths.normalHalves;
    if (world.left.name === '' || world.right.name === '') endMatch(ctx, 'time_up_without_a_team');
    else if (params.server.golden_goal && !drawn) endMatch(ctx, 'time_up');
    else if (t >= lengths.normal + lengths.extraHalf * extra) {
      if (extra === 0 && !drawn) endMatch(ctx, 'time_up');
      else endHalf(ctx, 'time_extended');
    }
  } else if (t >= lengths.half * (state.halfEnds + 1)) {
    endHalf(ctx, 'half_time');
  }
}

function endMatch(ctx: RefereeContext, call: string): void {
  ctx.host.announce(call);
  setPlayMode(ctx, 'time_over');
}

/** Calls the end of a half (spec 06 §7.2, spec 05 §20.2). */
function endHalf(ctx: RefereeContext, call: string): void {
  const { world, lengths } = ctx;
  ctx.state.time.halfEnds += 1;
  const k = ctx.state.time.halfEnds;
  const side: Side = k % 2 === 0 ? 'l' : 'r';
  ctx.host.announce(call);
  releaseBall(ctx);
  placeBallForSide(ctx, side, 0, 0);
  setPlayMode(ctx, 'before_kick_off');
  world.time =
    k < lengths.normalHalves
      ? lengths.half * k
      : lengths.normal + lengths.extraHalf * (k - lengths.normalHalves);
  if (k === lengths.normalHalves) ctx.host.refillStaminaCapacity();
  world.wind.x = 0 - world.wind.x;
  world.wind.y = 0 - world.wind.y;
  movePlayersToOwnHalf(ctx);
}
