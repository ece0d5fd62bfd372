/** Contents of an analysis: events, and values of every show in columns. */
export type { ParameterValues, ScoreStep } from '../analyzer.js';
export { type Columns, OBJECT_COUNT } from '../columns.js';
export { STAT_EVENT_TYPES, type StatEvent, type StatEventType } from '../event.js';
export type { GoalFrameHit, GoalFramePart } from '../goal-frame-hits.js';
export { createSpadlActions, type SpadlAction } from '../spadl.js';
