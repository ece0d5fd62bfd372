/** Creates the files of a soccer team from a template. See the README. */
export { type CreateNativeTeamOptions, createNativeTeam } from './create-native-team.js';
export { type CreateTeamOptions, createTeam, TeamFolderError } from './create-team.js';
