/** Evaluation of messages for a player: conditions, regions, names, and the directives that apply in a world. */
export {
  type Bindings,
  type ConditionResult,
  contains,
  type EvaluationContext,
  type EvaluationProblem,
  evaluateCondition,
  listUnitNumbers,
  locate,
} from '../evaluate/conditions.js';
export { applyMessage, type NamedRule, type Names, NO_NAMES } from '../evaluate/names.js';
export {
  type ActiveDirective,
  type ActiveDirectives,
  addMessage,
  EMPTY_PLAYBOOK,
  findActiveDirectives,
  type Playbook,
  type ReceivedToken,
} from '../evaluate/playbook.js';
export {
  type ClangPlayer,
  type ClangWorld,
  type Place,
  toPlayModeWord,
} from '../evaluate/world.js';
