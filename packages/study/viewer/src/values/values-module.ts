import type { Frame } from '@rcss/core';
import type { StatEvent } from '@rcss/stats/analysis';
import { loadScript } from '../clips/load-script.js';
import type { PanelContent } from '../panels/panel.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';

/** The module `viewer-values.js`; `open-values.ts` describes the functions. */
export interface ValuesModule {
  showValues(viewer: Viewer, stage: HTMLElement): void;
  createCurve(viewer: Viewer): PanelContent;
  findBallMoment(source: MatchSource, event: StatEvent, index: number): number | null;
  describeAlternatives(source: MatchSource, frame: Frame, player: number): readonly string[] | null;
}

/** Loads the module on the first call; throws as `loadScript` does. */
export function loadValues(): Promise<ValuesModule> {
  return loadScript<ValuesModule>('viewer-values.js', '#values');
}
