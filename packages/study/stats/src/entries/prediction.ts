/** Prediction of motion: positions as CSV, scenes and measure of the challenge of the league, baselines. */
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
  formatPositionTable,
  type PositionRules,
  type Positions,
  PREDICTED_OBJECTS,
  parsePositions,
  ROW_LENGTH,
} from '../prediction/positions.js';
