/** Recordings of all inputs of a match: encode, decode and replay. */
export type {
  RecordedEntry,
  RecordedInput,
  RecordedNote,
  RecordingHeader,
} from '../recorded-input.js';
export { type PlayedRecording, playRecording, type RecordingPlan } from '../recording/play-recording.js';
export {
  createRecordingWriter,
  type RecordingReader,
  type RecordingWriter,
  readRecording,
} from '../recording/recording-file.js';
export { createReplay, type Divergence, type Replay, type ReplayObserver } from '../recording/replay.js';
