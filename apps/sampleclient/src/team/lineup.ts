import type { PlayerType, ServerParams } from '@rcss/params';
import { getRole } from './formation.js';
import { abilityOf } from './motion.js';

/** Numbers in order of choice: players that run most first. */
const PLAYER_TYPE_CHOICE: readonly number[] = [11, 9, 10, 2, 3, 7, 8, 4, 5, 6];

/** How well a type suits a role. */
export function suitability(type: PlayerType, server: ServerParams, unum: number): number {
  const { topSpeed } = abilityOf(type, server);
  // Speed at which a player uses only the stamina that it recovers.
  const lasting = Math.min(topSpeed, (type.stamina_inc_max * type.dash_power_rate) / (1 - type.player_decay));
  const control = type.kickable_margin - 2 * type.kick_rand;
  const agility = -0.02 * type.inertia_moment;
  switch (getRole(unum).name) {
    case 'striker':
    case 'winger':
      return 6 * topSpeed + 2 * lasting + control + agility;
    case 'center back':
    case 'side back':
      return 5 * topSpeed + 3 * lasting + 0.5 * control + agility;
    default:
      return 3 * topSpeed + 4 * lasting + 1.5 * control + agility;
  }
}

/**
 * Returns the types of the field players by number, each type once. The goalie keeps the default type. The types
 * must be requested before the first kickoff, when substitutions are not counted (spec 07 §9.3).
 */
export function chooseTypes(
  types: readonly PlayerType[],
  server: ServerParams,
  players: number,
): Map<number, number> {
  const free = new Set(types.map((t) => t.id).filter((id) => id !== 0));
  const chosen = new Map<number, number>();
  for (const unum of PLAYER_TYPE_CHOICE) {
    if (unum > players) continue;
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const id of free) {
      const score = suitability(types[id]!, server, unum);
      if (score > bestScore) {
        bestScore = score;
        best = id;
      }
    }
    if (best < 0) break;
    free.delete(best);
    chosen.set(unum, best);
  }
  return chosen;
}
