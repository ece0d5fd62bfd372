import { type Player, playerOf, type Side, teamOf, type World } from '@rcss/core';
import { playerFeatures } from '@rcss/core/versions';

function count(player: Player): void {
  player.attentiontoCount += 1;
  // The focus and its count are in sense_body (spec 05 §17.3).
  if (playerFeatures(player.version).armFocusTackle) player.focusCount += 1;
}

/**
 * The player that `(attentionto SIDE N)` means, undefined when the command is ignored: the side (null for an unknown
 * name) has no team, nobody got the number so far, or it is the player himself (spec 05 §17.3).
 */
export function attentionTarget(
  world: World,
  player: Player,
  side: Side | null,
  unum: number,
): Player | undefined {
  if (side === null) return undefined;
  const team = teamOf(world, side);
  if (team.name === '' || unum > team.playerCount) return undefined;
  const target = playerOf(world, side, unum);
  return target === player ? undefined : target;
}

/** Executes `attentionto` for a target that may be attended, see {@link attentionTarget}; counts it (spec 05 §17.3). */
export function attendTo(player: Player, target: Player): void {
  player.attention = target.index;
  count(player);
}

/** `(attentionto off)`: always counts (spec 05 §17.3). */
export function attendNobody(player: Player): void {
  player.attention = -1;
  count(player);
}
