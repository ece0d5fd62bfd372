import type { Player } from '@rcss/core';
import { clamp, rad, wrapAngle } from '@rcss/core/math';
import { type RandomStream, uniform } from '@rcss/core/random';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams } from '@rcss/params';
import { playerTypeOf } from './body.js';

/** Executes `(turn M)`, degrees. The faster the player runs, the less it turns; the step commits the angle (spec 05 §11). */
export function turn(params: MatchParams, rng: RandomStream, player: Player, moment: number): void {
  if (player.bodyUsed) return;
  player.bodyUsed = true;
  player.leftLegUsed = true;
  player.rightLegUsed = true;
  const m = clamp(moment, params.server.minmoment, params.server.maxmoment);
  const noise = 1 + uniform(rng, -player.noiseRate, player.noiseRate);
  const inertia = 1 + playerTypeOf(params, player).inertia_moment * vec2.length(player.vel);
  player.bodyTarget = wrapAngle(player.body + (noise * rad(m)) / inertia);
  player.turnCount += 1;
}

/** Executes `(turn_neck M)`, degrees: without noise, once a cycle; the step commits the angle (spec 05 §11). */
export function turnNeck(params: MatchParams, player: Player, moment: number): void {
  if (player.neckUsed) return;
  player.neckUsed = true;
  const server = params.server;
  const m = clamp(moment, server.minneckmoment, server.maxneckmoment);
  player.neckTarget = clamp(player.neck + rad(m), rad(server.minneckang), rad(server.maxneckang));
  player.turnNeckCount += 1;
}
