import {
  isShootoutMode,
  oppositeSide,
  type Player,
  type PlayMode,
  playModeSide,
  type Side,
  teamOf,
} from '@rcss/core';
import { awardAfterWait, clearBeforeRestart } from '../announce-wait.js';
import { inPenaltyArea, outOfGoalArea, outOfPenaltyArea, toPitch } from '../areas.js';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { placeBallIn } from '../placement.js';
import { playModeKind } from '../play-mode-kind.js';
import { giveCard } from './cards.js';
import { detectFoul } from './foul-detection.js';

/** Detects fouls by tackles and shows cards (spec 06 §13). */
export const foulRule: Rule = { name: 'foul', tackle, modeSet, evaluate };

function tackle(ctx: RefereeContext, tackler: Player, _strength: number, intentional: boolean): void {
  if (isShootoutMode(ctx.world.playMode) || ctx.params.server.keepaway) return;
  const verdict = detectFoul(ctx, tackler, intentional);
  if (verdict === 'none') return;
  callFoul(ctx, tackler);
  if (verdict !== 'charge') giveCard(ctx, tackler, verdict);
}

/** Calls a foul. The free kick is taken at the position of the tackler, not of the ball (spec 06 §13.2). */
function callFoul(ctx: RefereeContext, tackler: Player): void {
  const victim = oppositeSide(tackler.side);
  const p = ctx.scratch;
  p.x = tackler.pos.x;
  p.y = tackler.pos.y;
  outOfPenaltyArea(victim, outOfGoalArea('n', toPitch(p)));
  releaseBall(ctx);
  placeBallIn(ctx, `foul_charge_${tackler.side}`, victim, p.x, p.y);
  teamOf(ctx.world, tackler.side).fouls += 1;
  ctx.state.foul.wait = 0;
}

function isFoul(mode: PlayMode): boolean {
  const kind = playModeKind(mode);
  return kind === 'foul_charge' || kind === 'foul_push';
}

function modeSet(ctx: RefereeContext, mode: PlayMode): void {
  if (isFoul(mode)) ctx.state.foul.wait = 0;
}

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const memory = ctx.state.foul;
  if (!isFoul(world.playMode)) return;
  const offender = playModeSide(world.playMode) as Side;
  memory.wait += 1;
  clearBeforeRestart(ctx, memory.wait, offender);
  const indirect = inPenaltyArea(params, offender, world.ball.pos);
  awardAfterWait(ctx, memory.wait, offender, indirect ? 'indirect_free_kick' : 'free_kick');
}
