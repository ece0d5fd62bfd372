/**
 * The `player::` parameters of a match: one row per parameter, sorted by name in byte order, which is also the order of the named
 * message (spec 01 §3.1). Everything else about these parameters (types, defaults, schema, messages, binary block, generated
 * file, help, reference page) is read from this table.
 */
import type { ParamRow, ParamValues } from './param-row.js';

/** The `player::` parameters: one row per parameter, sorted by name in byte order. */
// biome-ignore format: one row per parameter
export const PLAYER_PARAM_TABLE = [
  { name: 'allow_mult_default_type', type: 'bool', default: false, since: 12, block: 112, doc: 'No limit for players of type 0, and no automatic type assignment at the first kickoff.' },
  { name: 'catchable_area_l_stretch_max', type: 'real', default: 1.3, since: 14, block: 104, doc: 'Upper bound of the catch-area stretch.' },
  { name: 'catchable_area_l_stretch_min', type: 'real', default: 1, since: 14, block: 100, doc: 'Lower bound of the catch-area stretch.' },
  { name: 'dash_power_rate_delta_max', type: 'real', default: 0, since: 7, v7: 11, block: 36, doc: 'Upper bound of the old dash-power-rate addition.', note: 'Its dash power rate is always overwritten by the new_dash_power_rate draw; it still decides player_size.' },
  { name: 'dash_power_rate_delta_min', type: 'real', default: 0, since: 7, v7: 10, block: 32, doc: 'Lower bound of the old dash-power-rate addition.', note: 'Its dash power rate is always overwritten by the new_dash_power_rate draw; it still decides player_size.' },
  { name: 'effort_max_delta_factor', type: 'real', default: -0.004, since: 7, v7: 18, block: 64, doc: 'Trade-off factor extra stamina -> effort maximum.' },
  { name: 'effort_min_delta_factor', type: 'real', default: -0.004, since: 7, v7: 19, block: 68, doc: 'Trade-off factor extra stamina -> effort minimum.' },
  { name: 'extra_stamina_delta_max', type: 'real', default: 50, since: 7, v7: 17, block: 60, doc: 'Upper bound of the random addition to extra_stamina.' },
  { name: 'extra_stamina_delta_min', type: 'real', default: 0, since: 7, v7: 16, block: 56, doc: 'Lower bound of the random addition to extra_stamina.' },
  { name: 'foul_detect_probability_delta_factor', type: 'real', default: 0, since: 14, block: 96, doc: 'Trade-off factor kick power rate -> foul detect probability.' },
  { name: 'inertia_moment_delta_factor', type: 'real', default: 25, since: 7, v7: 9, block: 28, doc: 'Trade-off factor decay -> inertia moment.' },
  { name: 'kick_power_rate_delta_max', type: 'real', default: 0, since: 14, block: 92, doc: 'Upper bound of the random addition to kick_power_rate.' },
  { name: 'kick_power_rate_delta_min', type: 'real', default: 0, since: 14, block: 88, doc: 'Lower bound of the random addition to kick_power_rate.' },
  { name: 'kick_rand_delta_factor', type: 'real', default: 1, since: 7, v7: 15, block: 52, doc: 'Trade-off factor kickable margin -> kick noise.' },
  { name: 'kickable_margin_delta_max', type: 'real', default: 0.1, unit: 'm', since: 7, v7: 14, block: 48, doc: 'Upper bound of the random addition to kickable_margin.' },
  { name: 'kickable_margin_delta_min', type: 'real', default: -0.1, unit: 'm', since: 7, v7: 13, block: 44, doc: 'Lower bound of the random addition to kickable_margin.' },
  { name: 'new_dash_power_rate_delta_max', type: 'real', default: 0.0008, since: 8, block: 80, doc: 'Upper bound of the random addition to dash_power_rate.' },
  { name: 'new_dash_power_rate_delta_min', type: 'real', default: -0.0012, since: 8, block: 76, doc: 'Lower bound of the random addition to dash_power_rate.' },
  { name: 'new_stamina_inc_max_delta_factor', type: 'real', default: -6000, since: 8, block: 84, doc: 'Trade-off factor dash power rate -> stamina increase.' },
  { name: 'player_decay_delta_max', type: 'real', default: 0.1, since: 7, v7: 8, block: 24, doc: 'Upper bound of the random addition to player_decay.' },
  { name: 'player_decay_delta_min', type: 'real', default: -0.1, since: 7, v7: 7, block: 20, doc: 'Lower bound of the random addition to player_decay.' },
  { name: 'player_size_delta_factor', type: 'real', default: -100, since: 7, v7: 12, block: 40, doc: 'Trade-off factor old dash-power-rate addition -> player size.' },
  { name: 'player_speed_max_delta_max', type: 'real', default: 0, unit: 'm/cycle', since: 7, v7: 5, block: 12, doc: 'Upper bound of the random addition to player_speed_max.' },
  { name: 'player_speed_max_delta_min', type: 'real', default: 0, unit: 'm/cycle', since: 7, v7: 4, block: 8, doc: 'Lower bound of the random addition to player_speed_max.' },
  { name: 'player_types', type: 'int', default: 18, unit: 'count', since: 7, v7: 1, block: 0, doc: 'Number of player types, type 0 (default) included.', note: 'Values <= 1 give only the default type.' },
  { name: 'pt_max', type: 'int', default: 1, unit: 'count', since: 7, v7: 3, block: 4, doc: 'Players of one type allowed on the field / uses of a type.', note: 'The published text calls it number of substitutions to the same type.' },
  { name: 'random_seed', type: 'int', default: -1, since: 8, block: 72, blockSize: 4, doc: 'Seed of the player-type generator; negative: use the simulator seed. The value sent is the seed actually used.', note: 'The published text says: used if it is non zero.' },
  { name: 'stamina_inc_max_delta_factor', type: 'real', default: 0, since: 7, v7: 6, block: 16, doc: 'Trade-off factor speed max -> stamina increase.', note: 'Its result is always overwritten by the new_stamina_inc_max_delta_factor draw.' },
  { name: 'subs_max', type: 'int', default: 3, unit: 'count', since: 7, v7: 2, block: 2, doc: 'Substitutions allowed to a coach after the first kickoff.' },
] as const;

/** Name of a `player::` parameter, as in files and messages. */
export type PlayerParamName = (typeof PLAYER_PARAM_TABLE)[number]['name'];

/** Values of all `player::` parameters as configured. Frozen; created by {@link createPlayerParams} or by the configuration. */
export type PlayerParams = ParamValues<typeof PLAYER_PARAM_TABLE>;

/** The rows of {@link PLAYER_PARAM_TABLE}, typed with every optional column. */
export const PLAYER_PARAM_ROWS: readonly ParamRow<PlayerParamName>[] = PLAYER_PARAM_TABLE;
