import type { Player, Side } from '@rcss/core';

/**
 * Executes the command `ear` of a player: switches complete and/or partial hearing of one side's speakers; null means
 * both (spec 04 §5.6).
 */
export function setEar(
  player: Player,
  on: boolean,
  side: Side | null,
  mode: 'complete' | 'partial' | null,
): void {
  if (side !== 'r') {
    if (mode !== 'partial') player.earLeftComplete = on;
    if (mode !== 'complete') player.earLeftPartial = on;
  }
  if (side !== 'l') {
    if (mode !== 'partial') player.earRightComplete = on;
    if (mode !== 'complete') player.earRightPartial = on;
  }
}

export function canHearComplete(listener: Player, side: Side): boolean {
  return side === 'l' ? listener.earLeftComplete : listener.earRightComplete;
}

export function canHearPartial(listener: Player, side: Side): boolean {
  return side === 'l' ? listener.earLeftPartial : listener.earRightPartial;
}
