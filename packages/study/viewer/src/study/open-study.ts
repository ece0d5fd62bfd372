/** Statistics with their moments, players, the result of the match, saving, and studies. A script of its own. */
import type { PanelContent } from '../panels/lazy-panel.js';
import type { ResultHost, StudyHost } from '../panels/study-module.js';
import type { Viewer } from '../view/viewer.js';
import { ResultCard } from './result-card.js';
import { StudyPanel } from './study-panel.js';

export { startBroadcast } from '../broadcast/broadcast.js';
export { createNotes, openStudy } from '../notes/notes-panel.js';
export { createSave } from './save-panel.js';

/** Creates the content of the statistics panel. */
export function createStatistics(viewer: Viewer, host: StudyHost): PanelContent {
  return new StudyPanel(viewer, host);
}

const cards = new WeakMap<Viewer, ResultCard>();

/** Shows the result of the match on the stage, as soon as it is analyzed. */
export function showResult(viewer: Viewer, stage: HTMLElement, host: ResultHost): void {
  const card = cards.get(viewer) ?? new ResultCard(viewer, stage, host);
  cards.set(viewer, card);
  card.show();
}
