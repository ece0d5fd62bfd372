/** Statistics with their moments, players, the result of the match, saving, and studies. A script of its own. */
import type { PanelContent } from '../panels/lazy-panel.js';
import type { StudyHost } from '../panels/study-module.js';
import type { Viewer } from '../view/viewer.js';
import { StoryPanel } from './story-panel.js';
import { StudyPanel } from './study-panel.js';

export { startBroadcast } from '../broadcast/broadcast.js';
export { createNotes, openStudy } from '../notes/notes-panel.js';
export { createWhy } from '../why/why-panel.js';
export { createSave } from './save-panel.js';

/** Creates the content of the statistics panel. */
export function createStatistics(viewer: Viewer, host: StudyHost): PanelContent {
  return new StudyPanel(viewer, host);
}

/** Creates the content of the panel with the story of the match. */
export function createStory(viewer: Viewer, host: StudyHost): PanelContent {
  return new StoryPanel(viewer, host);
}
