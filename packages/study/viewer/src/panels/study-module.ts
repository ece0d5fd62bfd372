import type { ClipPainter } from '../clips/clip-painter.js';
import { loadScript } from '../clips/load-script.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import type { PanelContent, PanelName } from './panel.js';

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
  readonly StudyPanel: new (viewer: Viewer, host: StudyHost) => PanelContent;
  readonly SavePanel: new (viewer: Viewer, createPainter: CreatePainter) => PanelContent;
  readonly NotesPanel: new (viewer: Viewer, host: StudyHost) => PanelContent;
  /** Shows a study over the match: the text of a file, or of a link. A notice says why it cannot be read. */
  openStudy(viewer: Viewer, host: StudyHost, text: string): Promise<void>;
  /** Shows the match as a broadcast does; `language` is the beginning of a code such as `ja`, empty for English. */
  startBroadcast(viewer: Viewer, stage: HTMLElement, language: string): void;
  readonly WhyPanel: new (viewer: Viewer, openFiles: () => void) => PanelContent;
  readonly StoryPanel: new (viewer: Viewer, host: StudyHost) => PanelContent;
}

/** Loads the module on the first call; throws as `loadScript` does. */
export function loadStudy(): Promise<StudyModule> {
  return loadScript<StudyModule>('viewer-study.js', '#study');
}
