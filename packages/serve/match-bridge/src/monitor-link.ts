import { createWebSocketTransport, type Transport } from '@rcss/client';
import { createUdpTransport } from '@rcss/client/node';
import { createFrame, type Frame } from '@rcss/core';
import { decodeMonitorDatagram, encodeMonitorInit, type MonitorRecord } from '@rcss/protocol';
import { EventEmitter } from 'eventemitter3';
import { WebSocket } from 'ws';

/** UDP address of the soccer server. */
export interface ServerAddress {
  /** Host name or IP address. */
  readonly host: string;
  /** Port for monitors, 1..65535; usually 6000. */
  readonly port: number;
  /** Token with which the server accepts commands of the referee (`rcss::referee_token`). */
  readonly refereeToken?: string;
}

/** Address of a room for monitors. */
export interface RoomAddress {
  /** Address of a WebSocket, such as `ws://127.0.0.1:7000/rooms/final/monitor`; the parameter `token` is the token of the server. */
  readonly url: string;
}

/** A server to which a monitor connects: by UDP, or by a WebSocket of a room. */
export type MonitoredServer = ServerAddress | RoomAddress;

/** State of the connection. `connecting`: registering; `live`: messages arrive; `silent`: no messages, registering again. */
export type LinkState = 'connecting' | 'live' | 'silent';

/** Events of a {@link MonitorLink}. */
interface LinkEvents {
  /** A record from the server. The frame of a show is used again for the next one. */
  record: [MonitorRecord];
  state: [LinkState, string];
}

const MONITOR_VERSION = 5;
/** A command without effect that every running server answers: compression is off anyway (spec 10 §11). */
export const PING_COMMAND = '(compression -1)';
const PING_REPLY = '(ok compression -1)';
const PING_DELAY_MS = 1500;
const PING_INTERVAL_MS = 500;
const SILENCE_TIMEOUT_MS = 3500;
/** Interval between attempts to register, ms. */
const RETRY_INTERVAL_MS = 1000;
/** Interval between checks of a link, ms. */
const TICK_INTERVAL_MS = 250;
/** Time without answer to a request to register after which a WebSocket is opened again, ms. */
const REGISTER_TIMEOUT_MS = 5000;

/**
 * A monitor of version 5 (spec 10 §13) over UDP or on a WebSocket of a room (docs/use/organizer/websocket.md). It detects that the server is silent or
 * gone, and then registers again over a new connection until the server is back.
 */
export class MonitorLink extends EventEmitter<LinkEvents> {
  state: LinkState = 'connecting';
  readonly #server: MonitoredServer;
  readonly #now: () => number;
  #transport: Transport | null = null;
  /** Time of the last attempt to connect or to register. */
  #lastAttemptMs = 0;
  #lastReceivedMs = 0;
  #lastPingMs = 0;
  /** Whether the server has refused the registration over this connection. */
  #isRefused = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #frame: Frame = createFrame();

  /** @param now Time in ms that does not jump, as the clock of the day can. */
  constructor(server: MonitoredServer, now: () => number = () => performance.now()) {
    super();
    this.#server = server;
    this.#now = now;
  }

  start(): void {
    this.#setState('connecting', `Waiting for the server at ${nameServer(this.#server)}`);
    this.#open();
    this.#timer = setInterval(() => this.#tick(), TICK_INTERVAL_MS);
  }

  /** Unregisters and closes the connection. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#close();
  }

  /** Sends a command, without the final NUL; returns false if the server cannot receive it. */
  send(command: string): boolean {
    if (this.state !== 'live' || this.#transport === null) return false;
    this.#transport.send(command);
    return true;
  }

  #setState(state: LinkState, text: string): void {
    this.state = state;
    this.emit('state', state, text);
  }

  #open(): void {
    const transport = createTransport(this.#server);
    this.#transport = transport;
    transport.open({
      onDatagram: (message) => this.#receive(message),
      onFailure: ({ message }) => this.#handleFailure(message),
    });
    this.#register();
  }

  #register(): void {
    this.#lastAttemptMs = this.#now();
    this.#isRefused = false;
    if ('refereeToken' in this.#server) this.#transport?.send(`(token ${this.#server.refereeToken})`);
    this.#transport?.send(encodeMonitorInit(MONITOR_VERSION));
  }

  #close(): void {
    if (this.state === 'live') this.#transport?.send('(dispbye)');
    this.#transport?.close();
    this.#transport = null;
  }

  #handleFailure(message: string): void {
    const state = this.state === 'live' ? 'silent' : this.state;
    this.#setState(state, `${message[0]?.toUpperCase()}${message.slice(1)}. Trying again`);
    this.#close();
  }

  #receive(message: Uint8Array | string): void {
    const bytes = typeof message === 'string' ? Buffer.from(message, 'latin1') : message;
    const decoded = decodeMonitorDatagram(bytes, MONITOR_VERSION, { frame: this.#frame });
    if (!decoded.ok) return;
    const record = decoded.value;
    if (record.type === 'error' && this.state !== 'live') {
      this.#isRefused = true;
      this.#lastAttemptMs = this.#now() + 2 * RETRY_INTERVAL_MS;
      this.#setState(this.state, `The server refuses monitors: ${record.code}`);
      return;
    }
    this.#lastReceivedMs = this.#now();
    if (this.state !== 'live') this.#setState('live', `Connected to ${nameServer(this.#server)}`);
    if (record.type !== 'msg' || record.text !== PING_REPLY) this.emit('record', record);
  }

  #tick(): void {
    if (this.state !== 'live') {
      this.#retry();
      return;
    }
    const now = this.#now();
    const silentMs = now - this.#lastReceivedMs;
    if (silentMs > SILENCE_TIMEOUT_MS) {
      this.#close();
      this.#setState('silent', 'The server stopped sending. Waiting for it');
    } else if (silentMs > PING_DELAY_MS && now - this.#lastPingMs > PING_INTERVAL_MS) {
      this.#lastPingMs = now;
      this.#transport?.send(PING_COMMAND);
    }
  }

  #retry(): void {
    const elapsedMs = this.#now() - this.#lastAttemptMs;
    if (elapsedMs < RETRY_INTERVAL_MS) return;
    if (this.#transport === null) this.#open();
    // A datagram may be lost; what is sent on a WebSocket arrives.
    else if (this.#isRefused || !('url' in this.#server)) this.#register();
    else if (elapsedMs >= REGISTER_TIMEOUT_MS) {
      this.#close();
      this.#open();
    }
  }
}

function createTransport(server: MonitoredServer): Transport {
  if (!('url' in server)) return createUdpTransport({ ...server, onlyHost: true });
  const url = new URL(server.url);
  const token = url.searchParams.get('token');
  url.searchParams.delete('token');
  return createWebSocketTransport({ url: url.href, WebSocket, ...(token !== null && { token }) });
}

/** Returns the address for people, without a token: `127.0.0.1:6000` or `127.0.0.1:7000/rooms/final`. */
export function nameServer(server: MonitoredServer): string {
  if (!('url' in server)) return `${server.host}:${server.port}`;
  const { host, pathname } = new URL(server.url);
  return `${host}${pathname.replace(/\/monitor$/, '')}`;
}

/** Returns the name or numeric address of the host. */
export function getServerHost(server: MonitoredServer): string {
  return 'url' in server ? new URL(server.url).hostname.replace(/^\[|\]$/g, '') : server.host;
}
