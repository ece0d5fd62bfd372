/** The scenarios of this package, their form, the scripted players and the terms of rewards. */

export type { Area, Range } from '../area.js';
export type { CycleEvents } from '../episode.js';
export type { RewardName, RewardWeights } from '../reward-weights.js';
export { REWARD_TERMS, type RewardTerm, type RewardView } from '../rewards.js';
export type { Placement, Scenario, ScenarioPlayer, Termination } from '../scenario.js';
export { findScenario, SCENARIOS } from '../scenarios/catalog.js';
export { SCRIPT_DESCRIPTIONS, type ScriptName } from '../scripts/script.js';
