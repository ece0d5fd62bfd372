/** A browser component that draws matches. See the README. */

export type { GoalDetails } from './analysis/goal-details.js';
export type { SharedAnalysis } from './analysis/shared-analysis.js';
export type { StatisticsRun } from './analysis/statistics-run.js';
export { createDifferenceBar, synchronizeViewers } from './compare/compare-viewers.js';
export type { DebugStore } from './debug/debug-store.js';
export type { DebugEntry, DebugOptions, DebugPicture, DebugView } from './debug/debug-view.js';
export type { DraggedObject, Ruler } from './draw/draw-context.js';
export { defineMatch, type LoadDetail, RcssMatch, type RcssMatchEvents } from './element/rcss-match.js';
export { defineViewer, RcssViewer } from './element/rcss-viewer.js';
export type { TeamColors } from './kits.js';
export { LiveSource } from './live-source.js';
export type { LogDamage } from './log-damage.js';
export { createLogSource, openLogSource } from './log-source.js';
export { MonitorSource } from './monitor-source.js';
export { DEFAULT_OPTIONS, type StaminaView, type ViewOptions } from './options.js';
export type { PanelName } from './panels/panel.js';
export type { SeenMark } from './perception/seen-objects.js';
export type { Drawing, MatchSource, NoteShape, NotesLayer, SourceChange } from './source.js';
export { createSceneSource } from './trainer/scene-source.js';
export type { DrawingTimer, DrawingTimes } from './view/drawing-timer.js';
export type { SpatialView } from './view/spatial-view.js';
export type { AutoSelect, FollowTarget, ViewerEvent, ViewState } from './view/view-state.js';
export type { Viewer } from './view/viewer.js';
