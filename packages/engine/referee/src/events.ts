import { isShootoutMode, type Player } from '@rcss/core';
import type { RefereeContext } from './context.js';

/** Reports an accepted kick to the rules. `strength` is the length of the acceleration of the ball, in m/cycle² (spec 06 §6). */
export function reportKick(ctx: RefereeContext, player: Player, strength: number): void {
  for (const rule of ctx.rules) rule.onKick?.(ctx, player, strength);
}

/** Reports a kick with the ball out of reach, in a play mode that allows kicks. */
export function reportKickMiss(ctx: RefereeContext, player: Player): void {
  for (const rule of ctx.rules) rule.onKickMiss?.(ctx, player);
}

/**
 * Reports a successful tackle in a play mode that allows tackles. `foul` is true if the command asked for a
 * foul and an opponent had the ball (spec 06 §6).
 */
export function reportTackle(ctx: RefereeContext, player: Player, strength: number, foul: boolean): void {
  for (const rule of ctx.rules) rule.onTackle?.(ctx, player, strength, foul);
}

/** Reports a tackle that failed because of distance or the random draw. */
export function reportTackleMiss(ctx: RefereeContext, player: Player, foul: boolean): void {
  for (const rule of ctx.rules) rule.onTackleMiss?.(ctx, player, foul);
}

/** Reports a collision of ball and player, a catch or a punch, before the bodies are separated. */
export function reportTouch(ctx: RefereeContext, player: Player): void {
  for (const rule of ctx.rules) rule.onTouch?.(ctx, player);
}

/** Reports a successful catch, after its announcement, the collision pass and the touch. */
export function reportCatch(ctx: RefereeContext, goalie: Player): void {
  for (const rule of ctx.rules) rule.onCatch?.(ctx, goalie);
}

/** Reports a catch that failed in the random draw and pushed the ball, after the touch. */
export function reportPunch(ctx: RefereeContext, goalie: Player): void {
  for (const rule of ctx.rules) rule.onPunch?.(ctx, goalie);
}

/** Announces a catch before the rules judge it; announces nothing in a shootout (spec 06 §3.1). Works without rules. */
export function announceCatch(ctx: RefereeContext, goalie: Player): void {
  if (!isShootoutMode(ctx.world.playMode)) ctx.host.announce(`goalie_catch_ball_${goalie.side}`);
}

/** Evaluates the rules at the end of a step, after the clock moved, in every play mode except time_over (spec 06 §4.1). */
export function evaluateRules(ctx: RefereeContext): void {
  for (const rule of ctx.rules) rule.evaluate?.(ctx);
}
