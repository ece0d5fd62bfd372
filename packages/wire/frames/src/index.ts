/** Compact frames, and the messages between a monitor bridge and its pages. See the README. */
export * from './bridge-messages.js';
export { formatPositions } from './format-positions.js';
export { decodeFrame, encodeFrame, FRAME_BYTES } from './frame-codec.js';
export { FrameStore } from './frame-store.js';
export { findNextGoal, findPreviousGoal, type Mark, MarkFinder, type MarkKind } from './marks.js';
export * from './referee-command.js';
