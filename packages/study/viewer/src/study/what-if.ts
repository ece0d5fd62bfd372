import type { StatEvent } from '@rcss/stats/analysis';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';

/** Frames before the loss of a ball in which its player is looked for. */
const MAX_FRAMES_BACK = 30;
/** A player this near to the ball has it, m: the kickable radius with room for the noise of dribbling. */
const BALL_REACH = 1.2;

/** Whether a player gave the ball away with the event, so that it could have passed to another one. */
export function hasAlternatives({ type, unum }: Pick<StatEvent, 'type' | 'unum'>): boolean {
  return type !== 'set_play' && unum > 0;
}

/** Returns the last frame, at or before an index, in which the player of an event has the ball; the index without one. */
export function findBallMoment(
  source: Pick<MatchSource, 'first' | 'getFrame'>,
  { side, unum }: Pick<StatEvent, 'side' | 'unum'>,
  index: number,
): number {
  const first = Math.max(source.first, index - MAX_FRAMES_BACK);
  for (let i = index; i >= first; i--) {
    const frame = source.getFrame(i);
    const player = frame?.players.find((other) => other.side === side && other.unum === unum);
    if (frame == null || player === undefined) continue;
    if (Math.hypot(player.x - frame.ballX, player.y - frame.ballY) <= BALL_REACH) return i;
  }
  return index;
}

/** Stops at the moment before a ball was lost and shows what else its player could have done: the passes, with value and risk by the model. */
export function showAlternatives(viewer: Viewer, event: StatEvent, index: number): void {
  viewer.controlPlayback((playback, source) => {
    playback.pause();
    playback.seek(findBallMoment(source, event, index), source);
  });
  viewer.setOption('showPassValues', true);
  viewer.notify('What if: the arrows are the other passes, with value and risk as the model estimates them.');
}
