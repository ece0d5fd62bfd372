import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Requests of one connection that may wait for their answers; browsers and scrapers send the next one after an answer. */
const MAX_WAITING_REQUESTS = 8;
/** Time for which an address whose connection sent more has no connections, ms. */
const REFUSAL_MS = 1000;
/** Time limit for the headers, and for a whole request with its body, ms. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Interval of the check of these times, ms. */
const CHECK_INTERVAL_MS = 2000;

/** Limits of {@link createLimitedServer}. */
export interface HttpLimits {
  /** Largest number of TCP connections, WebSockets included; further ones are closed at once. */
  readonly maxConnections: number;
  /** Time after an answer in which the next request of the connection must begin, ms. */
  readonly keepAliveMs: number;
}

/** Frees the place of a connection among the HTTP connections of its address. */
const releases = new WeakMap<Duplex, () => void>();

/**
 * Creates an HTTP server that clients cannot use to stop the program. It begins to handle one request per turn of the event loop, and the
 * addresses take turns. An address may have three quarters of the connections that the others leave. A connection that sends many requests
 * without waiting for the answers is closed together with the other connections of its address, which gets new ones after a second. WebSockets
 * that were reported to `releaseUpgradedSocket` stay open.
 *
 * @example
 * const server = createLimitedServer((request, response) => response.end('hello'), { maxConnections: 1024, keepAliveMs: 5000 });
 */
export function createLimitedServer(handler: RequestListener, limits: HttpLimits): Server {
  const { maxConnections, keepAliveMs } = limits;
  const turns = new RequestTurns();
  const connections = new ConnectionShares(maxConnections);
  const waiting = new WeakMap<Socket, number>();
  const server = createServer({ connectionsCheckingInterval: CHECK_INTERVAL_MS }, (request, response) => {
    const { socket } = request;
    // Requests that were read together with the one that closed the connection.
    if (socket.destroyed) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING_REQUESTS) {
      connections.refuse(socket);
      return;
    }
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    turns.add(connections.getAddress(socket), response, () => handler(request, response));
  });
  server.on('connection', (socket) => connections.add(socket));
  server.maxConnections = maxConnections;
  server.headersTimeout = REQUEST_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = keepAliveMs;
  return server;
}

/** Reports that a connection of {@link createLimitedServer} has become a WebSocket, which has limits of its own. */
export function releaseUpgradedSocket(socket: Duplex): void {
  releases.get(socket)?.();
}

/** Requests that wait for their turn. */
class RequestTurns {
  /** By address; an address without requests is absent. */
  readonly #byAddress = new Map<string, (() => void)[]>();
  #isTaken = false;

  /** Handles a request now, or in one of the next turns of the event loop. */
  add(address: string, response: ServerResponse, handle: () => void): void {
    if (!this.#isTaken) {
      this.#isTaken = true;
      setImmediate(this.#next);
      handle();
      return;
    }
    const turn = () => {
      if (!response.destroyed) handle();
    };
    const list = this.#byAddress.get(address);
    if (list === undefined) this.#byAddress.set(address, [turn]);
    else list.push(turn);
  }

  readonly #next = (): void => {
    const first = this.#byAddress.entries().next();
    if (first.done) {
      this.#isTaken = false;
      return;
    }
    setImmediate(this.#next);
    const [address, list] = first.value;
    // The address goes to the end of the order.
    this.#byAddress.delete(address);
    const turn = list.shift();
    if (list.length > 0) this.#byAddress.set(address, list);
    turn?.();
  };
}

/** The HTTP connections of a server by address. */
class ConnectionShares {
  readonly #max: number;
  readonly #byAddress = new Map<string, Set<Socket>>();
  /** Addresses without connections, and the ends of these times. */
  readonly #refusedUntil = new Map<string, number>();
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  getAddress({ remoteAddress = '' }: Socket): string {
    return remoteAddress;
  }

  /** Counts a new connection, or closes it if its address has too many. */
  add(socket: Socket): void {
    const address = this.getAddress(socket);
    const own = this.#byAddress.get(address) ?? new Set();
    if (this.#isRefused(address) || own.size >= 3 * (this.#max - this.#count)) {
      socket.destroy();
      return;
    }
    this.#count += 1;
    own.add(socket);
    this.#byAddress.set(address, own);
    const release = () => {
      if (!own.delete(socket)) return;
      this.#count -= 1;
      if (own.size === 0 && this.#byAddress.get(address) === own) this.#byAddress.delete(address);
    };
    releases.set(socket, release);
    socket.once('close', release);
  }

  #isRefused(address: string): boolean {
    const until = this.#refusedUntil.get(address);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    this.#refusedUntil.delete(address);
    return false;
  }

  /** Closes the HTTP connections of the address of a connection, and refuses new ones for a time. */
  refuse(socket: Socket): void {
    const address = this.getAddress(socket);
    const now = performance.now();
    for (const [other, until] of this.#refusedUntil) if (until <= now) this.#refusedUntil.delete(other);
    this.#refusedUntil.set(address, now + REFUSAL_MS);
    for (const other of [...(this.#byAddress.get(address) ?? [])]) other.destroy();
    socket.destroy();
  }
}
