/** Generation of the player types from a seed (spec 05b §1). The types equal those of existing logs and tools bit for bit. */
import { createMt19937, drawBetween, type Mt19937 } from './mt19937.js';
import type { PlayerParams } from './player-params.js';
import {
  createBaseType,
  createDefaultPlayerType,
  type MutablePlayerType,
  type PlayerType,
} from './player-type.js';
import type { ServerParams } from './server-params.js';

/** Largest number of trials. If all of them fail, a type takes the default values. */
const MAX_TRIAL_COUNT = 1000;
/** Tolerance of the check of the reachable speed, m/cycle. */
const SPEED_TOLERANCE = 1e-10;

/** Player types, and the number of trials for each. */
export interface GeneratedPlayerTypes {
  /** Index = id; type 0 is the default type. */
  readonly types: readonly PlayerType[];
  /** Trials used for each type; 0 for type 0; {@link FAILED_TRIALS} if all trials failed and the type has the default values. */
  readonly trials: readonly number[];
}

/** Value of `trials` for a type without a successful trial. */
export const FAILED_TRIALS = -1;

/**
 * Performs one trial (spec 05b §1.4): fills `type` and returns whether it is acceptable. After a refused value, it
 * draws no more random numbers.
 */
function tryType(type: MutablePlayerType, s: ServerParams, p: PlayerParams, mt: Mt19937): boolean {
  let d = drawBetween(mt, p.player_speed_max_delta_min, p.player_speed_max_delta_max);
  type.player_speed_max = s.player_speed_max + d;
  if (type.player_speed_max <= 0) return false;
  type.stamina_inc_max = s.stamina_inc_max + d * p.stamina_inc_max_delta_factor;
  if (type.stamina_inc_max <= 0) return false;

  d = drawBetween(mt, p.player_decay_delta_min, p.player_decay_delta_max);
  type.player_decay = s.player_decay + d;
  if (type.player_decay <= 0) return false;
  type.inertia_moment = s.inertia_moment + d * p.inertia_moment_delta_factor;
  if (type.inertia_moment < 0) return false;

  d = drawBetween(mt, p.dash_power_rate_delta_min, p.dash_power_rate_delta_max);
  type.dash_power_rate = s.dash_power_rate + d;
  if (type.dash_power_rate <= 0) return false;
  type.player_size = s.player_size + d * p.player_size_delta_factor;
  if (type.player_size <= 0) return false;

  d = drawBetween(mt, p.new_dash_power_rate_delta_min, p.new_dash_power_rate_delta_max);
  type.dash_power_rate = s.dash_power_rate + d;
  if (type.dash_power_rate <= 0) return false;
  type.stamina_inc_max = s.stamina_inc_max + d * p.new_stamina_inc_max_delta_factor;
  if (type.stamina_inc_max <= 0) return false;

  d = drawBetween(mt, p.kickable_margin_delta_min, p.kickable_margin_delta_max);
  type.kickable_margin = s.kickable_margin + d;
  if (type.kickable_margin <= 0) return false;
  type.kick_rand = s.kick_rand + d * p.kick_rand_delta_factor;
  if (type.kick_rand < 0) return false;

  d = drawBetween(mt, p.extra_stamina_delta_min, p.extra_stamina_delta_max);
  type.extra_stamina = s.extra_stamina + d;
  if (type.extra_stamina < 0) return false;
  type.effort_max = s.effort_init + d * p.effort_max_delta_factor;
  type.effort_min = s.effort_min + d * p.effort_min_delta_factor;
  if (type.effort_max <= 0 || type.effort_min <= 0) return false;

  d = drawBetween(mt, p.kick_power_rate_delta_min, p.kick_power_rate_delta_max);
  type.kick_power_rate = s.kick_power_rate + d;
  type.foul_detect_probability = s.foul_detect_probability + d * p.foul_detect_probability_delta_factor;

  type.catchable_area_l_stretch = drawBetween(
    mt,
    p.catchable_area_l_stretch_min,
    p.catchable_area_l_stretch_max,
  );

  const realSpeedMax = (s.maxpower * type.dash_power_rate * type.effort_max) / (1 - type.player_decay);
  return (
    s.player_speed_max_min - SPEED_TOLERANCE < realSpeedMax &&
    realSpeedMax < type.player_speed_max + SPEED_TOLERANCE
  );
}

/** Like {@link generatePlayerTypes}; also returns the number of trials of each type. */
export function generatePlayerTypesTraced(
  server: ServerParams,
  player: PlayerParams,
  seed: number,
): GeneratedPlayerTypes {
  const types: PlayerType[] = [createDefaultPlayerType(server)];
  const trials: number[] = [0];
  const mt = createMt19937(seed);
  for (let id = 1; id < player.player_types; id++) {
    let type = createBaseType(id, server);
    let trial = 1;
    while (trial <= MAX_TRIAL_COUNT && !tryType(type, server, player, mt)) trial++;
    if (trial > MAX_TRIAL_COUNT) type = createBaseType(id, server);
    types.push(Object.freeze(type));
    trials.push(trial > MAX_TRIAL_COUNT ? FAILED_TRIALS : trial);
  }
  return { types, trials };
}

/**
 * Generates the player types 0 .. `player_types` - 1 of a match, the same for both teams (spec 05b §1). `seed` is
 * the seed in use ({@link selectPlayerTypeSeed}); only its low 32 bits are used. Returns at least the default
 * type.
 */
export function generatePlayerTypes(
  server: ServerParams,
  player: PlayerParams,
  seed: number,
): readonly PlayerType[] {
  return generatePlayerTypesTraced(server, player, seed).types;
}

/** Returns the seed of the generation: `player::random_seed`, or the simulator's seed if that is negative (spec 05b §1.2). */
export function selectPlayerTypeSeed(
  player: Pick<PlayerParams, 'random_seed'>,
  simulatorSeed: number,
): number {
  return player.random_seed >= 0 ? player.random_seed : simulatorSeed;
}

/** Returns the parameters as sent to clients: `random_seed` is replaced by the seed in use (spec 01 §3.2). Frozen. */
export function replaceSeed(player: PlayerParams, simulatorSeed: number): PlayerParams {
  return Object.freeze({ ...player, random_seed: selectPlayerTypeSeed(player, simulatorSeed) });
}
