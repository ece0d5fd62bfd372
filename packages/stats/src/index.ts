/** Statistics of matches from their logs; the definitions are in docs/statistics.md. */
export {
  type Analyzer,
  analyzeRecords,
  createAnalyzer,
  type MatchAnalysis,
  type PlainTable,
  type ScoreStep,
} from './analyzer.js';
export { type Columns, OBJECT_COUNT } from './columns.js';
export {
  type Curve,
  distanceCurve,
  type HeatMap,
  type HeatMapOptions,
  heatMap,
  staminaCurve,
} from './curves.js';
export {
  CROSS_ZONE_X,
  CROSS_ZONE_Y,
  MAX_SHOT_DISTANCE,
  MAX_STEP,
  MIN_COMPLETED_LENGTH,
  MIN_DRIBBLE_LENGTH,
  MIN_PASS_LENGTH,
  SHOT_MARGIN,
} from './definitions.js';
export { STAT_EVENT_TYPES, type StatEvent, type StatEventType } from './event.js';
export type {
  ActionCounts,
  GoalRow,
  MatchStats,
  PenaltyRow,
  PlayerStats,
  TeamStats,
} from './match-stats.js';
export {
  SPADL_RESULTS,
  SPADL_TYPES,
  type SpadlAction,
  type SpadlResult,
  type SpadlType,
  spadlActions,
} from './spadl.js';
export { modeAt, summarize } from './summary.js';
