export {
  connectCoach,
  connectPlayer,
  connectTrainer,
  disconnectCoach,
  disconnectTrainer,
  reconnectPlayer,
  releaseCoach,
  removePlayer,
} from './admission.js';
export { runAutoMode } from './auto-mode.js';
export { applyCoachCommand } from './coach-commands.js';
export type { CoachBudget, CoachState, QueuedCoachMessage, TrainerState } from './coach-state.js';
export { createMatch } from './create-match.js';
export { digest } from './digest.js';
export { InvalidCommandError } from './invalid-command.js';
export type { AutoModeState, ChanceStreams, Match, MatchOptions, SubstitutionState } from './match.js';
export { applyMonitorCommand } from './monitor-commands.js';
export { createPlayerObservation, observe, type PlayerObservation } from './observe.js';
export { applyPlayerCommand } from './player-commands.js';
export type {
  PlayerEntry,
  RecordedEntry,
  RecordedInput,
  RecordedNote,
  RecordingHeader,
} from './recording.js';
export {
  createRecordingWriter,
  type RecordingReader,
  type RecordingWriter,
  readRecording,
} from './recording-file.js';
export { nameForOpponents } from './referee-link.js';
export { createReplay, type Divergence, type Replay } from './replay.js';
export { deliverHearing, lookAround, senseBodies } from './senses.js';
export { fork, parseSnapshot, restore, type Snapshot, snapshot, snapshotText } from './snapshot.js';
export { step } from './step.js';
export { applyTrainerCommand, tryKickOff } from './trainer-commands.js';
