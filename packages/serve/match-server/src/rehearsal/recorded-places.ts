import { playerIndex, type Side, sideName, TEAM_SIZE } from '@rcss/core';
import { isCoachVersion, isPlayerVersion } from '@rcss/core/versions';
import { updateTeamNames } from '@rcss/host';
import { decodeCoachInit } from '@rcss/protocol/coach';
import { decodePlayerConnect, encodeError, readConnectText, setTeamNames } from '@rcss/protocol/player';
import { isConnectedSender } from '../net/client-transport.js';
import type { Datagram } from '../net/port-queue.js';
import { createVisitor, readRequest } from '../sessions/ports.js';
import type { Server } from '../sessions/server.js';

/** A player of a side by its number, or its online coach. */
export interface RecordedClient {
  readonly side: Side;
  /** 1 to 11; 0: the online coach. */
  readonly unum: number;
}

/** Name of a client in messages, such as `player l7` or `the coach of l`. */
export function describeClient({ side, unum }: RecordedClient): string {
  return unum === 0 ? `the coach of ${side}` : `player ${side}${unum}`;
}

/** Requests that wait for the recorded clients to connect. */
const MAX_REQUESTS = 64;

/** A sender that asks to become a client. */
interface ConnectRequest {
  readonly port: 'player' | 'olcoach' | 'coach';
  readonly datagram: Datagram;
  readonly team: string;
  readonly goalie: boolean;
  readonly isReconnect: boolean;
}

/**
 * The places of a recorded match, which the recording gives away in its order. Requests of programs wait here until their place comes; then the
 * registration of the server makes them clients.
 */
export class RecordedPlaces {
  readonly #server: Server;
  readonly #isLive: (client: RecordedClient) => boolean;
  readonly #requests: ConnectRequest[] = [];
  /** Names with which the programs of a side connect. */
  readonly #names: Partial<Record<Side, string>> = {};

  /** @param isLive Whether a program takes the place of a client. */
  constructor(server: Server, isLive: (client: RecordedClient) => boolean) {
    this.#server = server;
    this.#isLive = isLive;
    server.net.onRequest = (port, datagram) => {
      const request = readWaiting(port, datagram, server.match.params.server.experimental_height);
      if (request === null || this.#requests.length >= MAX_REQUESTS) this.#refuse({ port, datagram });
      else if (!this.#requests.some((waiting) => isSameSender(waiting.datagram, datagram)))
        this.#requests.push(request);
    };
  }

  /** Whether a program waits that fits a client; null: whether or not it is a goalie. */
  isAsked(client: RecordedClient, goalie: boolean | null): boolean {
    return this.#requests.some((request) => this.#fits(request, client, goalie));
  }

  /** Refuses the programs that do not fit a client; absent: all new players, whose places the recorded match does not have. */
  refuseOthers(client?: RecordedClient, goalie: boolean | null = null): void {
    for (const request of this.#requests.splice(0)) {
      const isOther = request.port === 'olcoach' || request.isReconnect;
      const stays = client === undefined ? isOther : this.#fits(request, client, goalie);
      if (stays) this.#requests.push(request);
      else this.#refuse(request);
    }
  }

  /** Makes the first program that fits the client of a place. */
  give(client: RecordedClient, goalie: boolean | null): void {
    const index = this.#requests.findIndex((request) => this.#fits(request, client, goalie));
    const { port, datagram, team, isReconnect } = this.#requests.splice(index, 1)[0]!;
    const { match, clients, net, hooks } = this.#server;
    const { side, unum } = client;
    const place = playerIndex(side, unum);
    this.#names[side] ??= team;
    if (isReconnect) clients.awaitedPlayers.add(place);
    const { name } = match.world[sideName(side)];
    const bytes = isReconnect ? Buffer.from(`(reconnect ${name} ${unum})\0`, 'latin1') : datagram.bytes;
    this.#server.hooks = {
      ...hooks,
      claimPlayer: () => match.world.players[place]!,
      claimCoach: () => side,
    };
    readRequest(this.#server, port, { ...datagram, bytes });
    this.#server.hooks = hooks;
    this.updateNames();
    net.sendQueue.flush();
  }

  /** The registration gives places again: to programs that still wait, too. */
  open(): void {
    this.#server.net.onRequest = null;
    for (const { port, datagram } of this.#requests.splice(0)) readRequest(this.#server, port, datagram);
  }

  /** The programs that wait, for messages; empty: none. */
  listWaiting(): string {
    const waiting = this.#requests.map(({ team, port, goalie, isReconnect }) => {
      const what =
        port === 'olcoach' ? ' (coach)' : isReconnect ? ' (reconnects)' : goalie ? ' (goalie)' : '';
      return `${team}${what}`;
    });
    return waiting.length === 0 ? '' : `; clients that wait and do not fit: ${waiting.join(', ')}`;
  }

  /** Programs see the names with which they connect; the match keeps the recorded ones. */
  updateNames(): void {
    const { clients } = this.#server;
    updateTeamNames(this.#server);
    const { l: left = clients.names.left, r: right = clients.names.right } = this.#names;
    if (left === clients.names.left && right === clients.names.right) return;
    clients.names = { ...clients.names, left, right };
    for (const session of clients.players)
      if (session !== null) setTeamNames(session.encoding, clients.names);
  }

  #fits(
    { port, team, goalie: isGoalie }: ConnectRequest,
    { side, unum }: RecordedClient,
    goalie: boolean | null,
  ): boolean {
    const isRole = port === (unum === 0 ? 'olcoach' : 'player');
    return isRole && this.#isTeamOf(side, team) && (goalie === null || goalie === isGoalie);
  }

  /** Whether a program with this name of a team can be one of a side. */
  #isTeamOf(side: Side, team: string): boolean {
    const { left, right } = this.#server.match.world;
    const other = side === 'l' ? 'r' : 'l';
    if (this.#names[side] !== undefined) return this.#names[side] === team;
    const [own, opponent] = side === 'l' ? [left.name, right.name] : [right.name, left.name];
    return this.#names[other] !== team && (team === own || team !== opponent || !this.#isLiveSide(other));
  }

  #isLiveSide(side: Side): boolean {
    return Array.from({ length: TEAM_SIZE }, (_, i) => i + 1).some((unum) => this.#isLive({ side, unum }));
  }

  #refuse({ port, datagram }: Pick<ConnectRequest, 'port' | 'datagram'>): void {
    const { net, writers } = this.#server;
    const code = 'no_more_team_or_player_or_goalie';
    const visitor = createVisitor(net, net.ports[port], datagram);
    visitor.refuse(encodeError(writers.takeWriter(), code).view(), code);
  }
}

/** Returns null if the datagram is not a request of a player or an online coach with a version of the protocol. */
function readWaiting(
  port: ConnectRequest['port'],
  datagram: Datagram,
  hasHeight: boolean,
): ConnectRequest | null {
  const text = readConnectText(datagram.bytes);
  const request = { port, datagram, goalie: false, isReconnect: false };
  if (port === 'coach') return null;
  if (port === 'olcoach') {
    const init = decodeCoachInit(text);
    const isCoach = init.ok && isCoachVersion(init.value.version, hasHeight);
    return isCoach ? { ...request, team: init.value.team } : null;
  }
  const decoded = decodePlayerConnect(text);
  if (!decoded.ok) return null;
  const { value } = decoded;
  if (value.kind === 'reconnect') return { ...request, team: value.team, isReconnect: true };
  const { team, goalie } = value;
  return isPlayerVersion(value.version, hasHeight) ? { ...request, team, goalie } : null;
}

function isSameSender({ from: a }: Datagram, { from: b }: Datagram): boolean {
  return (
    a === b ||
    (!isConnectedSender(a) && !isConnectedSender(b) && a.port === b.port && a.address === b.address)
  );
}
