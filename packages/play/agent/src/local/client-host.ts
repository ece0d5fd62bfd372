import { type MatchEvent, type Player, playerIndex, type Side, type SideName, sideOfName } from '@rcss/core';
import type { SeeObservation } from '@rcss/core/observation';
import { type AgentTeam, type CreateTeam, createTeamSeed, type TeamClient } from '@rcss/core/team-module';
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
  type PlayerSession,
  readSession,
  type Seats,
  sendSee,
  sendSenses,
  updateTeamNames,
  type Visitor,
  type Wait,
} from '@rcss/host';
import { decodeCoachInit } from '@rcss/protocol/coach';
import { decodePlayerConnect } from '@rcss/protocol/player';
import type { Forfeit, Match } from '@rcss/simulator';
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

/** A team of a match in process. */
export interface LocalTeam {
  /** Name: 1 to 15 of the characters A–Z a–z 0–9 - _ +. */
  readonly name: string;
  /** The default export of a team module. */
  readonly create: CreateTeam;
  /** Settings for the module; empty by default. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Who plays a match in process, and what stands between them and the match. All parts are optional. */
export interface ModuleSeats {
  readonly left?: LocalTeam;
  readonly right?: LocalTeam;
  /** Monitors; they connect after the teams. Their `init` is a request such as `(dispinit version 5)`. */
  readonly monitors?: readonly TeamClient[];
  /** Receives what a player has decided, as text, and returns what is executed in its place. */
  readonly overrule?: ((player: Player, commands: string) => string) | undefined;
  /** Receives what the online coach of a side has decided, as text, and returns what is executed in its place. */
  readonly overruleCoach?: ((side: Side, commands: string) => string) | undefined;
  /**
   * Called before players or coaches decide, for clients that decide elsewhere: in a worker, in a process, in a policy. `decide` of these clients
   * returns what has come when the promise resolves.
   */
  readonly collect?: ((role: 'players' | 'coaches', clients: readonly TeamClient[]) => Wait) | undefined;
  /** Whether the teams take over the players that are in the match when they connect. */
  readonly takesOver?: boolean;
}

/**
 * The clients of a match as objects in this process: delivers to them what their players perceive, and executes what they decide. As the
 * {@link Seats} of a match it connects its teams; without teams, the caller runs the match: in each
 * cycle, after `step`, `runSenseBody` with {@link senseBody}, `runVision` with {@link see}, then {@link decidePlayers}. The events of the
 * match go to {@link notify}.
 */
export class ClientHost implements Seats {
  readonly match: Match;
  /** Errors and warnings that were sent to clients: label of the client and text. */
  readonly complaints: string[] = [];
  /** The teams whose code failed or whose clients were refused, in this order, and how. */
  readonly failures: (Forfeit & { readonly side: SideName })[] = [];
  /** @internal */
  readonly host: Host<TeamLink>;
  readonly #seats: ModuleSeats;

  constructor(match: Match, seats: ModuleSeats = {}) {
    this.match = match;
    this.#seats = seats;
    this.host = createHost<TeamLink>(match, {
      writerCount: 1,
      hooks: {
        onError: ({ connection: { label } }, code, text) =>
          this.complaints.push(`${label}: error ${code} in ${JSON.stringify(text)}`),
      },
    });
  }

  /**
   * Creates the teams and connects their clients. In a match that goes on, they take over the players in it.
   *
   * @throws {LocalTeamError} (as a rejection) if a client is refused or fails; the match is then forfeited
   */
  async connect(): Promise<void> {
    const { monitors = [] } = this.#seats;
    const failures: Error[] = [];
    for (const side of ['left', 'right'] as const) {
      // A team that cannot start does not win against one that cannot either.
      await this.#connectSide(side).catch((error: Error) => failures.push(error));
      if (failures.length > 0 && !(failures[0] instanceof LocalTeamError)) break;
    }
    if (failures.length > 0) throw failures[0];
    for (const monitor of monitors) this.connectMonitor(monitor);
  }

  async #connectSide(side: SideName): Promise<void> {
    const team = this.#seats[side];
    if (team === undefined) return;
    const { name, create, options = {} } = team;
    const onFail = (cause: string) => this.#fail(side, cause);
    try {
      const seed = createTeamSeed(this.match.seed, side);
      const clients = await create({ team: name, seed, options });
      if (this.#seats.takesOver) this.#takeOver(clients, sideOfName(side), name, onFail);
      else this.connectTeam(clients, name, onFail);
    } catch (error) {
      if (error instanceof LocalTeamError) {
        error.side = sideOfName(side);
        onFail(error.message);
      }
      throw error;
    }
  }

  #fail(side: SideName, cause: string): void {
    if (!this.failures.some((failure) => failure.side === side)) this.failures.push({ side, cause });
  }

  /** The team that failed first, or both; null while all play. */
  get forfeit(): Forfeit | null {
    const [first = null, second] = this.failures;
    return first === null || second === undefined
      ? first
      : { side: 'both', cause: `${first.cause}; ${second.cause}` };
  }

  /** Gives the players of a team in the match to the clients with their numbers, and its online coach; closes the other clients. */
  #takeOver({ players, coach }: AgentTeam, side: Side, name: string, onFail: (cause: string) => void): void {
    players.forEach((client, i) => {
      const player = this.match.world.players[playerIndex(side, i + 1)];
      if (player?.enabled) this.attach(client, player, `player ${i + 1} of ${name}`, onFail);
      else client.close?.();
    });
    if (coach !== undefined) this.attachCoach(coach, side, `coach of ${name}`, onFail);
  }

  /**
   * Lets a client play a player that is already in the match. The client receives the answer to its init and the parameters.
   *
   * @param label For messages about the client: `player 3 of Alpha`.
   * @param onFail Receives why the code of the client failed.
   * @throws {LocalTeamError} if the init of the client does not fit the player
   */
  attach(client: TeamClient, player: Player, label: string, onFail?: (cause: string) => void): void {
    const request = decodePlayerConnect(client.init);
    if (!request.ok || request.value.kind !== 'init')
      throw createRefusal(client, label, request.ok ? 'unknown_command' : request.error.code);
    const { version, goalie } = request.value;
    if (version !== player.version)
      throw new LocalTeamError(`${label} has protocol version ${version}; its player has ${player.version}`);
    if (goalie && !player.goalie) throw new LocalTeamError(`${label} is a goalie, its player is not`);
    updateTeamNames(this.host);
    greetPlayer(this.host, attachPlayer(this.host, new TeamLink(client, label, 'player', onFail), player));
  }

  /**
   * Lets a client take over the online coach that is already in the match, or connects it if the side has had none. The client receives
   * the answer to its init and the parameters.
   *
   * @param label For messages about the client: `coach of Alpha`.
   * @throws {LocalTeamError} if the init of the client does not fit the coach
   */
  attachCoach(client: TeamClient, side: Side, label: string, onFail?: (cause: string) => void): void {
    const link = new TeamLink(client, label, 'coach', onFail);
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
  connectTeam({ players, coach, trainer }: AgentTeam, name: string, onFail?: (cause: string) => void): void {
    players.forEach((client, i) => {
      const link = new TeamLink(client, `player ${i + 1} of ${name}`, 'player', onFail);
      this.#request(handlePlayerRequest, link);
    });
    if (coach !== undefined)
      this.#request(handleCoachRequest, new TeamLink(coach, `coach of ${name}`, 'coach', onFail));
    if (trainer !== undefined)
      this.#request(handleTrainerRequest, new TeamLink(trainer, `trainer of ${name}`, 'trainer', onFail));
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

  decide(): Promise<void> | null {
    if (this.#seats.collect !== undefined) return this.#decideLater(this.#seats.collect);
    this.decidePlayers();
    this.decideCoaches();
    return null;
  }

  async #decideLater(collect: NonNullable<ModuleSeats['collect']>): Promise<void> {
    await collect(
      'players',
      this.players.filter(({ player }) => player.enabled).map(({ client }) => client),
    );
    this.decidePlayers();
    // Coaches receive what the players said before they decide.
    const { coaches } = this;
    if (coaches.length > 0)
      await collect(
        'coaches',
        coaches.map(({ client }) => client),
      );
    this.decideCoaches();
  }

  /**
   * Calls `decide` of all players, which decide on the same state; then their commands are executed in an order that depends on seed
   * and step only.
   */
  decidePlayers(): void {
    const { players } = this.host.clients;
    for (const session of players) if (session?.player.enabled) this.#ask(session);
    for (const index of this.host.pollOrder.drawForStep(this.match)) {
      const session = players[index];
      if (session?.connection.hasInput) readSession(this.host, session);
    }
  }

  /** Calls `decide` of one player and executes its commands; for callers with an order of their own. */
  decidePlayer(player: Player): void {
    const session = this.host.clients.players[player.index];
    if (!session || !player.enabled) return;
    this.#ask(session);
    readSession(this.host, session);
  }

  #ask({ connection, player }: PlayerSession<TeamLink>): void {
    const { overrule } = this.#seats;
    connection.ask(overrule === undefined ? null : (commands) => overrule(player, commands));
  }

  /** Calls `decide` of one after the other monitor, online coach and the trainer, and executes their commands. */
  decideCoaches(): void {
    const { clients } = this.host;
    const { overruleCoach: overrule } = this.#seats;
    for (const session of [...clients.monitors, ...listCoaches(clients)]) {
      const { side } = session as Partial<CoachSlot>;
      session.connection.ask(overrule === undefined || !side ? null : (commands) => overrule(side, commands));
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
