/** Areas and lines of the field, the offside line, and play modes without their side, as the rules use them. */
export {
  ballPlace,
  hasCrossedGoalLine,
  isBeyondGoalLine,
  isBeyondTouchLine,
  isInPenaltyArea,
} from '../areas.js';
export { matchLengths } from '../context.js';
export { isSetPlay, type PlayModeKind, playModeKind } from '../play-mode-kind.js';
export { offsideLine } from '../rules/offside.js';
