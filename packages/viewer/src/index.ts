/** A browser component that draws matches. See the README. */

export type { DraggedObject, Ruler } from './draw/draw-context.js';
export type { DrawingTimer, DrawingTimes } from './element/drawing-timer.js';
export type { GoalDetails } from './element/goal-details.js';
export { defineMatch, type LoadDetail, RcssMatch, type RcssMatchEvents } from './element/rcss-match.js';
export { defineViewer, type PanelName, RcssViewer } from './element/rcss-viewer.js';
export type { AutoSelect, FollowTarget, Viewer, ViewerEvent } from './element/viewer.js';
export { LiveSource } from './live-source.js';
export type { LogDamage } from './log-damage.js';
export { createLogSource, openLogSource } from './log-source.js';
export { MonitorSource } from './monitor-source.js';
export { DEFAULT_OPTIONS, type StaminaView, type ViewOptions } from './options.js';
export type { Drawing, MatchSource, SourceChange } from './source.js';
