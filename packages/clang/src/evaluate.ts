/** Evaluation of messages for a player: conditions, regions, names, and the directives that apply in a world. */
export {
  type Bindings,
  contains,
  type EvaluationProblem,
  holds,
  locate,
  unitNumbers,
  type Verdict,
  type View,
} from './evaluate/conditions.js';
export { type NamedRule, type Names, NO_NAMES, withMessage } from './evaluate/names.js';
export {
  type ActiveDirective,
  type ActiveDirectives,
  activeDirectives,
  EMPTY_PLAYBOOK,
  type HeardToken,
  hearMessage,
  type Playbook,
} from './evaluate/playbook.js';
export { type ClangPlayer, type ClangWorld, type Place, playModeWord, type Side } from './evaluate/world.js';
