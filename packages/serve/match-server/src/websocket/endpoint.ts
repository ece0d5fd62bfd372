import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type Access,
  acceptUpgrade,
  findAccessProblem,
  listSubprotocols,
  refuseUpgrade,
} from '@rcss/kit/http-access';
import { getSubprotocol, parseRoomPath, type RoomPath } from '@rcss/protocol/websocket';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SocketAddresses } from './client-socket.js';
import { WebSocketPeer } from './peer.js';
import type { PeerHandler, PeerLimits } from './socket-peer.js';
import type { SocketRoom } from './socket-room.js';

export type FindSocketRoom = (id: string) => SocketRoom | undefined | Promise<SocketRoom | undefined>;

export interface WebSocketEndpointOptions extends Partial<PeerLimits> {
  /** Who may connect. A request may have its token as the parameter `token` of the query instead of a header. */
  readonly access: Access;
  /** Most WebSockets of one address at a time; 256 by default. */
  readonly maxSocketsPerAddress?: number;
  /** Most WebSockets at a time; 4096 by default. */
  readonly maxSockets?: number;
  /** Most channels of one WebSocket at a time; 64 by default: two teams and some monitors. */
  readonly maxChannels?: number;
}

/** A running endpoint. */
export interface WebSocketEndpoint {
  /** Number of open WebSockets. */
  readonly socketCount: number;
  /** Stops to accept WebSockets and closes those that are open. */
  close(): void;
}

const DEFAULT_LIMITS: PeerLimits = {
  maxQueuedBytes: 4 << 20,
  pingIntervalMs: 15_000,
  acceptTimeoutMs: 60_000,
  pauseMs: 100,
};
const DEFAULT_MAX_SOCKETS_PER_ADDRESS = 256;
const DEFAULT_MAX_SOCKETS = 4096;
const DEFAULT_MAX_CHANNELS = 64;
/** Largest frame that is read, bytes: more than any datagram. */
const MAX_FRAME_BYTES = 65_536;

interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** A request that can become a WebSocket. */
interface AcceptedRequest extends RoomPath {
  readonly target: SocketRoom;
  readonly addresses: SocketAddresses;
}

/**
 * Serves `/rooms/ID/player`, `/coach`, `/trainer`, `/monitor` and `/channels` of an HTTP server as WebSockets
 * (docs/use/organizer/websocket.md). Requests for other paths are left to other listeners of `upgrade`.
 *
 * @example
 * const endpoint = attachWebSocketEndpoint(http, (id) => (id === 'main' ? createSocketRoom(server) : undefined), {
 *   access: { host: '127.0.0.1', token: '' },
 * });
 */
export function attachWebSocketEndpoint(
  http: HttpServer,
  findRoom: FindSocketRoom,
  options: WebSocketEndpointOptions,
): WebSocketEndpoint {
  const acceptor = new SocketAcceptor(findRoom, options);
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = parseRoomPath(getPath(request));
    if (path !== null) void acceptor.accept(request, socket as Socket, head, path);
    else if (http.listenerCount('upgrade') === 1) refuseUpgrade(socket, 404, 'This path has no WebSocket.');
  };
  http.on('upgrade', upgrade);
  return {
    get socketCount() {
      return acceptor.socketCount;
    },
    close() {
      http.off('upgrade', upgrade);
      acceptor.close();
    },
  };
}

class SocketAcceptor {
  readonly #findRoom: FindSocketRoom;
  readonly #options: WebSocketEndpointOptions;
  readonly #limits: PeerLimits;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // One frame per turn of the event loop: what a peer has sent at once does not delay the cycles.
    allowSynchronousEvents: false,
  });
  readonly #peers = new Set<WebSocketPeer>();
  readonly #countByAddress = new Map<string, number>();
  #isClosed = false;

  constructor(findRoom: FindSocketRoom, options: WebSocketEndpointOptions) {
    this.#findRoom = findRoom;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options };
  }

  get socketCount(): number {
    return this.#peers.size;
  }

  accept(request: IncomingMessage, socket: Socket, head: Buffer, path: RoomPath): void {
    socket.on('error', () => socket.destroy());
    const problem = findAccessProblem(readAccessHeaders(request), this.#getAccess(request));
    if (problem !== null) {
      refuseUpgrade(socket, problem.status, problem.message);
      return;
    }
    const room = this.#findRoom(path.room);
    // Without a wait if there is none: other listeners of `upgrade` must find the request answered.
    if (!(room instanceof Promise)) this.#acceptFor(room, request, socket, head, path);
    else
      room.then(
        (found) => this.#acceptFor(found, request, socket, head, path),
        () => refuseUpgrade(socket, 503, `Room "${path.room}" does not answer.`),
      );
  }

  #acceptFor(
    target: SocketRoom | undefined,
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    path: RoomPath,
  ): void {
    // Without the token, the request would have been refused.
    const addresses = { ...readAddresses(socket), isOperator: this.#options.access.token !== '' };
    const refusal = this.#findRefusal(request, path, target, addresses);
    if (refusal !== null || target === undefined) {
      refuseUpgrade(socket, refusal?.status ?? 404, refusal?.message ?? '');
      return;
    }
    const accepted = { ...path, target, addresses };
    acceptUpgrade(this.#sockets, { request, socket, head }, getSubprotocol(path.role), (ws) => {
      socket.setNoDelay(true);
      this.#open(ws, accepted);
    });
  }

  #findRefusal(
    request: IncomingMessage,
    { room, role }: RoomPath,
    target: SocketRoom | undefined,
    { address }: SocketAddresses,
  ): Refusal | null {
    if (this.#isClosed) return { status: 503, message: 'The server ends.' };
    if (target === undefined) return { status: 404, message: `There is no room "${room}".` };
    if (target.isOver) return { status: 410, message: `The match of room "${room}" is over.` };
    const expected = getSubprotocol(role);
    const offered = listSubprotocols(request);
    if (!offered.includes(expected)) {
      const what = offered.length === 0 ? 'none was offered' : `offered: ${offered.join(', ')}`;
      return { status: 400, message: `The path needs the WebSocket subprotocol ${expected}; ${what}.` };
    }
    const { maxSockets = DEFAULT_MAX_SOCKETS, maxSocketsPerAddress = DEFAULT_MAX_SOCKETS_PER_ADDRESS } =
      this.#options;
    if (this.#peers.size >= maxSockets) {
      return { status: 503, message: `${maxSockets} WebSockets are open; no more are accepted.` };
    }
    if ((this.#countByAddress.get(address) ?? 0) >= maxSocketsPerAddress) {
      return {
        status: 429,
        message: `${maxSocketsPerAddress} WebSockets of ${address} are open; no more are accepted.`,
      };
    }
    return null;
  }

  /** With a token the origin does not matter: a page must know the token, which no browser adds by itself. */
  #getAccess(request: IncomingMessage): Access {
    const { access } = this.#options;
    const { origin } = request.headers;
    return access.token === '' || origin === undefined ? access : { ...access, allowedOrigins: [origin] };
  }

  #open(ws: WebSocket, { target, role, room, addresses }: AcceptedRequest): void {
    const { address } = addresses;
    const maxChannels = this.#options.maxChannels ?? DEFAULT_MAX_CHANNELS;
    const handler: PeerHandler = target.openSocket({ room, role, addresses, maxChannels }, () => peer);
    const peer: WebSocketPeer = new WebSocketPeer(ws, this.#limits, {
      ...handler,
      onEnd: () => {
        this.#forget(peer, address);
        handler.onEnd();
      },
    });
    this.#peers.add(peer);
    this.#countByAddress.set(address, (this.#countByAddress.get(address) ?? 0) + 1);
    handler.onOpen();
  }

  #forget(peer: WebSocketPeer, address: string): void {
    this.#peers.delete(peer);
    const left = (this.#countByAddress.get(address) ?? 0) - 1;
    if (left > 0) this.#countByAddress.set(address, left);
    else this.#countByAddress.delete(address);
  }

  close(): void {
    this.#isClosed = true;
    for (const peer of [...this.#peers]) peer.close('the server ends', 1001);
    this.#sockets.close();
  }
}

function getPath({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] as string;
}

/** The headers for the check of access; a token in the query counts as one in the header. */
function readAccessHeaders({ url = '/', headers }: IncomingMessage): IncomingMessage['headers'] {
  const token = new URLSearchParams(url.split('?', 2)[1]).get('token');
  return token === null || headers.authorization !== undefined
    ? headers
    : { ...headers, authorization: `Bearer ${token}` };
}

/** IPv4 addresses of an IPv6 socket are written as IPv4 addresses, as in the logs of UDP clients. */
function readAddresses({
  remoteAddress = '',
  remotePort = 0,
  localPort = 0,
}: Socket): Omit<SocketAddresses, 'isOperator'> {
  return { address: remoteAddress.replace(/^::ffff:(?=\d+\.)/, ''), port: remotePort, localPort };
}
