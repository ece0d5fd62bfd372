/** The parts of the viewer that do not need a browser: scenes, camera, kits, playback, drawing on any canvas. See the README. */
export { Camera, type Insets, VIEW_LENGTH, VIEW_WIDTH } from '../camera.js';
export { type DrawContext, PLAIN_PICTURE, type Trace } from '../draw/draw-context.js';
export { Renderer, type RenderInput } from '../draw/renderer.js';
export { formatPlayMode } from '../format-play-mode.js';
export { chooseKits, type Kit, type KitChoice, type MatchKits, type TeamColors } from '../kits.js';
export { DEFAULT_OPTIONS, type ViewOptions } from '../options.js';
export { MAX_INTERVAL_MS, MIN_INTERVAL_MS, Playback, type PlaybackSource } from '../playback.js';
export {
  computeScene,
  createScene,
  type DisplayState,
  type Picture,
  type PictureParams,
  type PicturePlayer,
  type SceneMoment,
} from '../scene.js';
