/** Types of the state of a match, as `Match` and `Snapshot` contain it. */
export type { CoachBudget, CoachState, QueuedCoachMessage, TrainerState } from '../coach-state.js';
export type { AutoModeState, MatchScratch, RandomStreams, SubstitutionState } from '../match.js';
