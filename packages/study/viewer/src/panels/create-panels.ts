/** The side panels, in a module of their own: pages load it when the first panel is opened. */

import { ClipPainter } from '../clips/clip-painter.js';
import type { Viewer } from '../view/viewer.js';
import { createMessagesPanel } from './events-panel.js';
import { createHelpPanel } from './help-panel.js';
import { createLazyPanel } from './lazy-panel.js';
import { createOptionsPanel } from './options-panel.js';
import type { Panel, PanelName } from './panel.js';
import { createPlayersPanel } from './players-panel.js';
import { createRefereePanel } from './referee-panel.js';
import { createScenePanel } from './scene-panel.js';
import { loadStudy, type StudyHost } from './study-module.js';
import { createTypesPanel } from './types-panel.js';

/** What panels need from the element. */
export interface PanelActions extends StudyHost {
  /** Asks for a game log and opens it. */
  openLog(): void;
  /** Asks for debug files of agents and opens them. */
  openDebugFiles(): void;
}

/** Creates all panels of a viewer. */
export function createPanels(viewer: Viewer, actions: PanelActions): Readonly<Record<PanelName, Panel>> {
  return {
    view: createOptionsPanel(viewer, () => actions.openLog()),
    players: createPlayersPanel(viewer),
    types: createTypesPanel(viewer),
    messages: createMessagesPanel(viewer),
    story: createLazyPanel('Result', async () => (await loadStudy()).createStory(viewer, actions)),
    statistics: createLazyPanel('Statistics', async () =>
      (await loadStudy()).createStatistics(viewer, actions),
    ),
    save: createLazyPanel('Save clips and pictures', async () =>
      (await loadStudy()).createSave(viewer, (...args) => new ClipPainter(viewer, ...args)),
    ),
    notes: createLazyPanel('Study: comments and drawings', async () =>
      (await loadStudy()).createNotes(viewer, actions),
    ),
    referee: createRefereePanel(viewer),
    scene: createScenePanel(viewer),
    why: createLazyPanel('Why?', async () =>
      (await loadStudy()).createWhy(viewer, () => actions.openDebugFiles()),
    ),
    help: createHelpPanel(viewer),
  };
}
