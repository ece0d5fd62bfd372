/** Schedules and standings of tournaments. See the README. */
export { compareScores, type LeagueMatch, parseResults, type ResultList } from './results.js';
export {
  DEFAULT_WALKOVER,
  LEAGUE_POINTS,
  LEAGUE_RULES,
  type PointRules,
  SWISS_RULES,
  scoreWalkover,
  type TableRules,
  TIE_BREAKS,
  type TieBreak,
  type WalkoverRules,
} from './rules.js';
export {
  createRoundRobin,
  groupIntoPhases,
  type PhasedSchedule,
  type PlannedMatch,
  parseTeams,
  type TeamList,
} from './schedule.js';
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
