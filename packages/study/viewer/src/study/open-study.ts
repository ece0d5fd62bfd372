/** Statistics with their moments, players, and the result of the match. A script of its own. */
import type { ResultHost, StudyHost } from '../panels/statistics-panel.js';
import type { Viewer } from '../view/viewer.js';
import { ResultCard } from './result-card.js';
import { StudyPanel } from './study-panel.js';

/** Creates the content of the statistics panel. */
export function createStudy(viewer: Viewer, host: StudyHost): StudyPanel {
  return new StudyPanel(viewer, host);
}

const cards = new WeakMap<Viewer, ResultCard>();

/** Shows the result of the match on the stage, as soon as it is analyzed. */
export function showResult(viewer: Viewer, stage: HTMLElement, host: ResultHost): void {
  const card = cards.get(viewer) ?? new ResultCard(viewer, stage, host);
  cards.set(viewer, card);
  card.show();
}
