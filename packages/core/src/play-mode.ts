import type { SideOrNeutral } from './side.js';

/** State of the clock in a play mode (spec 06 §4.1): B before kick-off, S stopped, R running, O over. */
export type ClockGroup = 'B' | 'S' | 'R' | 'O';

const rows = [
  [1, 'before_kick_off', 'B'],
  [2, 'time_over', 'O'],
  [3, 'play_on', 'R'],
  [4, 'kick_off_l', 'R'],
  [5, 'kick_off_r', 'R'],
  [6, 'kick_in_l', 'R'],
  [7, 'kick_in_r', 'R'],
  [8, 'free_kick_l', 'R'],
  [9, 'free_kick_r', 'R'],
  [10, 'corner_kick_l', 'R'],
  [11, 'corner_kick_r', 'R'],
  [12, 'goal_kick_l', 'R'],
  [13, 'goal_kick_r', 'R'],
  [14, 'goal_l', 'S'],
  [15, 'goal_r', 'S'],
  [16, 'drop_ball', 'R'],
  [17, 'offside_l', 'S'],
  [18, 'offside_r', 'S'],
  [19, 'penalty_kick_l', 'R'],
  [20, 'penalty_kick_r', 'R'],
  [21, 'first_half_over', 'R'],
  [22, 'pause', 'R'],
  [23, 'human_judge', 'R'],
  [24, 'foul_charge_l', 'S'],
  [25, 'foul_charge_r', 'S'],
  [26, 'foul_push_l', 'S'],
  [27, 'foul_push_r', 'S'],
  [28, 'foul_multiple_attack_l', 'R'],
  [29, 'foul_multiple_attack_r', 'R'],
  [30, 'foul_ballout_l', 'R'],
  [31, 'foul_ballout_r', 'R'],
  [32, 'back_pass_l', 'S'],
  [33, 'back_pass_r', 'S'],
  [34, 'free_kick_fault_l', 'S'],
  [35, 'free_kick_fault_r', 'S'],
  [36, 'catch_fault_l', 'S'],
  [37, 'catch_fault_r', 'S'],
  [38, 'indirect_free_kick_l', 'R'],
  [39, 'indirect_free_kick_r', 'R'],
  [40, 'penalty_setup_l', 'R'],
  [41, 'penalty_setup_r', 'R'],
  [42, 'penalty_ready_l', 'R'],
  [43, 'penalty_ready_r', 'R'],
  [44, 'penalty_taken_l', 'R'],
  [45, 'penalty_taken_r', 'R'],
  [46, 'penalty_miss_l', 'R'],
  [47, 'penalty_miss_r', 'R'],
  [48, 'penalty_score_l', 'R'],
  [49, 'penalty_score_r', 'R'],
  [50, 'illegal_defense_l', 'S'],
  [51, 'illegal_defense_r', 'S'],
] as const;

/** Name of a play mode, as in messages and logs (spec 06 §2). */
export type PlayMode = (typeof rows)[number][1];

/** One play mode: its number in binary formats, its side, and the state of the clock. */
export interface PlayModeInfo {
  readonly id: number;
  readonly name: PlayMode;
  readonly side: SideOrNeutral;
  readonly clock: ClockGroup;
}

/** All play modes, ids 1 to 51 in order (spec 06 §2). */
export const PLAY_MODES: readonly PlayModeInfo[] = rows.map(([id, name, clock]) => ({
  id,
  name,
  side: name.endsWith('_l') ? ('l' as const) : name.endsWith('_r') ? ('r' as const) : ('n' as const),
  clock,
}));

const byName: ReadonlyMap<string, PlayModeInfo> = new Map(PLAY_MODES.map((m) => [m.name, m]));

/** Returns the play mode with this name, or undefined. */
export function playModeInfo(name: string): PlayModeInfo | undefined {
  return byName.get(name);
}

export function isPlayMode(name: string): name is PlayMode {
  return byName.has(name);
}

/** Returns the play mode with this number (1..51), or undefined; 0 is the empty mode of old logs. */
export function playModeOfId(id: number): PlayMode | undefined {
  return PLAY_MODES[id - 1]?.name;
}

export function playModeId(mode: PlayMode): number {
  return (byName.get(mode) as PlayModeInfo).id;
}

/** Side at the end of the name: that of the taker, scorer or offender; `n` if there is none. */
export function playModeSide(mode: PlayMode): SideOrNeutral {
  return (byName.get(mode) as PlayModeInfo).side;
}

export function playModeClock(mode: PlayMode): ClockGroup {
  return (byName.get(mode) as PlayModeInfo).clock;
}

/** Whether the mode belongs to the penalty shoot-out, ids 40 to 49 (spec 06 §2). */
export function isShootoutMode(mode: PlayMode): boolean {
  const id = (byName.get(mode) as PlayModeInfo).id;
  return id >= 40 && id <= 49;
}
