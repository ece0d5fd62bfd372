import type { PlayerType, ServerParams } from '@rcss/params';
import type { Formation, RoleLine } from '../formations/formation.js';
import { abilityOf } from '../world/ability.js';

/** Lines in the order in which they get types. */
const LINE_ORDER: readonly RoleLine[] = ['attack', 'defense', 'midfield'];

/** Returns how well a type suits a line: speed for attack and defense, endurance and ball control for midfield. */
export function rateType(type: PlayerType, server: ServerParams, line: RoleLine): number {
  const { topSpeed } = abilityOf(type, server);
  // Speed at which a player uses only the stamina that it recovers.
  const perPower = type.dash_power_rate * type.effort_max;
  const lasting = Math.min(topSpeed, (type.stamina_inc_max * perPower) / (1 - type.player_decay));
  const control = type.kickable_margin - 2 * type.kick_rand;
  const agility = -0.02 * type.inertia_moment;
  switch (line) {
    case 'attack':
      return 6 * topSpeed + 2 * lasting + control + agility;
    case 'defense':
      return 5 * topSpeed + 3 * lasting + 0.5 * control + agility;
    default:
      return 3 * topSpeed + 4 * lasting + 1.5 * control + agility;
  }
}

/**
 * Returns the types of the field players by number, each type once, forwards first. The goalie keeps the default type. The types
 * must be requested before the first kickoff, when substitutions are not counted (spec 07 §9.3).
 */
export function chooseTypes(
  types: readonly PlayerType[],
  server: ServerParams,
  formation: Formation,
): Map<number, number> {
  const free = new Set(types.map((t) => t.id).filter((id) => id !== 0));
  const chosen = new Map<number, number>();
  for (const line of LINE_ORDER) {
    for (let unum = formation.players; unum >= 1; unum--) {
      if (formation.role(unum).line !== line) continue;
      let best = -1;
      let bestScore = Number.NEGATIVE_INFINITY;
      for (const id of free) {
        const score = rateType(types[id]!, server, line);
        if (score > bestScore) {
          bestScore = score;
          best = id;
        }
      }
      if (best < 0) return chosen;
      free.delete(best);
      chosen.set(unum, best);
    }
  }
  return chosen;
}
