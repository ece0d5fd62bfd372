import type { PlayMode, Side } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import {
  GOAL_AREA_LENGTH,
  GOAL_AREA_WIDTH,
  PENALTY_SPOT_DISTANCE,
  PITCH_HALF_LENGTH,
  PITCH_HALF_WIDTH,
} from '@rcss/core/pitch';

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
  | {
      readonly type: 'play_mode';
      readonly mode: string;
      readonly x: number;
      readonly y: number;
      /** Whether the ball stays where it is; otherwise it is placed as the mode needs it. */
      readonly keepBall?: boolean;
    }
  | { readonly type: 'recover' };

/** Which referee commands are accepted: none, those with a token, or all. */
export type CommandRight = 'none' | 'token' | 'open';

/** Play modes with which play usually restarts (spec 11 §3.7). A trainer can set all play modes. */
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

/** Distance of the ball from the goal line and from the touch line at a corner kick, meters. */
const CORNER_KICK_MARGIN = 1;
/** |x| of the front of the goal areas, meters. */
const GOAL_AREA_X = PITCH_HALF_LENGTH - GOAL_AREA_LENGTH;
/** |y| of the sides of the goal areas, meters. */
const GOAL_AREA_Y = GOAL_AREA_WIDTH / 2;
/** |x| of the ball after an illegal defense, meters: on the penalty spot. */
const PENALTY_SPOT_X = PITCH_HALF_LENGTH - PENALTY_SPOT_DISTANCE;

/** Returns the ball's position after a monitor sets the mode at the point (x, y); meters (spec 11 §3.7). */
export function computeBallPosition(mode: string, x: number, y: number): readonly [x: number, y: number] {
  const px = clamp(x, -PITCH_HALF_LENGTH, PITCH_HALF_LENGTH);
  const py = clamp(y, -PITCH_HALF_WIDTH, PITCH_HALF_WIDTH);
  const side = mode.endsWith('_l') ? 1 : -1;
  if (mode === 'before_kick_off') return [0, 0];
  if (mode.startsWith('kick_in')) return [px, py > 0 ? PITCH_HALF_WIDTH : -PITCH_HALF_WIDTH];
  if (mode.startsWith('corner_kick')) {
    const cornerY = PITCH_HALF_WIDTH - CORNER_KICK_MARGIN;
    return [(PITCH_HALF_LENGTH - CORNER_KICK_MARGIN) * side, py > 0 ? cornerY : -cornerY];
  }
  if (mode.startsWith('goal_kick')) return [-GOAL_AREA_X * side, py > 0 ? GOAL_AREA_Y : -GOAL_AREA_Y];
  if (mode.startsWith('illegal_defense')) return [-PENALTY_SPOT_X * side, 0];
  const isInGoalArea = px * side > GOAL_AREA_X && Math.abs(py) < GOAL_AREA_Y;
  if (mode.startsWith('indirect_free_kick') && isInGoalArea) return [GOAL_AREA_X * side, py];
  return [px, py];
}
