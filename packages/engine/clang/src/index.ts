/** Reading, printing and checking messages of the coach language. See the README; `./tree` and `./evaluate` have the rest. */
export { type CheckOptions, check, type Finding, type FindingCode, type NameKind } from './check.js';
export type { Span } from './parse/cursor.js';
export {
  type Analysis,
  type AnalyzeOptions,
  analyze,
  type ParseOptions,
  type Piece,
  parseHeard,
  parseMessage,
  parseSay,
  splitMessages,
  type Wrapper,
} from './parse/parse.js';
export { type FormatOptions, formatText } from './print/format.js';
export { printHeard, printSay, printSource } from './print/print.js';
export type { ClangResult, Position, Problem, ProblemCode } from './problem.js';
export type { Message, MessageKind } from './tree/ast.js';
export {
  findRequirement,
  isSupported,
  type Requirement,
  type VersionRange,
} from './versions.js';
