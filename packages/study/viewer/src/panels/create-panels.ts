/** The side panels, in a module of their own: pages load it when the first panel is opened. */

import { ClipPainter } from '../clips/clip-painter.js';
import type { Viewer } from '../view/viewer.js';
import { createMessagesPanel } from './events-panel.js';
import { createHelpPanel } from './help-panel.js';
import { createLazyPanel } from './lazy-panel.js';
import { createOptionsPanel } from './options-panel.js';
import type { Panel, PanelName } from './panel.js';
import { createPlayersPanel } from './players-panel.js';
import { RefereePanel } from './referee-panel.js';
import { ScenePanel } from './scene-panel.js';
import type { StudyHost } from './study-module.js';
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
    story: createLazyPanel('Result', ({ StoryPanel }) => new StoryPanel(viewer, actions)),
    statistics: createLazyPanel('Statistics', ({ StudyPanel }) => new StudyPanel(viewer, actions)),
    save: createLazyPanel(
      'Save clips and pictures',
      ({ SavePanel }) => new SavePanel(viewer, (...args) => new ClipPainter(viewer, ...args)),
    ),
    notes: createLazyPanel(
      'Study: comments and drawings',
      ({ NotesPanel }) => new NotesPanel(viewer, actions),
    ),
    referee: new RefereePanel(viewer),
    scene: new ScenePanel(viewer),
    why: createLazyPanel('Why?', ({ WhyPanel }) => new WhyPanel(viewer, () => actions.openDebugFiles())),
    help: createHelpPanel(viewer),
  };
}
