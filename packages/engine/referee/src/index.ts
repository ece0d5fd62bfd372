/**
 * The automatic referee of a match. See the README. Other entry points: `@rcss/referee/events` (events for the
 * rules), `/actions` (actions of trainers and monitors), `/geometry` (areas and the offside line), `/state`
 * (state of the rules).
 */
export type { MatchLengths, RefereeContext, Rule } from './context.js';
export { evaluateRules } from './events.js';
export {
  type JudgeOptions,
  judgeMatch,
  type RecordedEvent,
  type RecordedStep,
  type RefereeCall,
} from './judge.js';
export { setPlayMode } from './play-mode-change.js';
export { findRecordedEvents } from './recorded-events.js';
export { createRefereeContext, isRefereeActive, RULES } from './referee.js';
export type { RefereeHost } from './referee-host.js';
export { callKickOff } from './rules/kick-off.js';
export { createRefereeState, type RefereeState } from './state.js';
