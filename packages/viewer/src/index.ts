/** A browser component that draws matches. See the README. */
export { defineViewer, RcssViewer } from './element/rcss-viewer.js';
export type { PictureTimes } from './element/stats.js';
export type { AutoSelect, Follow, Viewer, ViewerEvent } from './element/viewer.js';
export { LiveSource } from './live-source.js';
export { createLogSource, logSourceOfBytes } from './log-source.js';
export { DEFAULT_OPTIONS, type StaminaView, type ViewOptions } from './options.js';
export type { Drawing, MatchSource, SourceChange } from './source.js';
