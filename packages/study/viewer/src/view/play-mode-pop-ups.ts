import type { Frame } from '@rcss/core';
import { computeMinute, formatGoal, type GoalDetails } from '../analysis/goal-details.js';
import { formatPlayMode } from '../format-play-mode.js';

export type PopUp = readonly [title: string, text: string];

/** Returns the pop-up for a play mode that begins with this frame (spec 11 §3.12); null if the mode has none. */
export function createPlayModePopUp(
  frame: Frame,
  index: number,
  { goalDetails, intervalMs }: { readonly goalDetails: GoalDetails; readonly intervalMs: number },
): PopUp | null {
  const { playMode: mode, left, right, time } = frame;
  const team = mode.endsWith('_l') ? left.name : right.name;
  if (mode === 'goal_l' || mode === 'goal_r') {
    const detail = formatGoal(goalDetails.find(index), computeMinute(time, intervalMs));
    return ['GOAL!', `${team}  ${left.score} : ${right.score}\n${detail}`];
  }
  if (mode === 'offside_l' || mode === 'offside_r') return ['Offside!', team];
  if (mode === 'time_over') return ['Full time', `${left.score} : ${right.score}`];
  if (/^(foul_|penalty_miss|penalty_score)/.test(mode)) return [formatPlayMode(mode), team];
  return null;
}
