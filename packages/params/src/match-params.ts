import { extraHalfTimeCycles, halfTimeCycles } from './derived.js';
import type { PlayerParams } from './player-params.js';
import type { PlayerType } from './player-type.js';
import { generatePlayerTypes, playerTypeSeed, withSeedUsed } from './player-type-generation.js';
import type { ServerParams } from './server-params.js';

/**
 * All that is fixed for a whole match: the parameters, the generated player types, and the lengths that follow
 * from them. Frozen; every component of the simulator takes it as an argument.
 */
export interface MatchParams {
  readonly server: ServerParams;
  readonly player: PlayerParams;
  /** Types by id; 0 is the default type. */
  readonly types: readonly PlayerType[];
  /** Length of a normal half and of an extra half in cycles (spec 06 §7.1); negative or zero half lengths switch halves off. */
  readonly halfCycles: number;
  readonly extraHalfCycles: number;
}

/**
 * The parameters of a match with its player types. `simulatorSeed` seeds the types when `player::random_seed` is
 * negative, and is then what clients are told as that seed (spec 05b §1.2).
 */
export function createMatchParams(
  server: ServerParams,
  player: PlayerParams,
  simulatorSeed: number,
): MatchParams {
  const seeded = withSeedUsed(player, simulatorSeed);
  return Object.freeze({
    server,
    player: seeded,
    types: generatePlayerTypes(server, seeded, playerTypeSeed(player, simulatorSeed)),
    halfCycles: halfTimeCycles(server),
    extraHalfCycles: extraHalfTimeCycles(server),
  });
}
