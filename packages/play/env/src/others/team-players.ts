import { ClientHost, LocalTeamError } from '@rcss/agent/local';
import { type MatchEvent, type Player, playerIndex, sideOfName } from '@rcss/core';
import type { SeeObservation } from '@rcss/core/observation';
import type { AgentTeam, CreateTeam, TeamClient } from '@rcss/core/team-module';
import { applyPlayerCommand } from '@rcss/simulator';
import { episodeSeed, type MatchSlot } from '../match-slot.js';
import type { Scenario } from '../scenario.js';
import { mixSeed } from '../seeding.js';
import type { SenseReceiver } from '../senses.js';
import type { OtherPlayers, OtherSlots } from './controller.js';

/** Numbers that are mixed with the seed of an episode for the seeds of the teams. */
const TEAM_SEED = { left: 0x7ea1, right: 0x7ea2 } as const;

function isGoalie({ init }: TeamClient): boolean {
  return /\(goalie\)/.test(init);
}

/**
 * Plays with a team in this process, which is created anew for each episode. Its players perceive the match through their sensors and
 * act by the messages of the protocol. A coach is not connected.
 */
export class TeamPlayers implements OtherPlayers {
  readonly name: string;
  readonly weight: number;
  readonly cannotSave: string;
  readonly senses: readonly SenseReceiver[];
  readonly #scenario: Scenario;
  readonly #slots: OtherSlots;
  readonly #create: CreateTeam;
  readonly #options: Readonly<Record<string, unknown>>;
  readonly #hosts: (ClientHost | undefined)[];

  /** @throws {LocalTeamError} if the team does not fit the scenario */
  constructor(
    scenario: Scenario,
    slots: OtherSlots,
    matches: number,
    { create, options = {} }: { create: CreateTeam; options?: Readonly<Record<string, unknown>> },
    { name, weight }: Pick<OtherPlayers, 'name' | 'weight'>,
  ) {
    this.name = name;
    this.weight = weight;
    this.cannotSave = `the team ${JSON.stringify(name)} of the ${slots.side} side has a memory that cannot be saved; use scripts or policies instead`;
    this.#scenario = scenario;
    this.#slots = slots;
    this.#create = create;
    this.#options = options;
    this.#hosts = new Array(matches).fill(undefined);
    this.senses = [
      {
        senseBody: (player: Player, index: number) => this.#hosts[index]?.senseBody(player),
        see: (player: Player, seen: SeeObservation, index: number) => this.#hosts[index]?.see(player, seen),
      },
    ];
    // A team that does not fit is refused here, not in the first episode.
    this.#chooseClients(this.#createTeam(0));
  }

  #createTeam(seed: number): AgentTeam {
    const { side } = this.#slots;
    const team = this.#create({ team: side, seed, options: this.#options });
    if (team instanceof Promise || typeof (team as { then?: unknown }).then === 'function')
      throw new LocalTeamError(
        `team ${this.name}: its module returns a promise; environments need a team that is created at once`,
      );
    if ((team as AgentTeam).trainer !== undefined)
      throw new LocalTeamError(`team ${this.name}: a trainer cannot take part in an environment`);
    return team as AgentTeam;
  }

  /** The clients of the players by uniform number: for a field player that of the number, for a goalie the team's goalie, otherwise a free one. */
  #chooseClients({ players }: AgentTeam): Map<number, TeamClient> {
    const chosen = new Map<number, TeamClient>();
    const { side, unums } = this.#slots;
    const scenarioPlayers = this.#scenario[side];
    const free = new Set(players);
    const take = (unum: number, client: TeamClient | undefined): boolean => {
      if (client === undefined) return false;
      free.delete(client);
      chosen.set(unum, client);
      return true;
    };
    // Numbers of agents keep their clients, so that no other player gets them.
    for (let unum = 1; unum <= scenarioPlayers.length; unum++) {
      const client = players[unum - 1];
      if (client === undefined || isGoalie(client)) continue;
      if (scenarioPlayers[unum - 1]?.goalie !== true) take(unum, client);
    }
    for (const unum of unums) {
      if (chosen.has(unum)) continue;
      // A field player may stand in the goal, but a goalie cannot play in the field.
      const clients = [...free].reverse().sort((a, b) => Number(isGoalie(b)) - Number(isGoalie(a)));
      const isInGoal = scenarioPlayers[unum - 1]?.goalie === true;
      if (
        !take(
          unum,
          clients.find((client) => isInGoal || !isGoalie(client)),
        )
      )
        throw new LocalTeamError(
          `team ${this.name}: it has no client for number ${unum} of the ${side} side of scenario ${this.#scenario.name}`,
        );
    }
    return chosen;
  }

  begin({ match, episode }: MatchSlot, index: number): void {
    const { side, unums } = this.#slots;
    this.#hosts[index]?.close();
    const seed = mixSeed(episodeSeed(episode), TEAM_SEED[side]);
    const clients = this.#chooseClients(this.#createTeam(seed));
    const host = new ClientHost(match);
    this.#hosts[index] = host;
    for (const unum of unums) {
      const player = match.world.players[playerIndex(sideOfName(side), unum)] as Player;
      host.attach(clients.get(unum) as TeamClient, player, `player ${unum} of ${this.name}`);
      applyPlayerCommand(match, player.index, { type: 'synch_see' });
    }
  }

  act(_: MatchSlot, index: number): void {
    this.#hosts[index]?.decidePlayers();
  }

  notify(event: MatchEvent, index: number): void {
    this.#hosts[index]?.notify(event);
  }
}
