/** Schedules and standings of tournaments. See the README. */
export { compareScores, type LeagueMatch, parseResults, type ResultList } from './results.js';
export {
  createRoundRobin,
  groupIntoPhases,
  type Match,
  type Phases,
  parseTeams,
  type TeamList,
} from './schedule.js';
export { rankTeams, type Standing, WIN_POINTS } from './standings.js';
