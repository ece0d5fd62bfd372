/** Index of a game log: seek points, play modes, teams, goals. */
export type { AtFrame } from '../log-contents.js';
export {
  createLogIndexer,
  type GoalPoint,
  type IndexPoint,
  type LogIndex,
  type LogIndexer,
  type PlayModePoint,
  type SeekPoint,
  type TeamsPoint,
} from '../log-index.js';
export { findPoint } from '../show-reader.js';
