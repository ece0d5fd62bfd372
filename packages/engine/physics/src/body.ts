/** Sizes and factors of a player that follow from its type, and whether it can kick the ball. */
import type { Ball, Player, World } from '@rcss/core';
import * as vec2 from '@rcss/core/vec2';
import type { MatchParams, PlayerType } from '@rcss/params';

/** Returns the attributes of the player's type. */
export function playerTypeOf(params: MatchParams, player: Player): PlayerType {
  return params.types[player.typeId] as PlayerType;
}

/** Radius of the player's body, meters. */
export function bodyRadius(params: MatchParams, player: Player): number {
  return (params.types[player.typeId] as PlayerType).player_size;
}

/** Greatest distance between the centers of player and ball at which the player can kick it, meters (spec 05 §2.2). */
export function kickableDistance(params: MatchParams, player: Pick<Player, 'typeId'>): number {
  const type = params.types[player.typeId] as PlayerType;
  return type.player_size + params.server.ball_size + type.kickable_margin;
}

/**
 * Whether the ball is within the player's own kickable distance, border included (spec 05 §12, §13, §14), and not above
 * the player's reach (spec 12 §7.1).
 */
export function isBallKickable(params: MatchParams, ball: Ball, player: Player): boolean {
  if (ball.z > params.server.player_height) return false;
  const reach = kickableDistance(params, player);
  return vec2.distanceSquared(player.pos, ball.pos) <= reach * reach;
}

/** Whether an enabled opponent has the ball within the opponent's own kickable distance (spec 05 §13 point 4). */
export function isBallKickableForOpponent(world: World, params: MatchParams, player: Player): boolean {
  for (let i = 0; i < world.players.length; i++) {
    const other = world.players[i] as Player;
    if (other.enabled && other.side !== player.side && isBallKickable(params, world.ball, other)) return true;
  }
  return false;
}

/** Factor on speed, acceleration and dash power for players in the upper half, y < 0 (spec 05 §6.1, §10.2). */
export function upperHalfSlowness(params: MatchParams, player: Player): number {
  if (!(player.pos.y < 0)) return 1;
  return player.side === 'l'
    ? params.server.slowness_on_top_for_left_team
    : params.server.slowness_on_top_for_right_team;
}
