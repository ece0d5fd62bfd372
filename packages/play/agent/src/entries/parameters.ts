/** Parameters of a team: declared with defaults, ranges and units, given as options, in files or on the command line. */
export {
  defineParameters,
  type FlagParameter,
  type ListedParameter,
  listParameters,
  type NumberParameter,
  readParameters,
  type TeamParameter,
  TeamParameterError,
  type TeamParameterTable,
  type TeamParameterValues,
  type WordParameter,
} from '../parameters/parameter-table.js';
export { defineParameterizedTeam } from '../parameters/parameterized-team.js';
