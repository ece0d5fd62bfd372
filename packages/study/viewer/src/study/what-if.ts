import type { StatEvent } from '@rcss/stats/analysis';
import { findHolder } from '@rcss/stats/describe';
import { readMatchParams } from '../analysis/match-params.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';

/** Frames before the loss of a ball in which its player is looked for. */
const MAX_FRAMES_BACK = 30;

/** Whether a player gave the ball away with the event, so that it could have passed to another one. */
export function hasAlternatives({ type, unum }: Pick<StatEvent, 'type' | 'unum'>): boolean {
  return type !== 'set_play' && unum > 0;
}

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

/** Stops at the moment before a ball was lost and shows what else its player could have done: the passes, with value and risk by the model. */
export function showAlternatives(viewer: Viewer, event: StatEvent, index: number): void {
  const { source } = viewer;
  const moment = source === null ? null : findBallMoment(source, event, index);
  if (moment === null) {
    viewer.notify(`What if: player ${event.unum} did not have the ball to itself before this moment.`);
    return;
  }
  viewer.controlPlayback((playback, shown) => {
    playback.pause();
    playback.seek(moment, shown);
  });
  viewer.setOption('showPassValues', true);
  viewer.notify(
    'What if: the arrows are the other passes, with value and risk as the model estimates them; pale ones are not open.',
  );
}
