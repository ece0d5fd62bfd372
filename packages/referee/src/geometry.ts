/** Where things are, as the rules see it: areas, lines of the field, the offside line, play modes without their side. */
export { ballPlace, crossedGoalLine, inPenaltyArea, isOutByX, isOutByY } from './areas.js';
export { matchLengths } from './context.js';
export { isSetPlay, type PlayModeKind, playModeKind } from './play-mode-kind.js';
export { offsideLine } from './rules/offside.js';
