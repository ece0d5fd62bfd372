import { loadScript } from '../clips/load-script.js';
import { h } from '../dom.js';
import type { Viewer } from '../view/viewer.js';
import type { Panel } from './panel.js';

/** What the views of the statistics need from the page. */
export interface StudyHost {
  /** Opens the panel that saves clips. */
  openSave(): void;
  /** Shows the result of the match on the stage. */
  showResult(): void;
  /** Calls for the size of a table, or of a usual panel. */
  setWide(isWide: boolean): void;
}

/** What the result of a match needs from the page. */
export interface ResultHost extends Pick<StudyHost, 'openSave'> {
  openStatistics(): void;
  /** Moves the focus to the field. */
  focusField(): void;
}

/** The module `viewer-study.js`. */
export interface StudyModule {
  /** Creates the content of the statistics panel; `update` continues the computation until the element is removed. */
  createStudy(
    viewer: Viewer,
    host: StudyHost,
  ): { readonly element: HTMLElement; readonly isWide: boolean; update(): void };
  /** Shows the result of the match on the stage. */
  showResult(viewer: Viewer, stage: HTMLElement, host: ResultHost): void;
}

/** Loads the views of the statistics on the first call; throws as `loadScript` does. */
export function loadStudy(): Promise<StudyModule> {
  return loadScript<StudyModule>('viewer-study.js', '#study');
}

/** Creates the panel with the statistics of a match. Its code is loaded when it is opened first. */
export function createStatisticsPanel(viewer: Viewer, host: StudyHost): Panel {
  const body = h('div', {}, 'Loading …');
  let study: ReturnType<StudyModule['createStudy']> | null = null;
  let isLoading = false;
  return {
    title: 'Statistics',
    body,
    get wide() {
      return study?.isWide === true;
    },
    update() {
      if (study !== null) study.update();
      if (study !== null || isLoading) return;
      isLoading = true;
      loadStudy()
        .then((module) => {
          study = module.createStudy(viewer, host);
          body.replaceChildren(study.element);
          study.update();
        })
        .catch(({ message }: Error) => {
          body.textContent = message;
        });
    },
  };
}
