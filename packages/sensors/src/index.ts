/** Observations of players, coaches, monitors and logs. See the README. */

export {
  type AuralState,
  coachSaysLanguage,
  coachSaysText,
  createAuralState,
  deliverAudio,
  type EmitHeard,
  type PendingMessage,
  playerSays,
  supportsClang,
  trainerSays,
} from './aural.js';
export { setEar } from './ear.js';
export { frameOf } from './frame-of.js';
export { fullstate } from './fullstate.js';
export { globalView } from './global-view.js';
export { see } from './see.js';
export {
  asyncSeeDue,
  asyncSeeInterval,
  syncSeeDue,
  syncSeeInterval,
} from './see-timing.js';
export { clearCollisionMarks, senseBody } from './sense-body.js';
export { isPointing } from './shown-player.js';
