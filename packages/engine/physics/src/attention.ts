import { type Player, playerOf, type Side, teamOf, type World } from '@rcss/core';
import { playerFeatures } from '@rcss/core/versions';

function countAttentionto(player: Player): void {
  player.attentiontoCount += 1;
  // The focus and its count are in sense_body (spec 05 §17.3).
  if (playerFeatures(player.version).armFocusTackle) player.focusCount += 1;
}

/**
 * Returns the target of `(attentionto SIDE N)`, or undefined if the command is ignored (spec 05 §17.3). It is
 * ignored if the side is null (unknown name), if the side has no team, if no client was ever given the number, or
 * if the target is the sender.
 */
export function findAttentionTarget(
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

/** Executes and counts `attentionto` for a target of {@link findAttentionTarget} (spec 05 §17.3). */
export function setAttention(player: Player, target: Player): void {
  // Below version 8 the command only increases the counter that shows contain (spec 03 §9.5).
  if (playerFeatures(player.version).armFocusTackle) player.attention = target.index;
  countAttentionto(player);
}

/** Executes `(attentionto off)`; it is always counted (spec 05 §17.3). */
export function clearAttention(player: Player): void {
  player.attention = -1;
  countAttentionto(player);
}
