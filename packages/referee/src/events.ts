import { isShootoutMode, type Player } from '@rcss/core';
import type { RefereeContext } from './context.js';

/** An accepted kick with the ball in reach; strength is the length of its acceleration, m/cycle² (spec 06 §6). */
export function onKick(ctx: RefereeContext, player: Player, strength: number): void {
  for (const rule of ctx.rules) rule.kick?.(ctx, player, strength);
}

/** A kick with the ball out of reach, in a mode that allows kicks. */
export function onKickMissed(ctx: RefereeContext, player: Player): void {
  for (const rule of ctx.rules) rule.missedKick?.(ctx, player);
}

/** A successful tackle in a mode that allows it; `foul` when one was asked for and an opponent had the ball (spec 06 §6). */
export function onTackle(ctx: RefereeContext, player: Player, strength: number, foul: boolean): void {
  for (const rule of ctx.rules) rule.tackle?.(ctx, player, strength, foul);
}

/** A tackle that failed by distance or by chance. */
export function onTackleMissed(ctx: RefereeContext, player: Player, foul: boolean): void {
  for (const rule of ctx.rules) rule.missedTackle?.(ctx, player, foul);
}

/** A collision of ball and player, a catch or a punch, told before the bodies are put apart. */
export function onTouch(ctx: RefereeContext, player: Player): void {
  for (const rule of ctx.rules) rule.touch?.(ctx, player);
}

/** A successful catch, after its announcement, the collision pass and the touch. */
export function onCatch(ctx: RefereeContext, goalie: Player): void {
  for (const rule of ctx.rules) rule.caught?.(ctx, goalie);
}

/** A catch that failed by chance and pushed the ball, after the touch. */
export function onPunch(ctx: RefereeContext, goalie: Player): void {
  for (const rule of ctx.rules) rule.punched?.(ctx, goalie);
}

/** Announces a catch before it is judged; silent in a shoot-out (spec 06 §3.1). Works without rules. */
export function announceCatch(ctx: RefereeContext, goalie: Player): void {
  if (!isShootoutMode(ctx.world.playMode)) ctx.host.announce(`goalie_catch_ball_${goalie.side}`);
}

/** The end of a step in every mode but time_over, after the clock moved (spec 06 §4.1). */
export function evaluate(ctx: RefereeContext): void {
  for (const rule of ctx.rules) rule.evaluate?.(ctx);
}
