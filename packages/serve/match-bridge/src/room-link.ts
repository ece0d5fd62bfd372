import { createWebSocketTransport, type Transport } from '@rcss/client';
import { createFrame, type Frame } from '@rcss/core';
import { decodeMonitorDatagram, encodeMonitorInit } from '@rcss/protocol';
import { EventEmitter } from 'eventemitter3';
import { WebSocket } from 'ws';
import {
  isPingReply,
  type LinkEvents,
  type LinkState,
  type MonitorLink,
  PING_COMMAND,
  RETRY_INTERVAL_MS,
  SilenceDetector,
  TICK_INTERVAL_MS,
} from './monitor-link.js';

/** Address of a room for monitors. */
export interface RoomAddress {
  /** Address of a WebSocket, such as `ws://127.0.0.1:7000/rooms/final/monitor`; the parameter `token` is the token of the server. */
  readonly url: string;
}

/** Time without answer to a request to register after which the WebSocket is opened again, ms. */
const REGISTER_TIMEOUT_MS = 5000;

/**
 * A monitor of version 5 on a WebSocket of a room (docs/use/organizer/websocket.md). It opens the WebSocket again until the server has the room, and if the
 * WebSocket ends or the server is silent.
 */
export class RoomLink extends EventEmitter<LinkEvents> implements MonitorLink {
  state: LinkState = 'connecting';
  /** The address without the token, for people. */
  readonly #name: string;
  readonly #url: string;
  readonly #token: string | null;
  #transport: Transport | null = null;
  readonly #silence = new SilenceDetector();
  /** Time of the last attempt to open the WebSocket or to register. */
  #lastAttemptMs = 0;
  /** Whether the server has refused the registration over the open WebSocket. */
  #isRefused = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #frame: Frame = createFrame();

  constructor({ url }: RoomAddress) {
    super();
    const address = new URL(url);
    this.#token = address.searchParams.get('token');
    address.searchParams.delete('token');
    this.#url = address.href;
    this.#name = nameRoom({ url });
  }

  start(): void {
    this.#setState('connecting', `Waiting for the server at ${this.#name}`);
    this.#open();
    this.#timer = setInterval(() => this.#tick(), TICK_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#close();
  }

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
    this.#lastAttemptMs = Date.now();
    this.#isRefused = false;
    const transport = createWebSocketTransport({
      url: this.#url,
      WebSocket,
      ...(this.#token === null ? {} : { token: this.#token }),
    });
    this.#transport = transport;
    transport.open({
      onDatagram: (message) => this.#receive(message),
      onFailure: ({ message }) => this.#handleFailure(message),
    });
    transport.send(encodeMonitorInit(5));
  }

  #close(): void {
    const transport = this.#transport;
    this.#transport = null;
    if (this.state === 'live') transport?.send('(dispbye)');
    transport?.close();
  }

  #handleFailure(message: string): void {
    this.#transport = null;
    const state = this.state === 'live' ? 'silent' : this.state;
    this.#setState(state, `${message[0]?.toUpperCase()}${message.slice(1)}. Trying again`);
  }

  #receive(message: Uint8Array | string): void {
    const bytes = typeof message === 'string' ? Buffer.from(message, 'latin1') : message;
    const decoded = decodeMonitorDatagram(bytes, 5, { frame: this.#frame });
    if (!decoded.ok) return;
    const record = decoded.value;
    if (record.type === 'error' && this.state !== 'live') {
      this.#isRefused = true;
      this.#lastAttemptMs = Date.now() + 2 * RETRY_INTERVAL_MS;
      this.#setState(this.state, `The server refuses monitors: ${record.code}`);
      return;
    }
    this.#silence.markReceived();
    if (this.state !== 'live') this.#setState('live', `Connected to ${this.#name}`);
    if (!isPingReply(record)) this.emit('record', record);
  }

  #tick(): void {
    if (this.state !== 'live') this.#retry();
    else {
      const due = this.#silence.check();
      if (due === 'ping') this.#transport?.send(PING_COMMAND);
      if (due !== 'lost') return;
      this.#close();
      this.#setState('silent', 'The server stopped sending. Waiting for it');
    }
  }

  #retry(): void {
    const elapsedMs = Date.now() - this.#lastAttemptMs;
    if (this.#transport === null) {
      if (elapsedMs >= RETRY_INTERVAL_MS) this.#open();
    } else if (this.#isRefused && elapsedMs >= RETRY_INTERVAL_MS) {
      this.#lastAttemptMs = Date.now();
      this.#isRefused = false;
      this.#transport.send(encodeMonitorInit(5));
    } else if (elapsedMs >= REGISTER_TIMEOUT_MS) {
      this.#close();
      this.#open();
    }
  }
}

/** The address of a room without the token, such as `127.0.0.1:7000/rooms/final`. */
export function nameRoom({ url }: RoomAddress): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/monitor$/, '')}`;
}
