/** Values derived from the parameters, and the seeds of player types. */
export {
  connectWaitCycles,
  controlRadiusWidth,
  fullTimeCycles,
  kickOffWaitCycles,
  lcmStep,
  normalTimeCycles,
  secondsToCycles,
} from './derived.js';
export { playerTypeSeed, withSeedUsed } from './player-type-generation.js';
