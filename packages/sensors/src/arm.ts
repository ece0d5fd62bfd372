import type { Player } from '@rcss/core';
import type { MatchParams } from '@rcss/params';

/** Whether the arm of a player points somewhere (05 §17.4). A slot that nobody ever took points nowhere. */
export function isPointing(player: Player, params: MatchParams): boolean {
  return player.assigned && player.armAge < params.server.point_to_duration;
}
