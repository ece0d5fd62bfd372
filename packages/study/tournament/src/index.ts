/** Schedules and standings of tournaments. See the README. */
export { compareScores, type LeagueMatch, parseResults, type ResultList } from './results.js';
export * from './rules.js';
export * from './schedule.js';
export {
  type ExplainedRanking,
  explainRanking,
  type Outcome,
  outcomeFor,
  type RankOptions,
  rankTeams,
  type Standing,
  type TieDecision,
  WIN_POINTS,
} from './standings.js';
