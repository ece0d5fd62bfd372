/** Statistics of a match as tables and as a text report, and figures of a team in many matches. */
export {
  createStatsTable,
  findObject,
  isValueTable,
  STATS_TABLES,
  type StatsTable,
  type TableOptions,
  tableColumns,
} from '../tables/stats-tables.js';
export { formatStats } from '../tables/stats-text.js';
export { createTeamFigures, type TeamFigure, type TeamRow } from '../tables/team-figures.js';
export { formatValues, VALUE_TABLES, type ValueTable } from '../tables/value-tables.js';
