import type { SideOrNeutral } from './side.js';

/** State of the clock in a play mode: before the kick-off, stopped, running, or the match is over (spec 06 §4.1). */
export type ClockGroup = 'before' | 'stopped' | 'running' | 'over';

const PLAY_MODE_ROWS = [
  [1, 'before_kick_off', 'before'],
  [2, 'time_over', 'over'],
  [3, 'play_on', 'running'],
  [4, 'kick_off_l', 'running'],
  [5, 'kick_off_r', 'running'],
  [6, 'kick_in_l', 'running'],
  [7, 'kick_in_r', 'running'],
  [8, 'free_kick_l', 'running'],
  [9, 'free_kick_r', 'running'],
  [10, 'corner_kick_l', 'running'],
  [11, 'corner_kick_r', 'running'],
  [12, 'goal_kick_l', 'running'],
  [13, 'goal_kick_r', 'running'],
  [14, 'goal_l', 'stopped'],
  [15, 'goal_r', 'stopped'],
  [16, 'drop_ball', 'running'],
  [17, 'offside_l', 'stopped'],
  [18, 'offside_r', 'stopped'],
  [19, 'penalty_kick_l', 'running'],
  [20, 'penalty_kick_r', 'running'],
  [21, 'first_half_over', 'running'],
  [22, 'pause', 'running'],
  [23, 'human_judge', 'running'],
  [24, 'foul_charge_l', 'stopped'],
  [25, 'foul_charge_r', 'stopped'],
  [26, 'foul_push_l', 'stopped'],
  [27, 'foul_push_r', 'stopped'],
  [28, 'foul_multiple_attack_l', 'running'],
  [29, 'foul_multiple_attack_r', 'running'],
  [30, 'foul_ballout_l', 'running'],
  [31, 'foul_ballout_r', 'running'],
  [32, 'back_pass_l', 'stopped'],
  [33, 'back_pass_r', 'stopped'],
  [34, 'free_kick_fault_l', 'stopped'],
  [35, 'free_kick_fault_r', 'stopped'],
  [36, 'catch_fault_l', 'stopped'],
  [37, 'catch_fault_r', 'stopped'],
  [38, 'indirect_free_kick_l', 'running'],
  [39, 'indirect_free_kick_r', 'running'],
  [40, 'penalty_setup_l', 'running'],
  [41, 'penalty_setup_r', 'running'],
  [42, 'penalty_ready_l', 'running'],
  [43, 'penalty_ready_r', 'running'],
  [44, 'penalty_taken_l', 'running'],
  [45, 'penalty_taken_r', 'running'],
  [46, 'penalty_miss_l', 'running'],
  [47, 'penalty_miss_r', 'running'],
  [48, 'penalty_score_l', 'running'],
  [49, 'penalty_score_r', 'running'],
  [50, 'illegal_defense_l', 'stopped'],
  [51, 'illegal_defense_r', 'stopped'],
] as const;

/**
 * Name of a play mode, as in messages and logs (spec 06 §2).
 *
 * @useDeclaredType
 */
export type PlayMode = (typeof PLAY_MODE_ROWS)[number][1];

/** One play mode: its number in binary formats, its side, and the state of the clock. */
export interface PlayModeInfo {
  readonly id: number;
  readonly name: PlayMode;
  readonly side: SideOrNeutral;
  readonly clock: ClockGroup;
}

/** All play modes, ids 1 to 51 in order (spec 06 §2). */
export const PLAY_MODES: readonly PlayModeInfo[] = PLAY_MODE_ROWS.map(([id, name, clock]) => ({
  id,
  name,
  side: name.endsWith('_l') ? ('l' as const) : name.endsWith('_r') ? ('r' as const) : ('n' as const),
  clock,
}));

const modesByName: ReadonlyMap<string, PlayModeInfo> = new Map(PLAY_MODES.map((m) => [m.name, m]));

/** Whether a text is the name of a play mode. */
export function isPlayMode(name: string): name is PlayMode {
  return modesByName.has(name);
}

/** Returns the play mode with this number (1..51), or undefined; 0 is the empty mode of old logs. */
export function playModeOfId(id: number): PlayMode | undefined {
  return PLAY_MODES[id - 1]?.name;
}

/** Returns the number of a play mode in binary formats, 1..51. */
export function playModeId(mode: PlayMode): number {
  return (modesByName.get(mode) as PlayModeInfo).id;
}

/** Returns the side at the end of the name: that of the taker, scorer or offender; `n` if there is none. */
export function playModeSide(mode: PlayMode): SideOrNeutral {
  return (modesByName.get(mode) as PlayModeInfo).side;
}

/** Returns the state of the clock in a play mode (spec 06 §4.1). */
export function playModeClock(mode: PlayMode): ClockGroup {
  return (modesByName.get(mode) as PlayModeInfo).clock;
}

/** Whether the mode belongs to the penalty shoot-out, ids 40 to 49 (spec 06 §2). */
export function isShootoutMode(mode: PlayMode): boolean {
  const id = (modesByName.get(mode) as PlayModeInfo).id;
  return id >= 40 && id <= 49;
}
