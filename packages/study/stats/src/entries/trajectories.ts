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
} from '../trajectories/challenge.js';
export {
  checkMotionModel,
  MOTION_MODEL,
  type MotionKind,
  type MotionModel,
  MotionTraining,
  predictMotion,
} from '../trajectories/motion-model.js';
export {
  formatPositionTable,
  type PositionRules,
  type Positions,
  PREDICTED_OBJECTS,
  parsePositions,
  ROW_LENGTH,
} from '../trajectories/positions.js';
export {
  averageSamples,
  formatSampleTable,
  measureEnergy,
  parseSampleTable,
  type Samples,
} from '../trajectories/samples.js';
export { parsePlayerTypes, parseTrackingFrames } from '../trajectories/tracking-frames.js';
