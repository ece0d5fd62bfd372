/** Distance and stamina of a player in a period. */
import { PLAYER_COUNT } from '@rcss/core';
import type { MatchAnalysis } from './analyzer.js';

/** How far a player ran, and its stamina. */
export interface PlayerRun {
  /** Distance, m. */
  readonly distance: number;
  /** Lowest and last stamina; null if the log has no stamina or the player was not connected. */
  readonly staminaMin: number | null;
  readonly staminaLast: number | null;
}

/**
 * Measures the run of a player in a period, or in the whole match.
 *
 * @param player 0 to 10 for the left players, 11 to 21 for the right players.
 * @param period From 1; the whole match by default.
 * @param until Index of the last show that counts.
 */
export function measureRun(
  { columns: c }: MatchAnalysis,
  player: number,
  period?: number,
  until: number = Number.POSITIVE_INFINITY,
): PlayerRun {
  let distance = 0;
  let staminaMin: number | null = null;
  let staminaLast: number | null = null;
  const last = Math.min(c.length - 1, until);
  for (let row = 0; row <= last; row++) {
    if (period !== undefined && c.period[row] !== period) continue;
    const at = row * PLAYER_COUNT + player;
    distance += c.distance[at]! - (row === 0 ? 0 : c.distance[at - PLAYER_COUNT]!);
    const stamina = c.stamina[at]!;
    if (Number.isNaN(stamina)) continue;
    staminaMin = Math.min(stamina, staminaMin ?? stamina);
    staminaLast = stamina;
  }
  return { distance, staminaMin, staminaLast };
}
