import { type PlayMode, playModeSide } from '@rcss/core';

const WORDS: Readonly<Record<string, string>> = {
  before_kick_off: 'Before kick-off',
  time_over: 'Full time',
  play_on: 'Play on',
  kick_off: 'Kick-off',
  kick_in: 'Kick-in',
  free_kick: 'Free kick',
  corner_kick: 'Corner kick',
  goal_kick: 'Goal kick',
  goal: 'Goal',
  drop_ball: 'Drop ball',
  offside: 'Offside',
  penalty_kick: 'Penalty kick',
  first_half_over: 'Half-time',
  pause: 'Pause',
  human_judge: 'Human referee',
  foul_charge: 'Foul: charging',
  foul_push: 'Foul: pushing',
  foul_multiple_attack: 'Foul: multiple attack',
  foul_ballout: 'Foul: ball out',
  back_pass: 'Back pass',
  free_kick_fault: 'Free kick fault',
  catch_fault: 'Catch fault',
  indirect_free_kick: 'Indirect free kick',
  penalty_setup: 'Shoot-out: set up',
  penalty_ready: 'Shoot-out: ready',
  penalty_taken: 'Shoot-out: taken',
  penalty_miss: 'Shoot-out: missed',
  penalty_score: 'Shoot-out: scored',
  illegal_defense: 'Illegal defence',
};

/** Words for people, without the side: `Free kick`. */
export function playModeLabel(mode: PlayMode): string {
  const stem = playModeSide(mode) === 'n' ? mode : mode.slice(0, -2);
  return WORDS[stem] ?? mode;
}

/** Play modes that a monitor may set, and where it puts the ball then (11 §3.7). */
export const SETTABLE_MODES: readonly PlayMode[] = [
  'before_kick_off',
  'play_on',
  'kick_in_l',
  'kick_in_r',
  'corner_kick_l',
  'corner_kick_r',
  'goal_kick_l',
  'goal_kick_r',
  'foul_charge_l',
  'foul_charge_r',
  'back_pass_l',
  'back_pass_r',
  'indirect_free_kick_l',
  'indirect_free_kick_r',
  'illegal_defense_l',
  'illegal_defense_r',
];

/** Where the ball goes when a monitor sets the mode with (x, y) as reference point, metres (11 §3.7). */
export function ballPlaceFor(mode: string, x: number, y: number): readonly [x: number, y: number] {
  const px = Math.max(-52.5, Math.min(52.5, x));
  const py = Math.max(-34, Math.min(34, y));
  const side = mode.endsWith('_l') ? 1 : -1;
  if (mode === 'before_kick_off') return [0, 0];
  if (mode.startsWith('kick_in')) return [px, py > 0 ? 34 : -34];
  if (mode.startsWith('corner_kick')) return [51.5 * side, py > 0 ? 33 : -33];
  if (mode.startsWith('goal_kick')) return [-47 * side, py > 0 ? 9.16 : -9.16];
  if (mode.startsWith('illegal_defense')) return [-41.5 * side, 0];
  if (mode.startsWith('indirect_free_kick') && px * side > 47 && Math.abs(py) < 9.16) return [47 * side, py];
  return [px, py];
}
