import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam, TeamContext } from '@rcss/core/team-module';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
import { checkMessageKinds } from '../world/say-codec.js';
import { type ChooseTypes, CoachAgent, type CoachDefinition } from './coach-client.js';
import { describeValue } from './describe-value.js';
import { PlayerAgent, type PlayerDefinition } from './player-client.js';

/** Description of a team. `Memory` is what each player remembers, see `memory`. */
export interface TeamDefinition<Memory = unknown> extends PlayerDefinition<Memory> {
  /**
   * Online coach. true: fast runners in front and at the back; a function chooses the types at the start; an object has `types` for
   * that and `decide`, which is called in each cycle: types, substitutions, texts to the players. Default: no coach.
   */
  readonly coach?: boolean | ChooseTypes | CoachDefinition;
}

/** Fields of {@link TeamDefinition} that decide. */
const DECISIONS = ['play', 'setPlay', 'penalty', 'view', 'memory', 'chooseFormation'] as const;

/** Checks a definition of a program without types. */
function checkDefinition<Memory>(definition: TeamDefinition<Memory>): void {
  if (typeof definition !== 'object' || definition === null)
    throw new TypeError(
      `defineTeam: ${describeValue(definition)} is not a definition such as { play: (player) => player.intercept() }`,
    );
  for (const name of DECISIONS) {
    const decision = definition[name];
    if (typeof decision === 'function' || (decision === undefined && name !== 'play')) continue;
    throw new TypeError(
      `defineTeam: ${name} is ${describeValue(decision)}; it must be a function such as (player) => player.intercept()`,
    );
  }
}

/**
 * Defines a team of this package. The result is the default export of a team module; it plays in process
 * (`@rcss/agent/local`) and over UDP (`@rcss/agent/node`).
 *
 * @throws TypeError if the definition has no function `play`, or if a decision is not a function
 * @throws RangeError if `messages` has too many kinds, or one that does not fit in a message
 * @example
 * export default defineTeam({
 *   play: (player) => player.shoot() ?? player.passTo() ?? player.intercept() ?? player.goTo(player.home),
 * });
 */
export function defineTeam<Memory = unknown>(definition: TeamDefinition<Memory>): CreateTeam {
  checkDefinition(definition);
  checkMessageKinds(definition.messages ?? {});
  // Each player gets the memory that the definition has created, so the type of the memory need not be known beyond this point.
  const checked = definition as unknown as TeamDefinition;
  const { coach = false, formation = FOUR_THREE_THREE, onDebug: ownDebug, ...common } = checked;
  return ({ team, seed, onDebug: hostDebug }: TeamContext) => {
    const onDebug =
      ownDebug === undefined || hostDebug === undefined
        ? (ownDebug ?? hostDebug)
        : (record: DebugRecord) => {
            ownDebug(record);
            hostDebug(record);
          };
    const debug = onDebug === undefined ? {} : { onDebug };
    const players = Array.from(
      { length: formation.players },
      (_, i) =>
        new PlayerAgent({
          ...common,
          ...debug,
          team,
          seed,
          formation,
          goalie: i === 0,
          hasCoach: coach !== false,
        }),
    );
    if (coach === false) return { players };
    const { version } = common;
    const decides = typeof coach === 'function' ? { types: coach } : coach === true ? {} : coach;
    const options = { ...decides, team, formation, ...(version === undefined ? {} : { version }) };
    return { players, coach: new CoachAgent(options) };
  };
}
