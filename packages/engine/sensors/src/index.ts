/** Observations of players, coaches, monitors and logs. See the README. */

export {
  type AuralState,
  createSensorContext,
  type EmitAudio,
  type PendingMessage,
  type SensorContext,
} from './context.js';
export { setEar } from './ear.js';
export { fillSee } from './fill-see.js';
export { fillFrame } from './frame.js';
export { fillFullstate } from './fullstate.js';
export {
  addCoachText,
  addPlayerMessage,
  addTrainerMessage,
  deliverAudio,
  deliverCoachLanguage,
  type LanguageMessage,
  supportsClang,
} from './hear.js';
export type { LogGrid } from './log-grid.js';
export { fillGlobalView } from './see-global.js';
export {
  asyncSeeInterval,
  countAsyncSee,
  countSyncSee,
  syncSeeInterval,
} from './see-timing.js';
export { clearCollisionMarks, fillSenseBody } from './sense-body.js';
export { isPointing } from './shown-player.js';
