import { type Corrections, readCorrections } from './corrections.js';
import { computeExtraHalfTimeCycles, computeHalfTimeCycles } from './derived.js';
import type { MatchRules } from './match-rules.js';
import type { PlayerParams } from './player-params.js';
import type { PlayerType } from './player-type.js';
import { generatePlayerTypes, replaceSeed, selectPlayerTypeSeed } from './player-type-generation.js';
import type { ServerParams } from './server-params.js';

/**
 * The rules of a match, complete, and what is derived from them; `player` has the seed that was used.
 * Frozen. Every component of the simulator takes it as an argument.
 */
export interface MatchParams extends Required<MatchRules> {
  /** Length of a normal half in cycles (spec 06 §7.1). Zero or negative: halves never end. */
  readonly halfCycles: number;
  /** Length of an extra half in cycles (spec 06 §7.1). Zero or negative: extra halves never end. */
  readonly extraHalfCycles: number;
  /** Corrected quirks of the rules, from `server.corrections`. */
  readonly corrections: Corrections;
}

/**
 * Creates the parameters of a match with its player types. If `player::random_seed` is negative, the types are
 * generated from `simulatorSeed`, and clients receive `simulatorSeed` as `random_seed` (spec 05b §1.2).
 *
 * @param types Player types by id that are used instead, such as those of a game log.
 */
export function createMatchParams(
  server: ServerParams,
  player: PlayerParams,
  simulatorSeed: number,
  types?: readonly PlayerType[],
): MatchParams {
  const seeded = replaceSeed(player, simulatorSeed);
  return Object.freeze({
    server,
    player: seeded,
    types: types ?? generatePlayerTypes(server, seeded, selectPlayerTypeSeed(player, simulatorSeed)),
    halfCycles: computeHalfTimeCycles(server),
    extraHalfCycles: computeExtraHalfTimeCycles(server),
    corrections: readCorrections(server.corrections),
  });
}

/** Returns the rules from which {@link createMatchParams} makes the same parameters with the seed of the match. */
export function extractRules({ server, player, types }: MatchParams, simulatorSeed: number): MatchRules {
  const { types: generated } = createMatchParams(server, player, simulatorSeed);
  return JSON.stringify(types) === JSON.stringify(generated) ? { server, player } : { server, player, types };
}
