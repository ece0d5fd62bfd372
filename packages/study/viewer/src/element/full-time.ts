import type { Viewer } from '../view/viewer.js';
import { watchMatch } from '../view/watch-match.js';

/** Most frames between two pictures of forward playback; more are a jump to another moment, or to the end. */
const MAX_STEP = 60;

/**
 * Calls `showResult` when a log or a live match arrives at full time, on pages that the viewer fills: by playback, by a jump to the end, and when a live match is opened after its
 * end.
 */
export function watchFullTime(viewer: Viewer, showResult: () => void): void {
  let last = -1;
  let wasOver = true;
  watchMatch(viewer, () => {
    last = -1;
    wasOver = true;
  });
  viewer.subscribe((event) => {
    if (event !== 'frame') return;
    const { frame, frameIndex, isLive, playback, source } = viewer;
    const isOver = frame?.playMode === 'time_over';
    const isNext = frameIndex > last && (frameIndex - last <= MAX_STEP || frameIndex === source?.last);
    const isReached = last < 0 ? isLive : !wasOver && isNext;
    const arrives = isOver && isReached && !playback.isLooping && viewer.isWholePage();
    last = frameIndex;
    wasOver = isOver;
    if (arrives) showResult();
  });
}
