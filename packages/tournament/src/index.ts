/** Schedules and standings of tournaments. See the README. */
export { type LeagueMatch, outcomeOf, type ResultList, readResults } from './results.js';
export { type Match, type Phases, parallel, readTeams, roundRobin, type TeamList } from './schedule.js';
export { rank, type Standing, WIN_POINTS } from './standings.js';
