/**
 * The automatic referee of a match. See the README. Other entry points: `@rcss/referee/events` (events for the
 * rules), `/rulings` (actions of trainers and monitors), `/geometry` (areas and the offside line), `/state`
 * (state of the rules).
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
