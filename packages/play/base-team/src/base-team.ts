import { defineTeam, type TeamDefinition } from '@rcss/agent';
import type { CreateTeam } from '@rcss/core/team-module';
import { isPlayerVersion, playerFeatures } from '@rcss/core/versions';
import { COACH } from './coach.js';
import { defendSetPlay } from './defense.js';
import { FORMATION } from './formation.js';
import { decideOpenPlay } from './open-play.js';

export interface BaseTeamOptions {
  /** Whether an online coach chooses the player types and reports those of the opponents; true by default. */
  readonly coach?: boolean;
  /** Protocol version, 12 to 20; 19 by default. With 20, which servers accept as an experiment, it plays high balls. */
  readonly version?: number;
}

/** The base team as a definition, for teams that change parts of it: `defineTeam({ ...BASE_TEAM, formation })`. */
export const BASE_TEAM: TeamDefinition = {
  play: decideOpenPlay,
  setPlay: defendSetPlay,
  formation: FORMATION,
  coach: COACH,
  hasLegs: true,
};

/** Creates the module of the base team, an example of a team on `@rcss/agent`. */
export function createBaseTeam({ coach = true, version }: BaseTeamOptions = {}): CreateTeam {
  return defineTeam({
    ...BASE_TEAM,
    coach: coach ? COACH : false,
    ...(version === undefined ? {} : { version }),
  });
}

/** Whether the team can play with a protocol version: it needs tackles with a direction. */
function isSupportedVersion(version: unknown): version is number {
  return (
    typeof version === 'number' && isPlayerVersion(version, true) && playerFeatures(version).tackleDirection
  );
}

/** The base team as a team module: `options.coach` and `options.version` as in {@link BaseTeamOptions}. */
const baseTeam: CreateTeam = (context) => {
  const { coach, version } = context.options;
  if (coach !== undefined && typeof coach !== 'boolean')
    throw new TypeError(`options.coach of team ${context.team}: ${String(coach)} is not true or false`);
  if (version !== undefined && !isSupportedVersion(version))
    throw new TypeError(
      `options.version of team ${context.team}: ${String(version)} is not a protocol version from 12 to 20`,
    );
  return createBaseTeam({
    ...(coach === undefined ? {} : { coach }),
    ...(version === undefined ? {} : { version }),
  })(context);
};

export default baseTeam;
