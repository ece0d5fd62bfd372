import type { Viewer } from '../view/viewer.js';
import { watchMatch } from '../view/watch-match.js';

/** Most frames between two pictures of forward playback; more are a jump to another moment. */
const MAX_STEP = 60;

/** Calls `showResult` when playback of a log or a live match arrives at full time, on pages that the viewer fills. */
export function watchFullTime(viewer: Viewer, showResult: () => void): void {
  let last = -1;
  let wasOver = true;
  watchMatch(viewer, () => {
    last = -1;
    wasOver = true;
  });
  viewer.subscribe((event) => {
    if (event !== 'frame') return;
    const { frame, frameIndex, playback } = viewer;
    const isOver = frame?.playMode === 'time_over';
    const isNext = frameIndex > last && frameIndex - last <= MAX_STEP;
    const arrives = isOver && !wasOver && isNext && last >= 0 && !playback.isLooping && viewer.isWholePage();
    last = frameIndex;
    wasOver = isOver;
    if (arrives) showResult();
  });
}
