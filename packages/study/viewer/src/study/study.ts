import type { Side } from '@rcss/core';
import type { StatisticsRun } from '../analysis/statistics-run.js';
import type { FrameRange } from '../clips/clip-range.js';
import type { Viewer } from '../view/viewer.js';
import type { FigureLink } from './figure-table.js';

/** A view of the statistics panel. */
export interface StudyView {
  readonly element: HTMLElement;
  readonly isWide?: boolean;
  /** Shows the frames that are analyzed; called while the view is shown. */
  update(run: StatisticsRun, isForced: boolean): void;
}

/** What views need from the panel that contains them. */
export interface StudyContext {
  readonly viewer: Viewer;
  /** Opens the list of the moments of a figure. */
  openMoments(link: FigureLink): void;
  /** Opens the page of a player, 0 to 21. */
  openPlayer(index: number): void;
  openPlayers(side: Side): void;
  /** Opens the panel that saves clips, with these parts of the match. */
  saveClip(title: string, ranges: readonly FrameRange[]): void;
}

/** Name of a team, also before its first frame is drawn, as in a tab that is not shown; of its side, if it has none. */
export function nameTeam({ frame, source }: Viewer, side: Side): string {
  const end = source?.getFrame(source.last);
  if (side === 'l') return frame?.left.name || end?.left.name || 'Left';
  return frame?.right.name || end?.right.name || 'Right';
}
