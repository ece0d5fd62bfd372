export {
  connectCoach,
  connectPlayer,
  connectTrainer,
  disconnectCoach,
  disconnectTrainer,
  isPlayerVersion,
  type PlayerEntry,
  reconnectPlayer,
  releaseCoach,
  removePlayer,
} from './admission.js';
export { deliverHearing } from './audio.js';
export { type AutoModeState, runAutoMode } from './auto-mode.js';
export { applyCoachCommand } from './coach-commands.js';
export type { CoachBudget, CoachState, QueuedCoachMessage, TrainerState } from './coach-state.js';
export { digest } from './digest.js';
export { InvalidCommandError } from './invalid-command.js';
export { tryKickOff } from './kick-off.js';
export { type ChanceStreams, createMatch, type Match, type MatchOptions } from './match.js';
export { applyMonitorCommand } from './monitor-commands.js';
export { createPlayerObservation, observe, type PlayerObservation } from './observe.js';
export { applyPlayerCommand } from './player-commands.js';
export type { RecordedEntry, RecordedInput, RecordedNote, RecordingHeader } from './recording.js';
export {
  createRecordingWriter,
  type RecordingReader,
  type RecordingWriter,
  readRecording,
} from './recording-file.js';
export { nameForOpponents } from './referee-link.js';
export { createReplay, type Divergence, type Replay } from './replay.js';
export { lookAround, senseBodies } from './senses.js';
export { fork, parseSnapshot, restore, type Snapshot, snapshot, snapshotText } from './snapshot.js';
export { step } from './step.js';
export type { SubstitutionState } from './substitution-state.js';
export { applyTrainerCommand } from './trainer-commands.js';
