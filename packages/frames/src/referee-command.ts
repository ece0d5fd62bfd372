import type { PlayMode, Side } from '@rcss/core';

/** A command of the referee panel; positions in meters, angles in degrees. */
export type RefereeCommand =
  | { readonly type: 'kick_off' }
  | { readonly type: 'drop_ball'; readonly x: number; readonly y: number }
  | { readonly type: 'free_kick'; readonly side: Side; readonly x: number; readonly y: number }
  | {
      readonly type: 'card';
      readonly side: Side;
      readonly unum: number;
      readonly color: 'yellow' | 'red';
    }
  | {
      readonly type: 'move_player';
      readonly side: Side;
      readonly unum: number;
      readonly x: number;
      readonly y: number;
      readonly body: number;
    }
  | { readonly type: 'move_ball'; readonly x: number; readonly y: number }
  | { readonly type: 'discard'; readonly side: Side; readonly unum: number }
  | { readonly type: 'play_mode'; readonly mode: string; readonly x: number; readonly y: number }
  | { readonly type: 'recover' };

/** Which referee commands are accepted: none, those with a token, or all. */
export type CommandRight = 'none' | 'token' | 'open';

/** Play modes that a monitor can set (spec 11 §3.7). */
export const SETTABLE_PLAY_MODES: readonly PlayMode[] = [
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

/** Returns the ball's position after a monitor sets the mode at the point (x, y); meters (spec 11 §3.7). */
export function computeBallPosition(mode: string, x: number, y: number): readonly [x: number, y: number] {
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
