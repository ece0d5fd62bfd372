/** Statistics of matches from their logs. docs/use/analyst/statistics.md defines every number; the README lists the subpaths. */
export { type AerialCounts, type AerialTracker, createAerialTracker } from './aerial.js';
export { type Analyzer, analyzeRecords, createAnalyzer, type MatchAnalysis } from './analyzer.js';
export type {
  ActionCounts,
  GoalRow,
  MatchStats,
  PenaltyRow,
  PlayerOnlyFigures,
  PlayerStats,
  TeamStats,
} from './match-stats.js';
export { summarize } from './summary.js';
