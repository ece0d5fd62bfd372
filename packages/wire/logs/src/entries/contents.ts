/** Contents of a game log: the result, and an index with seek points, play modes, teams, goals. */
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
export {
  type DateSource,
  formatLoggedResult,
  type LoggedResult,
  type ResultLogFile,
  ResultReader,
} from '../match-result.js';
export { findPoint } from '../show-reader.js';
export { isSameTeam } from '../team.js';
