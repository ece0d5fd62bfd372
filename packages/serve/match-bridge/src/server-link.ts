import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { createFrame, type Frame } from '@rcss/core';
import { decodeMonitorDatagram, encodeMonitorInit } from '@rcss/protocol';
import { EventEmitter } from 'eventemitter3';
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

/** UDP address of the soccer server. */
export interface ServerAddress {
  /** Host name or IP address. */
  readonly host: string;
  /** Port for monitors, 1..65535; usually 6000. */
  readonly port: number;
  /** Token with which the server accepts commands of the referee (`rcss::referee_token`). */
  readonly refereeToken?: string;
}

/**
 * A monitor of version 5 (spec 10 §13). It registers, uses the port that sends the first datagram, detects that the server is
 * silent or gone, and then registers again from a new port until the server is back.
 */
export class ServerLink extends EventEmitter<LinkEvents> implements MonitorLink {
  readonly address: ServerAddress;
  state: LinkState = 'connecting';
  #socket: Socket | null = null;
  #host = '';
  /** Port from which the server sends to this monitor; 0 before its first datagram. */
  #port = 0;
  #isConnected = false;
  readonly #silence = new SilenceDetector();
  #lastInitMs = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #frame: Frame = createFrame();
  #isStopped = false;

  constructor(address: ServerAddress) {
    super();
    this.address = address;
  }

  start(): void {
    this.#register('connecting', `Waiting for the server at ${this.address.host}:${this.address.port}`);
    this.#timer = setInterval(() => this.#tick(), TICK_INTERVAL_MS);
  }

  /** Unregisters and closes the socket. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#unregister();
  }

  /** Sends a command, without the final NUL; returns false if the server cannot receive it. */
  send(command: string): boolean {
    if (this.state !== 'live' || this.#port === 0) return false;
    this.#transmit(command, this.#port);
    return true;
  }

  #transmit(text: string, port: number): void {
    const bytes = Buffer.from(`${text}\0`, 'latin1');
    if (this.#isConnected) this.#socket?.send(bytes, () => {});
    else this.#socket?.send(bytes, port, this.#host, () => {});
  }

  #setState(state: LinkState, text: string): void {
    this.state = state;
    this.emit('state', state, text);
  }

  #register(state: LinkState, text: string): void {
    void this.#unregister();
    this.#setState(state, text);
    this.#port = 0;
    this.#isConnected = false;
    this.#lastInitMs = 0;
    void this.#openSocket();
  }

  /** Unregisters from the current socket and closes it. */
  #unregister(): Promise<void> {
    const socket = this.#socket;
    const port = this.#port;
    this.#socket = null;
    if (socket === null) return Promise.resolve();
    socket.removeAllListeners();
    socket.on('error', () => {});
    return new Promise((resolve) => {
      const close = (): void => {
        try {
          socket.close(() => resolve());
        } catch {
          resolve();
        }
      };
      if (port === 0) close();
      else if (this.#isConnected) socket.send('(dispbye)\0', close);
      else socket.send('(dispbye)\0', port, this.#host, close);
    });
  }

  async #openSocket(): Promise<void> {
    let family = 4;
    try {
      const found = await lookup(this.address.host, { order: 'ipv4first' });
      this.#host = found.address;
      family = found.family;
    } catch {
      this.#setState(this.state, `Host '${this.address.host}' is unknown. Trying again`);
      return;
    }
    if (this.#isStopped || this.#socket !== null) return;
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    this.#socket = socket;
    socket.on('message', (bytes, from) => this.#receive(socket, bytes, from));
    socket.on('error', () => this.#handleSocketError(socket));
    socket.bind(0, () => {
      try {
        socket.setRecvBufferSize(1 << 20);
      } catch {
        // The default size is used.
      }
      this.#sendInit();
    });
  }

  #sendInit(): void {
    this.#lastInitMs = Date.now();
    const { port, refereeToken } = this.address;
    if (refereeToken !== undefined) this.#transmit(`(token ${refereeToken})`, port);
    this.#transmit(encodeMonitorInit(5), port);
  }

  /** Registers again when the server's port is closed; a connected socket reports that at once. */
  #handleSocketError(socket: Socket): void {
    if (socket !== this.#socket || this.#isStopped) return;
    if (this.state === 'live') this.#register('silent', 'The server closed its port. Waiting for it');
  }

  #receive(socket: Socket, bytes: Buffer, from: RemoteInfo): void {
    if (socket !== this.#socket || from.address !== this.#host) return;
    const decoded = decodeMonitorDatagram(bytes, 5, { frame: this.#frame });
    if (!decoded.ok) return;
    const record = decoded.value;
    if (record.type === 'error' && this.#port === 0) {
      this.#lastInitMs = Date.now() + 2 * RETRY_INTERVAL_MS;
      this.#setState(this.state, `The server refuses monitors: ${record.code}`);
      return;
    }
    this.#silence.markReceived();
    if (this.#port === 0) this.#connect(socket, from.port);
    if (!isPingReply(record)) this.emit('record', record);
  }

  #connect(socket: Socket, port: number): void {
    this.#port = port;
    socket.connect(port, this.#host, () => {
      if (socket === this.#socket) this.#isConnected = true;
    });
    this.#setState('live', `Connected to ${this.address.host}:${this.address.port}`);
  }

  #tick(): void {
    if (this.state !== 'live') {
      if (this.#socket === null) void this.#openSocket();
      else if (Date.now() - this.#lastInitMs >= RETRY_INTERVAL_MS) this.#sendInit();
      return;
    }
    const due = this.#silence.check();
    if (due === 'lost') this.#register('silent', 'The server stopped sending. Waiting for it');
    else if (due === 'ping') this.#transmit(PING_COMMAND, this.#port);
  }
}
