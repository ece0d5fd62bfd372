/**
 * Fouls by tackles, and the cards for them (spec 06 §13).
 *
 * A tackle is judged when it succeeds, in `detectFoul`; the verdict is none, charge, yellow or red. A card never comes without the foul. The
 * call places the ball and sets `foul_charge_SIDE`, where SIDE is the side that committed it; after the wait the other side gets its free
 * kick.
 *
 * Surprising: the free kick is taken where the tackler stood, not at the ball, and it is indirect if that place is in the penalty area of
 * the offender, so that no penalty kick exists. In keepaway and in shootouts there are no fouls.
 */
import {
  isShootoutMode,
  oppositeSide,
  type Player,
  type PlayMode,
  playModeSide,
  type Side,
  teamOf,
} from '@rcss/core';
import { isInPenaltyArea, moveIntoPitch, moveOutOfGoalArea, moveOutOfPenaltyArea } from '../areas.js';
import { awardAfterWait, clearBeforeRestart } from '../call-wait.js';
import { type RefereeContext, type Rule, releaseBall } from '../context.js';
import { placeBallInMode } from '../placement.js';
import { playModeKind } from '../play-mode-kind.js';
import { giveCard } from './cards.js';
import { detectFoul } from './foul-detection.js';

/** Detects fouls by tackles and shows cards (spec 06 §13). */
export const foulRule: Rule = {
  name: 'foul',
  onTackle: handleTackle,
  onPlayModeSet: handlePlayModeSet,
  evaluate,
};

function handleTackle(ctx: RefereeContext, tackler: Player, _strength: number, intentional: boolean): void {
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
  moveOutOfPenaltyArea(victim, moveOutOfGoalArea('n', moveIntoPitch(p)));
  releaseBall(ctx);
  placeBallInMode(ctx, `foul_charge_${tackler.side}`, victim, p.x, p.y);
  teamOf(ctx.world, tackler.side).fouls += 1;
  ctx.state.foul.wait = 0;
}

function isFoulMode(mode: PlayMode): boolean {
  const kind = playModeKind(mode);
  return kind === 'foul_charge' || kind === 'foul_push';
}

function handlePlayModeSet(ctx: RefereeContext, mode: PlayMode): void {
  if (isFoulMode(mode)) ctx.state.foul.wait = 0;
}

function evaluate(ctx: RefereeContext): void {
  const { world, params } = ctx;
  const state = ctx.state.foul;
  if (!isFoulMode(world.playMode)) return;
  const offender = playModeSide(world.playMode) as Side;
  state.wait += 1;
  clearBeforeRestart(ctx, state.wait, offender);
  const indirect = isInPenaltyArea(params, offender, world.ball.pos);
  awardAfterWait(ctx, state.wait, offender, indirect ? 'indirect_free_kick' : 'free_kick');
}
