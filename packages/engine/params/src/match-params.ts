import type { Corrections } from './corrections.js';
import { computeExtraHalfTimeCycles, computeHalfTimeCycles } from './derived.js';
import type { PlayerParams } from './player-params.js';
import type { PlayerType } from './player-type.js';
import { generatePlayerTypes, replaceSeed, selectPlayerTypeSeed } from './player-type-generation.js';
import type { ServerParams } from './server-params.js';

/**
 * The data that is fixed for a whole match: the parameters, the generated player types, and the derived lengths.
 * Frozen. Every component of the simulator takes it as an argument.
 */
export interface MatchParams {
  /** The `server::` parameters. */
  readonly server: ServerParams;
  /** The `player::` parameters, with the seed that was used. */
  readonly player: PlayerParams;
  /** Types by id; 0 is the default type. */
  readonly types: readonly PlayerType[];
  /** Length of a normal half in cycles (spec 06 §7.1). Zero or negative: halves never end. */
  readonly halfCycles: number;
  /** Length of an extra half in cycles (spec 06 §7.1). Zero or negative: extra halves never end. */
  readonly extraHalfCycles: number;
  /** Corrected quirks of the rules; absent: none, as on the original. */
  readonly corrections?: Corrections;
}

/**
 * Creates the parameters of a match with its player types. If `player::random_seed` is negative, the types are
 * generated from `simulatorSeed`, and clients receive `simulatorSeed` as `random_seed` (spec 05b §1.2).
 *
 * @param corrections Quirks of the rules to correct; none by default.
 */
export function createMatchParams(
  server: ServerParams,
  player: PlayerParams,
  simulatorSeed: number,
  corrections?: Corrections,
): MatchParams {
  const seeded = replaceSeed(player, simulatorSeed);
  return Object.freeze({
    server,
    player: seeded,
    types: generatePlayerTypes(server, seeded, selectPlayerTypeSeed(player, simulatorSeed)),
    halfCycles: computeHalfTimeCycles(server),
    extraHalfCycles: computeExtraHalfTimeCycles(server),
    ...(corrections !== undefined && { corrections }),
  });
}
