import { isShootoutMode, type Player } from '@rcss/core';
import type { RefereeContext } from './context.js';

/**
 * Reports an accepted kick to the rules. `strength` is the length of the acceleration of the ball, in m/cycle²
 * (spec 06 §6).
 */
export function onKick(ctx: RefereeContext, player: Player, strength: number): void {
  for (const rule of ctx.rules) rule.kick?.(ctx, player, strength);
}

/** Reports a kick with the ball out of reach, in a play mode that allows kicks. */
export function onKickMissed(ctx: RefereeContext, player: Player): void {
  for (const rule of ctx.rules) rule.missedKick?.(ctx, player);
}

/**
 * Reports a successful tackle in a play mode that allows tackles. `foul` is true if the command asked for a
 * foul and an opponent had the ball (spec 06 §6).
 */
export function onTackle(ctx: RefereeContext, player: Player, strength: number, foul: boolean): void {
  for (const rule of ctx.rules) rule.tackle?.(ctx, player, strength, foul);
}

/** Reports a tackle that failed because of distance or the random draw. */
export function onTackleMissed(ctx: RefereeContext, player: Player, foul: boolean): void {
  for (const rule of ctx.rules) rule.missedTackle?.(ctx, player, foul);
}

/** Reports a collision of ball and player, a catch or a punch, before the bodies are separated. */
export function onTouch(ctx: RefereeContext, player: Player): void {
  for (const rule of ctx.rules) rule.touch?.(ctx, player);
}

/** Reports a successful catch, after its announcement, the collision pass and the touch. */
export function onCatch(ctx: RefereeContext, goalie: Player): void {
  for (const rule of ctx.rules) rule.caught?.(ctx, goalie);
}

/** Reports a catch that failed in the random draw and pushed the ball, after the touch. */
export function onPunch(ctx: RefereeContext, goalie: Player): void {
  for (const rule of ctx.rules) rule.punched?.(ctx, goalie);
}

/**
 * Announces a catch before the rules judge it; announces nothing in a shootout (spec 06 §3.1). Works without
 * rules.
 */
export function announceCatch(ctx: RefereeContext, goalie: Player): void {
  if (!isShootoutMode(ctx.world.playMode)) ctx.host.announce(`goalie_catch_ball_${goalie.side}`);
}

/**
 * Evaluates the rules at the end of a step, after the clock moved, in every play mode except time_over
 * (spec 06 §4.1).
 */
export function evaluate(ctx: RefereeContext): void {
  for (const rule of ctx.rules) rule.evaluate?.(ctx);
}
