import { clamp, length, type Player, type RandomStream, rad, uniform, wrapAngle } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { playerTypeOf } from './body.js';

/**
 * Executes `(turn M)`, degrees. The faster the player runs, the less it turns; the step commits the angle (spec 05
 * §11).
 */
export function turn(params: MatchParams, rng: RandomStream, player: Player, moment: number): void {
  if (player.bodyUsed) return;
  player.bodyUsed = true;
  player.leftLegUsed = true;
  player.rightLegUsed = true;
  const m = clamp(params.server.minmoment, moment, params.server.maxmoment);
  const noise = 1 + uniform(rng, -player.noiseRate, player.noiseRate);
  const inertia = 1 + playerTypeOf(params, player).inertia_moment * length(player.vel);
  player.bodyTarget = wrapAngle(player.body + (noise * rad(m)) / inertia);
  player.turnCount += 1;
}

/** Executes `(turn_neck M)`, degrees: without noise, once a cycle; the step commits the angle (spec 05 §11). */
export function turnNeck(params: MatchParams, player: Player, moment: number): void {
  if (player.neckUsed) return;
  player.neckUsed = true;
  const server = params.server;
  const m = clamp(server.minneckmoment, moment, server.maxneckmoment);
  player.neckTarget = clamp(rad(server.minneckang), player.neck + rad(m), rad(server.maxneckang));
  player.turnNeckCount += 1;
}
