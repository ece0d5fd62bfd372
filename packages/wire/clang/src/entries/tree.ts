/** The tree of a message: types of all nodes, walks, and conversions of parts. */
export { PLAY_MODE_WORDS } from '../parse/tokens.js';
export { formatMessage } from '../print/format.js';
export {
  printAction,
  printCondition,
  printDirective,
  printRegion,
  printRule,
} from '../print/print.js';
export type {
  Action,
  CompareOperator,
  Condition,
  Definition,
  Directive,
  Message,
  MessageKind,
  Move,
  PlayModeWord,
  Point,
  PointOperator,
  Quantity,
  Region,
  Rule,
  RuleIds,
  Switch,
  Team,
  Token,
  Unit,
  UnitName,
} from '../tree/ast.js';
export { flipMessage, flipPoint, flipRegion } from '../tree/flip.js';
export { fromJson, type JsonFailure, type JsonValue, toJson } from '../tree/json.js';
export { listChildren, type Node, visit } from '../tree/visit.js';
