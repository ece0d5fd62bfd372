import { loadScript } from '../clips/load-script.js';
import type { Viewer } from '../view/viewer.js';

/** The module `viewer-words.js`. */
interface WordsModule {
  /** Shows the moment in words on the stage, or removes them. */
  switchWords(viewer: Viewer, stage: HTMLElement): void;
}

/** Shows the moment in words for screen readers, or removes them. The first call loads the code; a notice says why it cannot be loaded. */
export function toggleWords(viewer: Viewer, stage: HTMLElement): void {
  loadScript<WordsModule>('viewer-words.js', '#words').then(
    (words) => words.switchWords(viewer, stage),
    ({ message }: Error) => viewer.notify(message),
  );
}
