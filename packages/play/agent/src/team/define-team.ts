import type { DebugRecord } from '@rcss/core/debug-channel';
import type { CreateTeam, TeamContext } from '@rcss/core/team-module';
import type { Formation } from '../formations/formation.js';
import { FOUR_THREE_THREE } from '../formations/four-three-three.js';
import { checkMessageKinds, type MessageKinds } from '../world/say-codec.js';
import { type ChooseTypes, CoachAgent, type CoachAgentOptions, type DecideCoach } from './coach-client.js';
import { describeValue } from './describe-value.js';
import { type ChooseFormation, type DecideView, type Decision, PlayerAgent } from './player-client.js';

/** Description of a team. `Memory` is what each player remembers, see `memory`. */
export interface TeamDefinition<Memory = unknown> {
  /** Open play: returns what the player does in this cycle. */
  readonly play: Decision<Memory>;
  /** Kickoffs, free kicks and other interruptions; if it is absent or returns null, the set plays of this package are used. */
  readonly setPlay?: Decision<Memory>;
  /** Penalty shootouts; if it is absent or returns null, the ones of this package are used. */
  readonly penalty?: Decision<Memory>;
  /** Decides neck, view width and focus after the action; what is absent, or all if it is null or absent, the package decides. */
  readonly view?: DecideView<Memory>;
  /** Creates what a player remembers from cycle to cycle as `player.memory`; called once per player and match. */
  readonly memory?: (unum: number) => Memory;
  /**
   * Own kinds of messages between teammates, at most 8, for `player.say([{ kind: 'own', name, values }])` and `player.heardParts`.
   *
   * @example { press: { line: { min: -50, max: 50, bits: 6 } } }
   */
  readonly messages?: MessageKinds;
  /** Where the players stand; 4-3-3 by default. Its number of players is the size of the team. */
  readonly formation?: Formation;
  /**
   * Chooses the formation of a cycle: by play mode, score, side with the ball, or with exchanged roles; null: `formation`. Called once per cycle and
   * player, each with its own estimate of the match. It must have the same number of players.
   */
  readonly chooseFormation?: ChooseFormation<Memory>;
  /** Protocol version, 12 to 20; 19 by default. 20 is an experiment of some servers: the ball has a height. */
  readonly version?: number;
  /** Whether the players request distances with Gaussian noise instead of quantized ones; false by default. */
  readonly gaussianVision?: boolean;
  /** Whether the players keep asynchronous see messages of protocol versions 12 to 17; false by default. */
  readonly asynchronousVision?: boolean;
  /** Whether the players turn while they run, by dashes with two legs; false by default, because a gain in matches was not measured. */
  readonly hasLegs?: boolean;
  /**
   * Online coach. true: fast runners in front and at the back; a function chooses the types at the start; an object has `types` for
   * that and `decide`, which is called in each cycle: types, substitutions, texts to the players. Default: no coach.
   */
  readonly coach?: boolean | ChooseTypes | CoachDefinition;
  /** Receives a record of each player and cycle for the debug channel. */
  readonly onDebug?: (record: DebugRecord) => void;
}

/** An online coach with code of the team. */
export interface CoachDefinition {
  /** Types at the start; by role if it is absent. */
  readonly types?: ChooseTypes;
  /** Called once per cycle. */
  readonly decide?: DecideCoach;
}

function describeCoach(
  coach: true | ChooseTypes | CoachDefinition,
): Pick<CoachAgentOptions, 'chooseTypes' | 'decide'> {
  if (coach === true) return {};
  if (typeof coach === 'function') return { chooseTypes: coach };
  const { types, decide } = coach;
  return {
    ...(types === undefined ? {} : { chooseTypes: types }),
    ...(decide === undefined ? {} : { decide }),
  };
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
    const options = {
      team,
      formation,
      ...(version === undefined ? {} : { version }),
      ...describeCoach(coach),
    };
    return { players, coach: new CoachAgent(options) };
  };
}
