/** Tuning of parameters by SPSA. */
export {
  createSpsa,
  isTuned,
  nextTrial,
  recordTrial,
  type SpsaPlan,
  type SpsaState,
  type SpsaTrial,
  spsaGain,
  type TunedParameter,
} from '../tuning/spsa.js';
