/** In words: what a player believed, measured by the frame of the log, and what it did. */
import type { Frame, FramePlayer } from '@rcss/core';
import type { DebugBeliefs, DebugObject } from '@rcss/core/debug-channel';

const COUNTS = [
  ['kick', 'kickCount'],
  ['dash', 'dashCount'],
  ['turn', 'turnCount'],
  ['catch', 'catchCount'],
  ['move', 'moveCount'],
  ['tackle', 'tackleCount'],
  ['turn_neck', 'turnNeckCount'],
  ['change_view', 'changeViewCount'],
  ['change_focus', 'changeFocusCount'],
  ['say', 'sayCount'],
  ['pointto', 'pointtoCount'],
  ['attentionto', 'attentiontoCount'],
] as const satisfies readonly (readonly [string, keyof FramePlayer])[];

/** Returns the kinds of the commands that a player executed between two frames, by the counts of the log. */
export function listExecuted(before: FramePlayer, after: FramePlayer): readonly string[] {
  return COUNTS.filter(([, count]) => after[count] > before[count]).map(([name]) => name);
}

const formatMeters = (meters: number): string => `${meters.toFixed(1)} m`;

/** Returns how far the beliefs of a player, 0 to 21, are from the frame, a line for each kind of object. */
export function describeBeliefs(
  { self, ball, players = [] }: DebugBeliefs,
  frame: Frame,
  player: number,
): readonly string[] {
  const lines: string[] = [];
  const measure = (believed: DebugObject, x: number, y: number) => Math.hypot(believed.x - x, believed.y - y);
  const me = frame.players[player];
  if (self !== undefined && me !== undefined)
    lines.push(`itself: ${formatMeters(measure(self, me.x, me.y))} off`);
  if (ball !== undefined) {
    const { age } = ball;
    const seen = age === undefined ? '' : age === 0 ? ', seen now' : `, seen ${age} cycles ago`;
    lines.push(`ball: ${formatMeters(measure(ball, frame.ballX, frame.ballY))} off${seen}`);
  }
  if (players.length === 0) return lines;
  const errors = players.flatMap((believed) => {
    const { side, unum } = believed;
    const truth = side && unum ? frame.players[(side === 'l' ? -1 : 10) + unum] : undefined;
    return truth === undefined ? [] : [measure(believed, truth.x, truth.y)];
  });
  const unknown = players.length - errors.length;
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const off =
    errors.length === 0
      ? ''
      : `, ${formatMeters(mean)} off on average, ${formatMeters(Math.max(...errors))} at most`;
  lines.push(
    `${players.length} other player${players.length === 1 ? '' : 's'}${off}${unknown === 0 ? '' : `, ${unknown} without a number`}`,
  );
  return lines;
}
