/** Pitch control and the value of states of a match. */
export {
  createFeatureWriter,
  FEATURE_COUNT,
  FEATURE_NAMES,
  type FeatureWriter,
} from './features.js';
export {
  CONTROL_GRID,
  type ControlGrid,
  createPitchControl,
  type PitchControl,
} from './pitch-control.js';
export type { MotionParams } from './runs.js';
export { createStateValue, mixChances, type StateValue } from './state-value.js';
export {
  DEFAULT_MODEL,
  MODEL_VERSION,
  type ValueModel,
  ValueNetwork,
  type ValueTraining,
} from './value-model.js';
