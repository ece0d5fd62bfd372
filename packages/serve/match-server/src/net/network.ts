import { PLAYER_COUNT } from '@rcss/core';
import type { ClientRole, PreparedLink } from '@rcss/host';
import { formatEndpoint, type PortRange } from '@rcss/kit/udp';
import { isConnectedSender, type LocalSide, type Sender } from './client-transport.js';
import { Connection } from './connection.js';
import type { Datagram, PortQueue } from './port-queue.js';
import type { RateLimitedLog } from './rate-limited-log.js';
import { SendQueue } from './send-queue.js';
import type { Traffic } from './traffic.js';
import { RoomWork, WorkBudget, WorkShare } from './work-budget.js';

/** Clients with a share of their own of the work of a room: 22 players, two online coaches and a trainer. */
export const PARTICIPANT_PLACES: number = PLAYER_COUNT + 3;

/** Limits that protect the match from floods of datagrams; 0 and below: no limit. */
export interface NetworkLimits {
  /** Connected clients of all kinds together, with the places kept for those that take part in the match. */
  readonly clients: number;
  /** Datagrams of one client per cycle. */
  readonly datagramsPerCycle: number;
  /** Work that one client may cause per cycle, in units of `WorkBudget`. */
  readonly workPerCycle: number;
  /** Work that all clients together may cause per cycle; absent: no limit. */
  readonly roomWorkPerCycle?: number;
  /** Datagrams of unknown senders on one well-known port per second of wall-clock time. */
  readonly unknownSendersPerSecond: number;
}

/** The three well-known ports of a server. */
export interface PortQueues {
  /** Players and monitors. */
  readonly player: PortQueue;
  /** Trainer. */
  readonly coach: PortQueue;
  /** Online coaches. */
  readonly olcoach: PortQueue;
}

const PORT_OF_ROLE: Readonly<Record<ClientRole, keyof PortQueues>> = {
  player: 'player',
  monitor: 'player',
  trainer: 'coach',
  coach: 'olcoach',
};

/** UDP ports of a server. */
export interface ServerPorts {
  /** Players and monitors. */
  readonly player: number;
  /** Trainer. */
  readonly coach: number;
  /** Online coaches. */
  readonly olcoach: number;
}

/** A connection that can carry clients, such as a WebSocket. */
export interface Peer {
  /** Ends the connection and reports the reason to the other side. */
  close(reason: string): void;
}

/** Everything between the sockets and the sessions. */
export interface Network {
  readonly ports: PortQueues;
  /** Local address of the sockets that serve clients. */
  readonly bindAddress: string;
  /**
   * Local ports of these sockets: `single`, the port to which the client has sent its request; null: the system chooses a port for each
   * client.
   */
  readonly clientPorts: 'single' | PortRange | null;
  readonly limits: NetworkLimits;
  /** Datagrams and bytes since the start. */
  readonly traffic: Traffic;
  readonly sendQueue: SendQueue;
  /** Work in a cycle of the messages that all monitors together cause to other clients: there can be a hundred monitors. */
  readonly monitorWork: WorkBudget;
  /** Work of all clients in a cycle, and the share of it that all monitors have together; null: no limit. */
  readonly roomWork: { readonly all: RoomWork; readonly monitors: WorkShare } | null;
  /** Lines for stderr about events that may occur often. */
  readonly warnings: RateLimitedLog;
  /** Connections over which clients reach the server without UDP; they end with the network. */
  readonly peers: Set<Peer>;
  /** Called after each datagram on any socket; the synchronous clock waits for it. */
  onArrival: () => void;
  /** Takes the datagrams of senders that are not clients, in place of the registration; null: the registration has them. */
  onRequest: ((port: keyof PortQueues, datagram: Datagram) => void) | null;
}

export function createNetwork(
  options: Pick<Network, 'ports' | 'bindAddress' | 'clientPorts' | 'limits' | 'traffic' | 'warnings'>,
): Network {
  const { workPerCycle, roomWorkPerCycle = 0 } = options.limits;
  const all = roomWorkPerCycle > 0 ? new RoomWork(roomWorkPerCycle, PARTICIPANT_PLACES + 1) : null;
  return {
    ...options,
    sendQueue: new SendQueue(),
    monitorWork: new WorkBudget(workPerCycle),
    roomWork: all && { all, monitors: new WorkShare(all) },
    peers: new Set(),
    onArrival: () => {},
    onRequest: null,
  };
}

/**
 * Opens the connection to a sender that becomes a client.
 *
 * @throws the error of the system if a UDP socket cannot be opened, for example because no file descriptor is free.
 */
export function connectTo(net: Network, client: Sender, kind: ClientRole): Connection {
  return new Connection({
    sendQueue: net.sendQueue,
    local: findLocalSide(net, kind),
    client,
    datagramsPerCycle: net.limits.datagramsPerCycle,
    workPerCycle: net.limits.workPerCycle,
    sharedWork: kind === 'monitor' ? net.monitorWork : null,
    workShare: openWorkShare(net, kind),
    traffic: net.traffic[kind],
    onArrival: () => net.onArrival(),
  });
}

function openWorkShare({ roomWork }: Network, kind: ClientRole): WorkShare | null {
  if (roomWork === null) return null;
  return kind === 'monitor' ? roomWork.monitors : new WorkShare(roomWork.all);
}

/** Returns the port at which clients of a role connect. */
export function getPortQueue({ ports }: Pick<Network, 'ports'>, role: ClientRole): PortQueue {
  return ports[PORT_OF_ROLE[role]];
}

function findLocalSide(net: Network, kind: ClientRole): LocalSide {
  const { bindAddress, clientPorts } = net;
  return {
    bindAddress,
    localPort: clientPorts === 'single' ? getPortQueue(net, kind).listener : clientPorts,
  };
}

/**
 * Prepares the connection to a sender, so that the match gets no client without one. Returns null, with a warning, if the system
 * opens no socket.
 */
export function prepareConnection(
  net: Network,
  client: Sender,
  kind: ClientRole,
): PreparedLink<Connection> | null {
  // Opening ends the connection of the sender to the port, which a refusal still needs.
  if (isConnectedSender(client)) return { accept: () => connectTo(net, client, kind), discard: () => {} };
  try {
    const connection = connectTo(net, client, kind);
    return { accept: () => connection, discard: () => connection.close() };
  } catch (error) {
    net.warnings.warn(
      'socket',
      `Warning: no socket can be opened for ${formatEndpoint(client)}, which is refused: ${(error as Error).message}. If too many files are open, raise the limit (ulimit -n)`,
    );
    return null;
  }
}

/** Port numbers in use. */
export function getServerPorts({ player, coach, olcoach }: PortQueues): ServerPorts {
  return { player: player.listener.port, coach: coach.listener.port, olcoach: olcoach.listener.port };
}

export function closePorts(ports: PortQueues): void {
  for (const queue of Object.values(ports) as PortQueue[]) queue.listener.close();
}

/** Closes the ports and all other connections. */
export function closeNetwork({ ports, peers }: Network): void {
  for (const peer of peers) peer.close('the match is over');
  peers.clear();
  closePorts(ports);
}
