/** The match before, in a second viewer beside the last match. */

import { createDifferenceBar, openLogSource, type RcssViewer, synchronizeViewers } from '@rcss/viewer';
import { findElement } from './controls/elements.js';

/** The comparison as the page uses it. */
export interface MatchComparison {
  /** Shows the log of the match before, if the page compares; empty: there is none. */
  show(logBefore: readonly Uint8Array<ArrayBuffer>[]): Promise<void>;
  /** Compares from the next `show` on. */
  turnOn(): void;
  /** Shows the first difference; called when the last match has ended. */
  showDifference(): Promise<void>;
}

/** Prepares the elements of the page. `isRunning` returns whether the last match is being played. */
export function createComparison(viewer: RcssViewer, isRunning: () => boolean): MatchComparison {
  const before = findElement<RcssViewer>('before');
  const box = findElement<HTMLInputElement>('compare');
  const difference = findElement('difference');
  let log: readonly Uint8Array<ArrayBuffer>[] = [];
  synchronizeViewers(viewer, before);

  async function update(): Promise<void> {
    const isOn = box.checked;
    findElement('before-figure').hidden = !isOn;
    for (const caption of document.querySelectorAll('figcaption')) caption.hidden = !isOn;
    findElement('match').classList.toggle('comparing', isOn);
    difference.replaceChildren();
    before.source = null;
    if (!isOn) return;
    if (log.length === 0) {
      difference.textContent = 'There is no match before this one.';
      return;
    }
    const shown = log;
    const source = await openLogSource(new Blob([...shown]).stream(), 'Before');
    if (!source.ok || !box.checked || log !== shown) return;
    before.source = source.value;
    await source.value.whenRead;
    if (before.source !== source.value) return;
    if (viewer.source !== null) before.viewer.seek(viewer.viewer.frameIndex);
    if (!isRunning()) await showDifference();
  }

  async function showDifference(): Promise<void> {
    const [now, earlier] = [viewer.source, before.source];
    if (!box.checked || now === null || earlier === null) return;
    await Promise.all([now.whenRead, earlier.whenRead]);
    if (now !== viewer.source || earlier !== before.source) return;
    difference.replaceChildren(createDifferenceBar(viewer, before));
  }

  box.addEventListener('change', () => void update());
  return {
    show(logBefore) {
      log = logBefore;
      return update();
    },
    turnOn() {
      box.checked = true;
    },
    showDifference,
  };
}
