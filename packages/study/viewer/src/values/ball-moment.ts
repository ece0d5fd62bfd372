import type { StatEvent } from '@rcss/stats/analysis';
import { findHolder } from '@rcss/stats/describe';
import { readMatchParams } from '../analysis/match-params.js';
import type { MatchSource } from '../source.js';

/** Frames before the loss of a ball in which its player is looked for. */
const MAX_FRAMES_BACK = 30;

/**
 * Returns the last frame, at or before an index, in which the player of an event has the ball, as the words and the arrows of passes understand it; null
 * if there is none.
 */
export function findBallMoment(
  source: Pick<MatchSource, 'first' | 'getFrame' | 'serverParams' | 'types'>,
  { side, unum }: Pick<StatEvent, 'side' | 'unum'>,
  index: number,
): number | null {
  const params = readMatchParams(source);
  const first = Math.max(source.first, index - MAX_FRAMES_BACK);
  for (let i = index; i >= first; i--) {
    const frame = source.getFrame(i);
    const holder = frame == null ? null : findHolder(frame, params);
    if (holder?.side === side && holder.unum === unum) return i;
  }
  return null;
}
