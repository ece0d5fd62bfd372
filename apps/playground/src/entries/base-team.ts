/** The base team, for the engine. */
export { default as baseTeam } from '@rcss/base-team';
