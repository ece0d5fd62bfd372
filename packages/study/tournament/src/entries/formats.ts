/** Formats of tournaments: which matches are played, and which places follow from the results. */
export type {
  BracketEntrant,
  BracketMatch,
  BracketPair,
  BracketRound,
  StageBracket,
} from '../formats/bracket.js';
export { findPlanProblems, type PlanProblem } from '../formats/check-plan.js';
export { createRounds, pairSwissRound, type SwissPairing, type SwissTeam } from '../formats/pairings.js';
export * from '../formats/plan.js';
export type {
  DrawnLot,
  LadderChanges,
  LadderPoint,
  LadderState,
  Placing,
  StageTable,
} from '../formats/stage.js';
export { createTournament, type PlayedMatch, type Tournament } from '../formats/tournament.js';
