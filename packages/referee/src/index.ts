/**
 * The automatic referee of a match. See the README. Events for the rules are in `@rcss/referee/events`, what trainers and
 * monitors may do in `/rulings`, areas and the offside line in `/geometry`, the memory of the rules in `/state`.
 */
export type { MatchLengths, RefereeContext, Rule } from './context.js';
export { evaluate } from './events.js';
export type { RefereeHost } from './host.js';
export { type JudgedEvent, type JudgedStep, type JudgeOptions, judge, type Ruling } from './judge.js';
export { setPlayMode } from './play-mode-change.js';
export { recordedEvents } from './recorded-events.js';
export { createRefereeContext, RULES, shouldRefereeBeActive } from './referee.js';
export { callKickOff } from './rules/kick-off.js';
export { createRefereeState, type RefereeState } from './state.js';
