/** Situations as data: set one, read the current one, and check the conditions that end a match. */
export { applyScene, readScene, type SceneProblem } from '../scene.js';
export { checkStop, type StopReason } from '../stop-conditions.js';
