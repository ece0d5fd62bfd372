import { type AgentPlayer, PlayerAgent } from '@rcss/agent';
import { FOUR_THREE_THREE } from '@rcss/agent/formations';
import { ClientHost } from '@rcss/agent/local';
import type { Action } from '@rcss/agent/skills';
import { type MatchEvent, type Player, sideName } from '@rcss/core';
import { clamp } from '@rcss/core/math';
import type { SeeObservation } from '@rcss/core/observation';
import { PITCH_WITH_MARGIN } from '@rcss/core/pitch';
import { applyPlayerCommand, type Match } from '@rcss/simulator';
import { choiceField, describeField, type Field } from '../layout.js';
import { episodeSeed, type MatchSlot } from '../match-slot.js';
import type { TeamSizes } from '../observation/observation.js';
import { LENGTH_SCALE } from '../observation/state-fields.js';
import type { ScriptView } from '../scripts/script.js';
import { mixSeed } from '../seeding.js';
import type { SenseReceiver } from '../senses.js';
import type { ActionDecoder, DecoderUse } from './action.js';
import { choiceOf } from './parameters.js';
import { createSkillOptions, type SkillOption, type SkillTarget } from './skill-options.js';

const { left, right, top, bottom } = PITCH_WITH_MARGIN;
const FIELD_COUNT = 4;
/** Number that is mixed with the seed of an episode for the seeds of the agents. */
const SKILL_SEED = 0x5c11;

/** An agent that executes options. */
class SkillAgent {
  readonly client: PlayerAgent;
  readonly target: SkillTarget = { x: 0.5, y: 0.5, urgency: 0.5 };
  /** The option that runs; null: none. */
  option: SkillOption | null = null;

  constructor({ side, goalie, unum, version }: Player, seed: number) {
    const decide = (player: AgentPlayer): Action | null => this.#run(player);
    this.client = new PlayerAgent({
      team: sideName(side),
      goalie,
      formation: FOUR_THREE_THREE,
      seed: mixSeed(seed, unum),
      version,
      play: decide,
      setPlay: decide,
    });
  }

  #run(player: AgentPlayer): Action | null {
    const { option } = this;
    if (option === null) return null;
    const action = option.run(player, this.target);
    if (action === null || option.isShort === true) this.option = null;
    return action;
  }
}

/**
 * Options: skills of `@rcss/agent` that run until they are done or replaced. Each agent has a world model, which its sensors fill.
 *
 * @param untilDone Whether a step ends when an option has ended.
 * @param chosen Finds commands that the actions choose: those of the players themselves are left out.
 */
export function createSkillDecoder(
  sizes: TeamSizes,
  use: DecoderUse,
  untilDone: boolean,
  chosen: RegExp | null,
): ActionDecoder {
  return new SkillDecoder(sizes, use, untilDone, chosen);
}

class SkillDecoder implements ActionDecoder {
  readonly layout: readonly Field[];
  readonly choices: readonly string[];
  readonly receiver: SenseReceiver;
  readonly cannotSave =
    'agents with skills have a world model that cannot be saved; use another type of actions instead';
  readonly #options: readonly SkillOption[];
  readonly #indexes: readonly number[];
  readonly #untilDone: boolean;
  readonly #chosen: RegExp | null;
  readonly #hosts: (ClientHost | undefined)[];
  /** By match and index of the player. */
  readonly #agents: Map<number, SkillAgent>[];
  /** By match: agents whose action of this step has not been read. */
  readonly #unread: Set<number>[];
  /** By match: whether an option ended in this step. */
  readonly #ended: boolean[];

  constructor(
    sizes: TeamSizes,
    { agents, matches, hasHeight }: DecoderUse,
    untilDone: boolean,
    chosen: RegExp | null,
  ) {
    this.#chosen = chosen;
    this.#options = createSkillOptions(sizes, hasHeight);
    this.#indexes = agents;
    this.#untilDone = untilDone;
    this.#hosts = new Array(matches).fill(undefined);
    this.#agents = Array.from({ length: matches }, () => new Map());
    this.#unread = Array.from({ length: matches }, () => new Set(agents));
    this.#ended = new Array(matches).fill(false);
    this.choices = ['continue', ...this.#options.map(({ name }) => name)];
    this.layout = [
      choiceField('option', 'Option that starts, or continue', this.choices),
      describeField('target.x', "Target; the opponents' goal is at x = 52.5 m.", {
        unit: 'm',
        low: -1,
        scale: LENGTH_SCALE,
      }),
      describeField('target.y', 'Target.', { unit: 'm', low: -1, scale: LENGTH_SCALE }),
      describeField('urgency', 'Haste of `go to`: 0 saves stamina, 1 is full speed.'),
    ];
    this.receiver = {
      senseBody: (player: Player, index: number) => this.#hosts[index]?.senseBody(player),
      see: (player: Player, seen: SeeObservation, index: number) => this.#hosts[index]?.see(player, seen),
    };
  }

  begin({ match, episode }: MatchSlot, index: number): void {
    this.#hosts[index]?.close();
    const chosen = this.#chosen;
    const host = new ClientHost(
      match,
      chosen === null ? {} : { overrule: (_, commands) => commands.replaceAll(chosen, '') },
    );
    this.#hosts[index] = host;
    const agents = this.#agents[index] as Map<number, SkillAgent>;
    agents.clear();
    const seed = mixSeed(episodeSeed(episode), SKILL_SEED);
    for (const at of this.#indexes) {
      const player = match.world.players[at] as Player;
      const agent = new SkillAgent(player, seed);
      agents.set(at, agent);
      host.attach(agent.client, player, `agent ${sideName(player.side)} ${player.unum}`);
      applyPlayerCommand(match, at, { type: 'synch_see' });
      // With a narrow view, the first see message comes at once, so that the first choice has something to rely on.
      applyPlayerCommand(match, at, { type: 'change_view', width: 'narrow', quality: 'high' });
    }
    this.startStep(index);
  }

  startStep(index: number): void {
    const unread = this.#unread[index] as Set<number>;
    for (const at of this.#indexes) unread.add(at);
    this.#ended[index] = false;
  }

  endsStep(index: number): boolean {
    return this.#untilDone && (this.#ended[index] as boolean);
  }

  notify(event: MatchEvent, index: number): void {
    this.#hosts[index]?.notify(event);
  }

  apply(_: ScriptView, player: Player, actions: Float32Array, offset: number, index: number): void {
    const agent = (this.#agents[index] as Map<number, SkillAgent>).get(player.index) as SkillAgent;
    // The action of a step with a frame skip starts its option once.
    if ((this.#unread[index] as Set<number>).delete(player.index)) this.#start(agent, actions, offset);
    const wasRunning = agent.option !== null;
    (this.#hosts[index] as ClientHost).decidePlayer(player);
    if (wasRunning && agent.option === null) this.#ended[index] = true;
  }

  #start(agent: SkillAgent, actions: Float32Array, offset: number): void {
    const choice = choiceOf(actions[offset] as number, this.choices.length);
    const { world } = agent.client;
    if (choice === 0 || world === null) return;
    const option = this.#options[choice - 1] as SkillOption;
    if (!option.isPossible(world)) return;
    agent.option = option;
    agent.target.x = clamp((actions[offset + 1] as number) * LENGTH_SCALE, left, right);
    agent.target.y = clamp((actions[offset + 2] as number) * LENGTH_SCALE, top, bottom);
    agent.target.urgency = clamp(actions[offset + FIELD_COUNT - 1] as number, 0, 1);
  }

  fillMask(_: Match, player: Player, out: Uint8Array, offset: number, index: number): void {
    const agent = (this.#agents[index] as Map<number, SkillAgent>).get(player.index);
    const world = agent?.client.world ?? null;
    out[offset] = agent === undefined || agent.option === null ? 0 : 1;
    let any = out[offset] as number;
    for (let i = 0; i < this.#options.length; i++) {
      const isPossible =
        world !== null && player.enabled && (this.#options[i] as SkillOption).isPossible(world);
      out[offset + 1 + i] = isPossible ? 1 : 0;
      if (isPossible) any = 1;
    }
    // There is always a choice, also for a player that cannot move.
    if (any === 0) out[offset] = 1;
  }
}
