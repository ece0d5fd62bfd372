/** Continuations of a moment, and of what a player could have done in it. */
export {
  type Choice,
  type ChoiceFutures,
  type ChoiceOptions,
  formatChoice,
  listChoices,
  playChoice,
} from '../choices.js';
export {
  createFutureParams,
  FUTURE_OBJECT_COUNT,
  type Future,
  type Futures,
  type FuturesOptions,
  playFutures,
} from '../futures.js';
