/** Expected goals and expected threat: the models, and the situation of a shot that is rated (docs/inside/expected-goals.md). */
export {
  computeExpectedGoals,
  type DecisionTree,
  EXPECTED_GOALS_MODEL,
  type ExpectedGoalsModel,
  predictGoal,
} from '../expected-goals.js';
export {
  computeExpectedThreat,
  EXPECTED_THREAT_GRID,
  gainOfThreat,
  type ThreatGrid,
} from '../expected-threat.js';
export { measureShot, SHOT_FEATURES, type ShotContext, type ShotFeature } from '../shot-features.js';
