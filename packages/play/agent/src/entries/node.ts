/** Teams over UDP; needs Node. */
export { type RunTeamOptions, runTeam, TeamConnectionError } from '../node/run-team.js';
