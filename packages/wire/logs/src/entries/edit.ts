/** Changes logs: selects scenes, renames teams, exchanges the sides, repairs. */
export { filterRecords, type RecordFilter } from '../edit/record-filter.js';
export { isTeamName, type NewNames, renameTeams } from '../edit/rename.js';
export { repairRecords } from '../edit/repair.js';
export { reverseRecord } from '../edit/reverse.js';
export {
  createGoalScenes,
  groupIntoPasses,
  isHead,
  type LogExcerpt,
  SceneWriter,
  writePass,
} from '../edit/scenes.js';
