/** Values derived from the parameters, and the seeds of player types. */
export {
  computeConnectWaitCycles,
  computeControlRadiusWidth,
  computeFullTimeCycles,
  computeKickOffWaitCycles,
  computeLcmStep,
  computeNormalTimeCycles,
  convertSecondsToCycles,
} from '../derived.js';
export { replaceSeed, selectPlayerTypeSeed } from '../player-type-generation.js';
