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
export type { Span } from './cursor.js';
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
export {
  isSupported,
  type Requirement,
  requirementOf,
  type VersionRange,
  versionRangeOf,
} from './versions.js';
export { childrenOf, type Node, visit } from './visit.js';
