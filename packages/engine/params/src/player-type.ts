/** Heterogeneous player types: their attributes in wire order and the default type (spec 03 §5.4, spec 05b §1.5). */
import type { ServerParams } from './server-params.js';

/** Most player types that a document or a recording may have: a match keeps and sends every one. */
export const MAX_PLAYER_TYPES = 1000;

/** One attribute of a player type. */
export interface PlayerTypeFieldRow<Name extends string = string> {
  /** Name on the wire. */
  readonly name: Name;
  /** Unit of the value; absent if it has none. */
  readonly unit?: string;
  /** Lowest client protocol version whose messages contain the value (spec 03 §5.4). */
  readonly since: number;
  /** Offset of the 32-bit value in the binary player type of monitor version 2 and game log version 3 (spec 09 §7.6). */
  readonly block?: number;
  /** Meaning of the attribute, in one sentence. */
  readonly doc: string;
}

/** The attributes of a player type: one row per attribute, in the order of the wire. */
// biome-ignore format: one row per attribute
export const PLAYER_TYPE_FIELD_TABLE = [
  { name: 'player_speed_max', unit: 'm/cycle', since: 7, block: 4, doc: 'Maximum speed.' },
  { name: 'stamina_inc_max', unit: 'per cycle', since: 7, block: 8, doc: 'Stamina recovery per cycle, times recovery.' },
  { name: 'player_decay', unit: '1/cycle', since: 7, block: 12, doc: 'Speed decay.' },
  { name: 'inertia_moment', since: 7, block: 16, doc: 'Turn inertia.' },
  { name: 'dash_power_rate', since: 7, block: 20, doc: 'Acceleration per dash power.' },
  { name: 'player_size', unit: 'm', since: 7, block: 24, doc: 'Radius of the player.' },
  { name: 'kickable_margin', unit: 'm', since: 7, block: 28, doc: 'Kickable margin: gap between the edges of player and ball up to which the ball can be kicked.' },
  { name: 'kick_rand', since: 7, block: 32, doc: 'Kick noise rate.' },
  { name: 'extra_stamina', since: 7, block: 36, doc: 'Extra stamina, usable when the stamina capacity is used up.' },
  { name: 'effort_max', since: 7, block: 40, doc: 'Upper bound of effort and initial effort.' },
  { name: 'effort_min', since: 7, block: 44, doc: 'Lower bound of effort.' },
  { name: 'kick_power_rate', since: 14, block: 48, doc: 'Acceleration per kick power.' },
  { name: 'foul_detect_probability', since: 14, block: 52, doc: 'Probability that a foul of this player is noticed.' },
  { name: 'catchable_area_l_stretch', since: 14, block: 56, doc: 'Factor by which the catch rectangle of a goalie can be longer.' },
  { name: 'unum_far_length', unit: 'm', since: 18, doc: 'Distance up to which uniform numbers are always seen.' },
  { name: 'unum_too_far_length', unit: 'm', since: 18, doc: 'Distance from which uniform numbers are never seen.' },
  { name: 'team_far_length', unit: 'm', since: 18, doc: 'Distance up to which teams are always recognized.' },
  { name: 'team_too_far_length', unit: 'm', since: 18, doc: 'Distance from which teams are never recognized.' },
  { name: 'player_max_observation_length', unit: 'm', since: 18, doc: 'Distance up to which players are seen.' },
  { name: 'ball_vel_far_length', unit: 'm', since: 18, doc: 'Distance up to which the velocity of the ball is always seen.' },
  { name: 'ball_vel_too_far_length', unit: 'm', since: 18, doc: 'Distance from which the velocity of the ball is never seen.' },
  { name: 'ball_max_observation_length', unit: 'm', since: 18, doc: 'Distance up to which the ball is seen.' },
  { name: 'flag_chg_far_length', unit: 'm', since: 18, doc: 'Distance up to which the change of landmarks is always seen.' },
  { name: 'flag_chg_too_far_length', unit: 'm', since: 18, doc: 'Distance from which the change of landmarks is never seen.' },
  { name: 'flag_max_observation_length', unit: 'm', since: 18, doc: 'Distance up to which landmarks are seen.' },
  { name: 'dist_noise_rate', since: 19, doc: 'Gaussian vision model: deviation per meter of distance, movable objects.' },
  { name: 'focus_dist_noise_rate', since: 19, doc: 'Gaussian vision model: deviation per meter from the focus point, movable objects.' },
  { name: 'land_dist_noise_rate', since: 19, doc: 'Gaussian vision model: deviation per meter of distance, landmarks.' },
  { name: 'land_focus_dist_noise_rate', since: 19, doc: 'Gaussian vision model: deviation per meter from the focus point, landmarks.' },
] as const;

/** Name of an attribute, as on the wire. */
export type PlayerTypeFieldName = (typeof PLAYER_TYPE_FIELD_TABLE)[number]['name'];

/** The rows of {@link PLAYER_TYPE_FIELD_TABLE}, typed with every optional column. */
export const PLAYER_TYPE_FIELDS: readonly PlayerTypeFieldRow<PlayerTypeFieldName>[] = PLAYER_TYPE_FIELD_TABLE;

/** A player type: its id (0 is the default type) and its 29 attributes, in full double precision. Plain and frozen. */
export type PlayerType = { readonly id: number } & { readonly [Name in PlayerTypeFieldName]: number };

/** A player type under construction. */
export type MutablePlayerType = { -readonly [Name in keyof PlayerType]: number };

/** Returns a type in which every attribute has the `server::` value, with the given id (spec 05b §1.4, §1.5). Not frozen. */
export function createBaseType(id: number, server: ServerParams): MutablePlayerType {
  const pitchDiagonal = Math.sqrt(105 * 105 + 68 * 68);
  return {
    id,
    player_speed_max: server.player_speed_max,
    stamina_inc_max: server.stamina_inc_max,
    player_decay: server.player_decay,
    inertia_moment: server.inertia_moment,
    dash_power_rate: server.dash_power_rate,
    player_size: server.player_size,
    kickable_margin: server.kickable_margin,
    kick_rand: server.kick_rand,
    extra_stamina: server.extra_stamina,
    effort_max: server.effort_init,
    effort_min: server.effort_min,
    kick_power_rate: server.kick_power_rate,
    foul_detect_probability: server.foul_detect_probability,
    catchable_area_l_stretch: 1,
    unum_far_length: 20,
    unum_too_far_length: 40,
    team_far_length: pitchDiagonal,
    team_too_far_length: pitchDiagonal,
    player_max_observation_length: pitchDiagonal,
    ball_vel_far_length: 20,
    ball_vel_too_far_length: 40,
    ball_max_observation_length: pitchDiagonal,
    flag_chg_far_length: 20,
    flag_chg_too_far_length: 40,
    flag_max_observation_length: pitchDiagonal,
    dist_noise_rate: server.dist_noise_rate,
    focus_dist_noise_rate: server.focus_dist_noise_rate,
    land_dist_noise_rate: server.land_dist_noise_rate,
    land_focus_dist_noise_rate: server.land_focus_dist_noise_rate,
  };
}

/** Returns the default type: type 0 of every match (spec 05b §1.5). */
export function createDefaultPlayerType(server: ServerParams): PlayerType {
  return Object.freeze(createBaseType(0, server));
}
