import { parseHeard } from '@rcss/clang';
import {
  type ActiveDirective,
  addMessage,
  contains,
  EMPTY_PLAYBOOK,
  type EvaluationContext,
  findActiveDirectives,
  listUnitNumbers,
} from '@rcss/clang/evaluate';
import { type ClangAction, printDirective } from '@rcss/clang/tree';
import type { Action } from '../skills/action.js';
import type { AgentPlayer } from '../team/agent-player.js';
import type { TeamDefinition } from '../team/define-team.js';
import type { Decision } from '../team/player-client.js';
import { createAdviceWorld } from './advice-world.js';
import { chooseAdvisedAction, isForbidden } from './advised-action.js';

/** Options of {@link followAdvice}. */
export interface FollowOptions {
  /** Called when a player does what a directive says, with its number and the text of the directive. */
  readonly onFollow?: (unum: number, directive: string) => void;
}

/**
 * Returns a team whose players follow what their coach says in the coach language while play is on. An advised action that is possible
 * replaces what the team decides; `dont` takes an action away, the player then holds the ball, clears it or goes to its place. Followed are pass,
 * dribble, clear, shoot, hold, intercept, tackle, mark, pos and home, the latter two for players that are not the first at the ball. The other
 * actions of the language (bto, markl, oline, htype) are not followed.
 *
 * @example
 * export default defineTeam(followAdvice({ play: (player) => player.shoot() ?? player.intercept() }));
 */
export function followAdvice(definition: TeamDefinition, { onFollow }: FollowOptions = {}): TeamDefinition {
  const followers = new WeakMap<AgentPlayer, Follower>();
  const play: Decision = (player) => {
    if (player.coachMessages.length === 0) return definition.play(player);
    let follower = followers.get(player);
    if (follower === undefined) {
      follower = new Follower(player);
      followers.set(player, follower);
    }
    return follower.decide(definition.play, onFollow);
  };
  // Without a coach, players do not declare that they understand the language.
  return { ...definition, play, coach: definition.coach || true };
}

/** A player with the messages that it has received. */
class Follower {
  readonly #player: AgentPlayer;
  #playbook = EMPTY_PLAYBOOK;
  #readCount = 0;

  constructor(player: AgentPlayer) {
    this.#player = player;
  }

  decide(decideAlone: Decision, onFollow: FollowOptions['onFollow']): Action | null {
    const player = this.#player;
    const { coachMessages, unum, world } = player;
    for (; this.#readCount < coachMessages.length; this.#readCount++) {
      const message = parseHeard(coachMessages[this.#readCount]!);
      if (message.ok) this.#playbook = addMessage(this.#playbook, message.value, world.time);
    }
    const context: EvaluationContext = {
      world: createAdviceWorld(world),
      us: 'l',
      names: this.#playbook.names,
    };
    const own = findActiveDirectives(this.#playbook, context).directives.filter(
      ({ purpose, directive, bindings }) =>
        purpose === 'direc' &&
        directive.team === 'our' &&
        listUnitNumbers(directive.units, bindings).includes(unum),
    );
    for (const { directive, bindings } of own) {
      if (!directive.positive) continue;
      const action = chooseAdvisedAction(player, this.#listActions(directive.actions), { context, bindings });
      if (action === null) continue;
      onFollow?.(unum, printDirective(directive));
      return { ...action, reason: `advice: ${action.reason}` };
    }
    return this.#avoid(decideAlone(player), own, context, onFollow);
  }

  /** Replaces an action that the coach has forbidden. */
  #avoid(
    decided: Action | null,
    own: readonly ActiveDirective[],
    context: EvaluationContext,
    onFollow: FollowOptions['onFollow'],
  ): Action | null {
    if (decided === null) return null;
    for (const { directive, bindings } of own) {
      if (directive.positive) continue;
      const inRegion: Parameters<typeof isForbidden>[2] = (region) =>
        decided.target !== null && contains(region, decided.target, context, bindings);
      const forbidden = this.#listActions(directive.actions).some((action) =>
        isForbidden(decided, action, inRegion, bindings),
      );
      if (!forbidden) continue;
      onFollow?.(this.#player.unum, printDirective(directive));
      const player = this.#player;
      if (!player.world.kickable) return player.goTo(player.home) ?? player.scan();
      return (
        [player.hold, player.clear]
          .map((skill) => skill.call(player))
          .find((action) => action?.kind !== decided.kind) ?? null
      );
    }
    return decided;
  }

  /** The actions of a directive; names are replaced by what they stand for. */
  #listActions(actions: readonly ClangAction[]): ClangAction[] {
    return actions.flatMap((action) => {
      let found: ClangAction | undefined = action;
      const { actions: defined } = this.#playbook.names;
      for (let depth = 0; found?.kind === 'named' && depth < MAX_NAMES; depth++)
        found = defined.get(found.name);
      return found === undefined || found.kind === 'named' ? [] : [found];
    });
  }
}

/** Names that may stand for each other in a row. */
const MAX_NAMES = 20;
