import type { ClipPainter } from '../clips/clip-painter.js';
import { loadScript } from '../clips/load-script.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import type { PanelContent } from './lazy-panel.js';
import type { PanelName } from './panel.js';

/** What the views of the statistics and of studies need from the page. */
export interface StudyHost {
  /** What contains the field. */
  readonly stage: HTMLElement;
  /** Opens another panel. */
  open(name: PanelName): void;
  /** Calls for the size of a table, or of a usual panel. */
  setWide(isWide: boolean): void;
}

/** Creates what draws pictures of a match, width and height in pixels. */
export type CreatePainter = (source: MatchSource, width: number, height: number) => ClipPainter;

/** The module `viewer-study.js`. */
export interface StudyModule {
  /** Creates the content of the statistics panel; `update` continues the computation until the element is removed. */
  createStatistics(viewer: Viewer, host: StudyHost): PanelContent;
  /** Creates the content of the panel that saves clips, pictures and charts; `createPainter` draws pictures of a size in pixels. */
  createSave(viewer: Viewer, createPainter: CreatePainter): PanelContent;
  /** Creates the content of the panel that writes and shows studies. */
  createNotes(viewer: Viewer, host: StudyHost): PanelContent;
  /** Shows a study over the match: the text of a file, or of a link. A notice says why it cannot be read. */
  openStudy(viewer: Viewer, host: StudyHost, text: string): Promise<void>;
  /** Shows the match as a broadcast does; `language` is the beginning of a code such as `ja`, empty for English. */
  startBroadcast(viewer: Viewer, stage: HTMLElement, language: string): void;
  /** Creates the content of the panel about the decision of a player; `openFiles` asks for debug files of agents. */
  createWhy(viewer: Viewer, openFiles: () => void): PanelContent;
  /** Creates the content of the panel with the story of the match. */
  createStory(viewer: Viewer, host: StudyHost): PanelContent;
}

/** Loads the module on the first call; throws as `loadScript` does. */
export function loadStudy(): Promise<StudyModule> {
  return loadScript<StudyModule>('viewer-study.js', '#study');
}
