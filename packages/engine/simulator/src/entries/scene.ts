/** Situations as data: set one, read the current one, reset a match, and check the conditions that end it. */
export { resetMatch } from '../reset-match.js';
export { applyScene, findSceneProblem, readScene, type SceneProblem } from '../scene.js';
export { checkStop } from '../stop-conditions.js';
