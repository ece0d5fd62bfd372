import { cos, type Player, sin, type World } from '@rcss/core';
import type { MatchParams } from '@rcss/params';
import { sizeOf } from './body.js';

/** Puts a caught ball before the goalie who holds it, at the end of the motion phase (05 §8). Velocity stays. */
export function placeCaughtBall(world: World, params: MatchParams): void {
  if (world.catcher < 0) return;
  const goalie = world.players[world.catcher] as Player;
  const r = sizeOf(params, goalie) + params.server.ball_size;
  world.ball.pos.x = goalie.pos.x + r * cos(goalie.body);
  world.ball.pos.y = goalie.pos.y + r * sin(goalie.body);
}
