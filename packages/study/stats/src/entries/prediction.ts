/** Prediction of motion: positions as CSV, scenes and measures of the challenge of the league, baselines, continuations. */
export {
  BASELINES,
  type Baseline,
  ERROR_GROUPS,
  type ErrorGroup,
  findChallengeScene,
  HORIZONS,
  type MeanError,
  measureScene,
  PREDICTED_CYCLES,
  predictBaseline,
  type SceneErrors,
  summarizeErrors,
} from '../prediction/challenge.js';
export {
  checkMotionModel,
  MOTION_MODEL,
  type MotionKind,
  type MotionModel,
  MotionTraining,
  predictMotion,
} from '../prediction/motion-model.js';
export {
  formatPositionTable,
  type PositionRules,
  type Positions,
  PREDICTED_OBJECTS,
  parsePositions,
  ROW_LENGTH,
} from '../prediction/positions.js';
export {
  averageSamples,
  formatSampleTable,
  measureEnergy,
  parseSampleTable,
  type Samples,
} from '../prediction/samples.js';
export { parsePlayerTypes, parseTrackingFrames } from '../prediction/tracking-frames.js';
