/** Index of a game log: seek points, play modes, teams, goals. */
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
export { type AtFrame, findPoint } from '../open-log.js';
