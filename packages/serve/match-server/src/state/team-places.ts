/**
 * Who may take a place in a team: `init`, `reconnect` and the online coach.
 *
 * The protocol lets every sender take over a player with `(reconnect TEAM UNUM)`. Here a reconnect comes from the address of the former client,
 * or after its silence. Who starts the teams can know more, the process or the machine that a sender belongs to: then a place goes
 * to its own team only, and an unknown sender takes over a player only after its silence.
 */
import { type Player, playerOf, type World } from '@rcss/core';
import type { Clients } from '@rcss/host';
import type { Endpoint } from '@rcss/kit/udp';
import type { Connection } from '../net/connection.js';

/** Cycles without a datagram after which a client is silent: 5 s in real time, in which clients of the field leave a silent server. */
const SILENT_CYCLES = 50;
/** Requests that are kept; further ones are only counted. */
const MAX_KEPT_REQUESTS = 1000;

/** A reconnect, or a request for a place that was refused because of its sender. */
export interface SeatRequest {
  /** Cycle, and cycle of stopped play. */
  readonly time: number;
  readonly stoppage: number;
  readonly team: string;
  /** Null: a new player, or the online coach. */
  readonly unum: number | null;
  /** Numeric address and port of the sender. */
  readonly address: string;
  readonly port: number;
  readonly accepted: boolean;
}

/** Whether a sender belongs to the team of this name; null: not known. */
export type SeatOwner = (team: string, from: Endpoint) => boolean | null;

/** A place in a team. */
export interface RequestedPlace {
  readonly team: string;
  /** Number of a player that reconnects; null: a new player, or the online coach. */
  readonly unum: number | null;
}

/** The parts of a server that the rule reads. */
interface SeatContext {
  readonly match: { readonly world: World; readonly steps: number };
  readonly clients: Pick<Clients<Connection>, 'players' | 'awaitedPlayers'>;
}

/** Rule and memory of the places of a match. */
export class TeamPlaces {
  readonly #isOwn: SeatOwner | null;
  /** Address of the last client of each player that has left, and the step in which it left. */
  readonly #former = new Map<number, { readonly address: string; readonly step: number }>();
  readonly #requests: SeatRequest[] = [];
  #count = 0;

  constructor(isOwn: SeatOwner | null = null) {
    this.#isOwn = isOwn;
  }

  /** The first reconnects and refused requests, in their order. */
  get requests(): readonly SeatRequest[] {
    return this.#requests;
  }

  /** Number of all reconnects and refused requests. */
  get requestCount(): number {
    return this.#count;
  }

  /** Whether a sender may take a place. Whether the place is free is not checked. */
  allows({ match, clients }: SeatContext, { team, unum }: RequestedPlace, from: Endpoint): boolean {
    const isOwn = this.#isOwn?.(team, from) ?? null;
    if (isOwn === false) return false;
    const player = unum === null || isOwn === true ? undefined : findPlayer(match.world, team, unum);
    if (player === undefined || clients.awaitedPlayers.has(player.index)) return true;
    const connection = clients.players[player.index]?.connection;
    const former = connection?.transport ?? this.#former.get(player.index);
    if (former === undefined || (this.#isOwn === null && former.address === from.address)) return true;
    const silence =
      connection?.silentCycles ?? match.steps - (this.#former.get(player.index)?.step ?? match.steps);
    return silence >= SILENT_CYCLES;
  }

  /** Remembers the address of a client that has left. */
  leave({ index }: Player, { address }: Endpoint, step: number): void {
    this.#former.set(index, { address, step });
  }

  note(
    { world }: SeatContext['match'],
    { team, unum }: RequestedPlace,
    from: Endpoint,
    accepted: boolean,
  ): void {
    this.#count += 1;
    if (this.#requests.length >= MAX_KEPT_REQUESTS) return;
    const { time, stoppageTime: stoppage } = world;
    const { address, port } = from;
    this.#requests.push({ time, stoppage, team: team.slice(0, 40), unum, address, port, accepted });
  }
}

function findPlayer(world: World, name: string, unum: number): Player | undefined {
  const team = [world.left, world.right].find(
    (candidate) => candidate.name !== '' && candidate.name === name,
  );
  const player = team === undefined ? undefined : playerOf(world, team.side, unum);
  return player?.assigned === true ? player : undefined;
}
