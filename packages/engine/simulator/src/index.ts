/**
 * A whole soccer match in one process: create it, apply commands, run steps, observe, save and copy its state.
 *
 * Other entry points: `@rcss/simulator/clients` (coaches, trainer, monitors, reconnection), `/cycle` (phases of
 * a server cycle), `/recording` (recordings and replays), `/scene` (situations as data), `/snapshot-text` (snapshots as text).
 */
export type { CoachBudget, CoachState, QueuedCoachMessage, TrainerState } from './coach-state.js';
export { connectPlayer } from './connections.js';
export { createMatch, createSpecMatch } from './create-match.js';
export { digest } from './digest/digest.js';
export { hashSpec } from './digest/hash-spec.js';
export { applyPlayerCommand } from './execute-player-command.js';
export { applyTrainerCommand, tryKickOff } from './execute-trainer-command.js';
export { extractSpec } from './extract-spec.js';
export { InvalidCommandError } from './invalid-command.js';
export * from './match.js';
export { type BothSides, createMatchEnd, type Forfeit, type MatchEnd } from './match-end.js';
export { connectSinks, type MatchSink } from './match-sink.js';
export type { AutoModeState, Snapshot, SubstitutionState } from './match-state.js';
export { createPlayerObservation, observe, type PlayerObservation } from './observe.js';
export {
  type ReconstructedState,
  type ReconstructOptions,
  reconstructSnapshot,
  type StoredFields,
} from './reconstruct.js';
export type { PlayerInit } from './recorded-input.js';
export { continueFrom, fork, reseed, restore, snapshot } from './snapshot.js';
export { createDocumentSpec, createUnattendedValues, type SpecDefaults } from './spec/document-spec.js';
export {
  createSpecParams,
  type MatchOrigin,
  type MatchSpec,
  readMatchSpec,
} from './spec/match-spec.js';
export { step } from './step.js';
