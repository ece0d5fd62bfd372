import type { ViewState } from './view-state.js';

/** Returns the address of the crest of a team; undefined without one. */
export function findCrest({ teamCrests }: Pick<ViewState, 'teamCrests'>, team: string): string | undefined {
  return Object.hasOwn(teamCrests, team) ? teamCrests[team] : undefined;
}
