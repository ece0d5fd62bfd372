/** The tree of a message: types of all nodes, walks, and conversions of parts. */

export { formatMessage } from '../print/format.js';
export {
  printCondition,
  printDirective,
} from '../print/print.js';
export * from '../tree/ast.js';
export { flip } from '../tree/flip.js';
export { fromJson, type JsonFailure, type JsonValue, toJson } from '../tree/json.js';
export { PLAY_MODE_WORDS } from '../tree/tokens.js';
export { listChildren, type Node, visit } from '../tree/visit.js';
