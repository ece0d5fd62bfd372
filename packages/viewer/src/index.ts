/** A browser component that draws matches. See the README. */
export { Camera, type Insets, VIEW_LENGTH, VIEW_WIDTH } from './camera.js';
export { defineViewer, RcssViewer } from './element/rcss-viewer.js';
export type { PictureTimes } from './element/stats.js';
export { type AutoSelect, type Follow, Viewer, type ViewerEvent } from './element/viewer.js';
export { decodeFrame, encodeFrame, FRAME_BYTES } from './frame-codec.js';
export { FrameStore } from './frame-store.js';
export {
  CLASH,
  CLASSIC,
  chooseKits,
  clash,
  contrast,
  difference,
  type Kit,
  type KitChoice,
  luminance,
  type MatchKits,
  shirtOf,
} from './kits.js';
export { LiveSource } from './live-source.js';
export { createLogSource, logSourceOfBytes } from './log-source.js';
export { MarkFinder, nextGoal, previousGoal } from './marks.js';
export {
  DEFAULT_OPTIONS,
  loadOptions,
  type OptionStorage,
  readOptions,
  type StaminaView,
  saveOptions,
  type ViewOptions,
} from './options.js';
export { type ParamValue, plainParams } from './plain-params.js';
export { ballPlaceFor, playModeLabel, SETTABLE_MODES } from './play-mode-label.js';
export { MAX_INTERVAL, MIN_INTERVAL, Playback, type PlaybackSource } from './playback.js';
export {
  computeScene,
  createScene,
  lerpAngle,
  type Moment,
  markOf,
  maxKickAcceleration,
  type PlayerMark,
  realSpeedMax,
  type Scene,
  type SceneParams,
  type ScenePlayer,
  tackleChance,
} from './scene.js';
export type {
  CommandRight,
  Drawing,
  GraphicTile,
  Mark,
  MarkKind,
  MatchSource,
  ParamTable,
  RefereeCommand,
  SourceChange,
  SourceMessage,
  SourceState,
  SourceStatus,
} from './source.js';
export { type BridgeMessage, FRAMES_HEAD, MAX_GET, type PageMessage } from './wire.js';
