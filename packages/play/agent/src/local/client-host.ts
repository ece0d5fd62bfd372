import type { MatchEvent, Player, Side } from '@rcss/core';
import type { SeeObservation } from '@rcss/core/observation';
import type { AgentTeam, TeamClient } from '@rcss/core/team-module';
import {
  attachCoach,
  attachPlayer,
  broadcast,
  createHost,
  findSession,
  greetCoach,
  greetPlayer,
  type Host,
  handleCoachRequest,
  handlePlayerPortRequest,
  handlePlayerRequest,
  handleTrainerRequest,
  listCoaches,
  readSession,
  sendFrame,
  sendSee,
  sendSenses,
  updateTeamNames,
  type Visitor,
} from '@rcss/host';
import { decodeCoachInit } from '@rcss/protocol/coach';
import { decodePlayerConnect } from '@rcss/protocol/player';
import { fillFrame } from '@rcss/sensors';
import type { Match } from '@rcss/simulator';
import { LocalTeamError, TeamLink } from './team-link.js';

/** A connected player. */
export interface PlayerSlot extends Pick<TeamLink, 'client' | 'label' | 'receiveDecoded'> {
  readonly player: Player;
}

/** A connected online coach or trainer. */
export interface CoachSlot extends Pick<TeamLink, 'client' | 'label'> {
  /** Side of an online coach; null for the trainer. */
  readonly side: Side | null;
  readonly version: number;
}

/**
 * The clients of a match that the caller runs: delivers to them what their players perceive, and executes what they decide. In each
 * cycle, after `step`: `runSenseBody` with {@link senseBody}, `runVision` with {@link see}, then {@link decide}. The events of the
 * match go to {@link notify}.
 */
export class ClientHost {
  readonly match: Match;
  /** Errors and warnings that were sent to clients: label of the client and text. */
  readonly complaints: string[] = [];
  /** @internal */
  readonly host: Host<TeamLink>;
  readonly #overrule: ((player: Player, commands: string) => string) | null;
  readonly #overruleCoach: ((side: Side, commands: string) => string) | null;

  /**
   * @param overrule Returns what is executed in place of the commands that a player has decided.
   * @param overruleCoach The same for the online coach of a side.
   */
  constructor(
    match: Match,
    overrule: ((player: Player, commands: string) => string) | null = null,
    overruleCoach: ((side: Side, commands: string) => string) | null = null,
  ) {
    this.match = match;
    this.#overrule = overrule;
    this.#overruleCoach = overruleCoach;
    this.host = createHost<TeamLink>(match, {
      writerCount: 1,
      hooks: {
        onError: ({ connection: { label } }, code, text) =>
          this.complaints.push(`${label}: error ${code} in ${JSON.stringify(text)}`),
      },
    });
  }

  /**
   * Lets a client play a player that is already in the match. The client receives the answer to its init and the parameters.
   *
   * @param label For messages about the client: `player 3 of Alpha`.
   * @throws {LocalTeamError} if the init of the client does not fit the player
   */
  attach(client: TeamClient, player: Player, label: string): void {
    const request = decodePlayerConnect(client.init);
    if (!request.ok || request.value.kind !== 'init')
      throw createRefusal(client, label, request.ok ? 'unknown_command' : request.error.code);
    const { version, goalie } = request.value;
    if (version !== player.version)
      throw new LocalTeamError(`${label} has protocol version ${version}; its player has ${player.version}`);
    if (goalie && !player.goalie) throw new LocalTeamError(`${label} is a goalie, its player is not`);
    updateTeamNames(this.host);
    greetPlayer(this.host, attachPlayer(this.host, new TeamLink(client, label, 'player'), player));
  }

  /**
   * Lets a client take over the online coach that is already in the match, or connects it if the side has had none. The client receives
   * the answer to its init and the parameters.
   *
   * @param label For messages about the client: `coach of Alpha`.
   * @throws {LocalTeamError} if the init of the client does not fit the coach
   */
  attachCoach(client: TeamClient, side: Side, label: string): void {
    const link = new TeamLink(client, label, 'coach');
    const { connected, used, version } = this.match.coaches[side];
    if (!used) {
      this.#request(handleCoachRequest, link);
      return;
    }
    if (!connected) {
      client.close?.();
      return;
    }
    const init = decodeCoachInit(client.init);
    if (!init.ok) throw createRefusal(client, label, init.error.code);
    if (init.value.version !== version)
      throw new LocalTeamError(
        `${label} has protocol version ${init.value.version}; its side has ${version}`,
      );
    greetCoach(this.host, attachCoach(this.host, link, side, init.value));
  }

  /**
   * Connects the clients of a team in the order of the interface: players, coach, trainer.
   *
   * @throws {LocalTeamError} if one of them is refused
   */
  connect({ players, coach, trainer }: AgentTeam, name: string): void {
    players.forEach((client, i) => {
      const link = new TeamLink(client, `player ${i + 1} of ${name}`, 'player');
      this.#request(handlePlayerRequest, link);
    });
    if (coach !== undefined)
      this.#request(handleCoachRequest, new TeamLink(coach, `coach of ${name}`, 'coach'));
    if (trainer !== undefined)
      this.#request(handleTrainerRequest, new TeamLink(trainer, `trainer of ${name}`, 'trainer'));
  }

  /**
   * Connects a monitor.
   *
   * @throws {LocalTeamError} if it is refused
   */
  connectMonitor(client: TeamClient): void {
    this.#request(handlePlayerPortRequest, new TeamLink(client, 'monitor', 'monitor'));
  }

  #request(
    handle: (host: Host<TeamLink>, visitor: Visitor<TeamLink>, text: string) => void,
    link: TeamLink,
  ): void {
    let code = 'unknown_command';
    const accept = () => {
      link.isAccepted = true;
      return link;
    };
    const visitor: Visitor<TeamLink> = {
      onlyRole: null,
      refuse: (bytes, reason) => {
        code = reason;
        link.send(bytes);
      },
      prepare: () => ({ accept, discard: () => {} }),
    };
    handle(this.host, visitor, link.client.init);
    if (!link.isAccepted) throw createRefusal(link.client, link.label, code);
  }

  /** The connected players. */
  get players(): PlayerSlot[] {
    return this.host.clients.players
      .filter((session) => session !== null)
      .map(({ player, connection: { client, label, receiveDecoded } }) => ({
        client,
        player,
        receiveDecoded,
        label,
      }));
  }

  /** The connected online coaches and the trainer. */
  get coaches(): CoachSlot[] {
    return listCoaches(this.host.clients).map(({ side, version, connection: { client, label } }) => ({
      client,
      side,
      version,
      label,
    }));
  }

  /** Delivers an event to the clients that may receive it. */
  notify(event: MatchEvent): void {
    if (event.type === 'reply') this.#noteReply(event);
    broadcast(this.host, event);
  }

  /** Delivers sense_body and, if it is on, fullstate; nothing if the player has no client here. */
  senseBody(player: Player): void {
    sendSenses(this.host, player);
  }

  /** Delivers see; nothing if the player has no client here. */
  see(player: Player, seen: SeeObservation): void {
    sendSee(this.host, player, seen);
  }

  /** Delivers the state of a step to the monitors. Call it when the world is complete. */
  show(): void {
    const { host, match } = this;
    if (host.clients.monitors.length > 0)
      sendFrame(host, fillFrame(match.world, match.params, host.buffers.frame));
  }

  /**
   * Calls `decide` of all players, which decide on the same state; then their commands are executed in an order that depends on seed
   * and step only.
   */
  decide(): void {
    const { players } = this.host.clients;
    const overrule = this.#overrule;
    for (const session of players) {
      if (!session?.player.enabled) continue;
      const { connection, player } = session;
      connection.ask(overrule === null ? null : (commands) => overrule(player, commands));
    }
    for (const index of this.host.pollOrder.drawForStep(this.match)) {
      const session = players[index];
      if (session?.connection.hasInput) readSession(this.host, session);
    }
  }

  /** Calls `decide` of one player and executes its commands; for callers with an order of their own. */
  decidePlayer(player: Player): void {
    const session = this.host.clients.players[player.index];
    if (!session || !player.enabled) return;
    const overrule = this.#overrule;
    session.connection.ask(overrule === null ? null : (commands) => overrule(player, commands));
    readSession(this.host, session);
  }

  /** Calls `decide` of one after the other monitor, online coach and the trainer, and executes their commands. */
  decideCoaches(): void {
    const { clients } = this.host;
    for (const session of [...clients.monitors, ...listCoaches(clients)]) {
      const { side } = session as Partial<CoachSlot>;
      const overrule = this.#overruleCoach;
      session.connection.ask(overrule === null || !side ? null : (commands) => overrule(side, commands));
      readSession(this.host, session);
    }
  }

  #noteReply({ to, reply }: Extract<MatchEvent, { type: 'reply' }>): void {
    if (reply.kind !== 'error' && reply.kind !== 'warning') return;
    const session = findSession(this.host.clients, to);
    this.complaints.push(`${session?.connection.label ?? to.role}: ${reply.kind} ${reply.code}`);
  }

  /** Calls `close` of all clients. */
  close(): void {
    const { clients } = this.host;
    for (const session of [...clients.players, ...listCoaches(clients), ...clients.monitors])
      session?.connection.close();
  }
}

function createRefusal({ init }: TeamClient, label: string, code: string): LocalTeamError {
  return new LocalTeamError(`${label}: the init ${JSON.stringify(init)} is refused: ${code}`);
}
