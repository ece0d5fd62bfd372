import type { Viewer } from './viewer.js';

/**
 * Calls a function when the viewer shows another match: another source, or the next match of a live one. A source also reports new marks and
 * its state, which a live match does at full time; these are not calls.
 */
export function watchMatch(viewer: Viewer, onOther: () => void): void {
  let { source } = viewer;
  let match = source?.match;
  viewer.subscribe((event) => {
    if (event !== 'source' || (viewer.source === source && viewer.source?.match === match)) return;
    source = viewer.source;
    match = source?.match;
    onOther();
  });
}
