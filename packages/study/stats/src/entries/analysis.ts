/** Contents of an analysis: events, and values of every show in columns. */
export type { ParameterValues, ScoreStep } from '../analyzer.js';
export {
  type BestPlayer,
  type BestScene,
  findBestPlayer,
  findBestScenes,
  PLAYER_POINTS,
  type PointFigure,
} from '../best-scenes.js';
export { type Columns, OBJECT_COUNT } from '../columns.js';
export { STAT_EVENT_TYPES, type StatEvent, type StatEventType } from '../event.js';
export {
  computeFigure,
  type FigureLine,
  formatLine,
  type LinePart,
  listLines,
  type ReadFigure,
  readerOf,
} from '../figure-lines.js';
export {
  ACTION_FIGURES,
  AERIAL_FIGURES,
  type FigureRow,
  type FigureRule,
  type FigureView,
  MOMENT_FIGURES,
  PLAYER_FIGURES,
  SET_PLAY_FIGURES,
} from '../figure-rows.js';
export {
  FIGURES,
  type FigureName,
  type FigureOwner,
  findFigure,
  listMoments,
  type Moment,
  type MomentSource,
  type RuledName,
} from '../figures.js';
export { findGoalChain } from '../goal-chain.js';
export type { GoalFrameHit, GoalFramePart } from '../goal-frame-hits.js';
export {
  filterMoments,
  findSetPlay,
  isInZone,
  type MomentFilter,
  ZONES,
  type Zone,
} from '../moment-filter.js';
export { measureRun, type PlayerRun } from '../player-run.js';
export { createSpadlActions, type SpadlAction } from '../spadl.js';
