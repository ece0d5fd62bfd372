import { h } from '../dom.js';
import type { RcssViewer } from '../element/rcss-viewer.js';
import { findFirstMatchDifference } from './first-difference.js';

/**
 * Shows two matches side by side: every change of the cycle in one of the viewers is followed by the other one. Returns the bar
 * with the first difference, which the caller puts on the page.
 */
export function compareViewers(a: RcssViewer, b: RcssViewer): HTMLElement {
  synchronizeViewers(a, b);
  return createDifferenceBar(a, b);
}

/** Every change of the cycle in one of the viewers is followed by the other one, also when they show other matches later. */
export function synchronizeViewers(a: RcssViewer, b: RcssViewer): void {
  followCycle(a, b);
  followCycle(b, a);
}

/**
 * Returns a bar with the first difference of the matches that two viewers show, and a button that moves both there. The matches must have
 * been read to their ends.
 */
export function createDifferenceBar(a: RcssViewer, b: RcssViewer): HTMLElement {
  const text = h('span', {}, 'Comparing …');
  const go = h('button', { type: 'button', hidden: true }, 'Show it');
  const bar = h('div', { class: 'difference', role: 'status' }, text, ' ', go);
  void describeDifference(a, b, text, go);
  return bar;
}

/** Moves `follower` to the cycle of `leader` whenever that changes; the follower itself does not play. */
function followCycle(leader: RcssViewer, follower: RcssViewer): void {
  leader.viewer.subscribe((event) => {
    if (event !== 'frame') return;
    const { frame, frameIndex, playback } = leader.viewer;
    const { source, frame: shown } = follower.viewer;
    if (frame === null || source === null || shown === null) return;
    if (shown.time === frame.time && follower.viewer.frameIndex === frameIndex) return;
    // The viewer that the user controls leads: the one that plays, or the one with the focus.
    const leads =
      playback.isPlaying || (document.activeElement === leader && !follower.viewer.playback.isPlaying);
    if (!leads) return;
    const index = source.getFrame(frameIndex)?.time === frame.time ? frameIndex : -1;
    if (index >= 0) {
      follower.viewer.playback.pause();
      follower.viewer.seek(index);
    } else void follower.viewer.seekCycle(frame.time);
  });
}

async function describeDifference(
  a: RcssViewer,
  b: RcssViewer,
  text: HTMLElement,
  go: HTMLButtonElement,
): Promise<void> {
  if (a.source === null || b.source === null) {
    text.textContent = 'One of the logs cannot be read.';
    return;
  }
  const found = await findFirstMatchDifference(a.source, b.source);
  if (found === null) {
    const [lastA, lastB] = [a.source.last + 1, b.source.last + 1];
    text.textContent =
      lastA === lastB
        ? 'The logs show the same match.'
        : `The logs are equal, but have ${lastA} and ${lastB} frames.`;
    return;
  }
  text.textContent = `First difference in cycle ${found.time}: ${found.text}`;
  go.hidden = false;
  go.onclick = () => {
    for (const [viewer, index] of [
      [a, found.indexA],
      [b, found.indexB],
    ] as const) {
      viewer.viewer.playback.pause();
      viewer.viewer.seek(index);
    }
  };
}
