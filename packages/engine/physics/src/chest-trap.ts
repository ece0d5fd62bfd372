import type { Player } from '@rcss/core';
import { hasHeight } from '@rcss/params';
import { isBallKickable } from './body.js';
import type { PhysicsContext } from './context.js';
import { isBallDead } from './motion.js';
import { placeBall } from './placement.js';

/**
 * Executes `(chest_trap)` at once: a ball in reach of a kick stays at its place, on the ground and at rest, and pushes of the same cycle
 * are lost (spec 12 §3.2). Without height, out of reach and in a dead ball mode it has no effect, but takes the body too.
 */
export function chestTrap({ world, params, listener }: PhysicsContext, player: Player): void {
  if (player.bodyUsed) return;
  player.bodyUsed = true;
  const { ball } = world;
  if (!hasHeight(params.server) || !isBallKickable(params, ball, player)) return;
  const isDead = isBallDead(world);
  if (isDead && !params.server.height_as_measured) return;
  world.catcher = -1;
  placeBall(world, ball.pos.x, ball.pos.y);
  if (!isDead) listener?.onKick(player, 0);
}
