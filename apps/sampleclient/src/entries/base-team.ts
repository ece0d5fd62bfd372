export { type BaseTeamOptions, createBaseTeam, default } from '@rcss/base-team';
