/** Compact frames, and the messages between a monitor bridge and its pages. See the README. */
export {
  type BridgeMessage,
  FRAMES_HEAD,
  type GraphicTile,
  MAX_GET,
  type PageMessage,
  type SourceState,
  type SourceStatus,
} from './bridge-messages.js';
export { decodeFrame, encodeFrame, FRAME_BYTES } from './frame-codec.js';
export { FrameStore } from './frame-store.js';
export { type Mark, MarkFinder, type MarkKind, nextGoal, previousGoal } from './marks.js';
export { type ParamTable, type ParamValue, plainParams } from './param-table.js';
export { ballPlaceFor, type CommandRight, type RefereeCommand, SETTABLE_MODES } from './referee-command.js';
