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
} from './ast.js';
export { type CheckOptions, check, type Finding, type FindingCode, type NameKind } from './check.js';
export type { Span } from './cursor.js';
export {
  type Bindings,
  contains,
  type EvaluationProblem,
  holds,
  locate,
  unitNumbers,
  type Verdict,
  type View,
} from './evaluate.js';
export { flipMessage, flipPoint, flipRegion } from './flip.js';
export { type FormatOptions, formatMessage, formatText } from './format.js';
export { fromJson, type JsonFailure, type JsonValue, toJson } from './json.js';
export { type NamedRule, type Names, NO_NAMES, withMessage } from './names.js';
export { formatExact, formatG } from './number-text.js';
export {
  type Analysis,
  type AnalyzeOptions,
  analyze,
  DEFAULT_MAX_FREEFORM,
  MAX_DATAGRAM,
  MAX_PENDING,
  type ParseOptions,
  parseHeard,
  parseMessage,
  parseSay,
  type Wrapper,
} from './parse.js';
export {
  type ActiveDirective,
  type ActiveDirectives,
  activeDirectives,
  EMPTY_PLAYBOOK,
  type HeardToken,
  hearMessage,
  type Playbook,
} from './playbook.js';
export {
  printAction,
  printCondition,
  printDirective,
  printHeard,
  printRegion,
  printRule,
  printSay,
  printSource,
} from './print.js';
export { type Position, type Problem, type ProblemCode, positionAt, type Result } from './problem.js';
export { type Piece, splitMessages } from './split.js';
export {
  isSupported,
  type Requirement,
  requirementOf,
  type VersionRange,
  versionRangeOf,
} from './versions.js';
export { childrenOf, type Node, visit } from './visit.js';
export { type ClangPlayer, type ClangWorld, type Place, playModeWord, type Side } from './world.js';
