import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { createFrame, type Frame } from '@rcss/core';
import { decodeMonitorDatagram, encodeMonitorInit, type MonitorRecord } from '@rcss/protocol';
import { EventEmitter } from 'eventemitter3';

/** Where the soccer server is. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** `connecting`: registering; `live`: datagrams come; `silent`: they stopped, registering again. */
export type LinkState = 'connecting' | 'live' | 'silent';

interface LinkEvents {
  /** A record from the server. The frame of a show is used again for the next one. */
  record: [MonitorRecord];
  state: [LinkState, string];
}

/** A command without effect that every running server answers: compression is off anyway (spec 10 §11). */
const PING = '(compression -1)';
const PONG = '(ok compression -1)';
const PING_AFTER_MS = 1500;
const SILENT_AFTER_MS = 3500;
const RETRY_MS = 1000;
const TICK_MS = 250;

/**
 * A monitor of version 5 (spec 10 §13). It registers, uses the port that sends the first datagram, detects that the server is
 * silent or gone, and then registers again from a new port until the server is back.
 */
export class ServerLink extends EventEmitter<LinkEvents> {
  readonly address: ServerAddress;
  state: LinkState = 'connecting';
  #socket: Socket | null = null;
  #host = '';
  /** Port of the server's socket for us; 0 before its first datagram. */
  #port = 0;
  #connected = false;
  #lastHeard = 0;
  #lastPing = 0;
  #lastInit = 0;
  #timer: NodeJS.Timeout | null = null;
  readonly #frame: Frame = createFrame();
  #stopped = false;

  constructor(address: ServerAddress) {
    super();
    this.address = address;
  }

  start(): void {
    this.#register('connecting', `Waiting for the server at ${this.address.host}:${this.address.port}`);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Unregister. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#leave();
  }

  /** Sends a command, without the final NUL; returns false if the server cannot receive it. */
  send(command: string): boolean {
    if (this.state !== 'live' || this.#port === 0) return false;
    this.#transmit(command, this.#port);
    return true;
  }

  #transmit(text: string, port: number): void {
    const bytes = Buffer.from(`${text}\0`, 'latin1');
    if (this.#connected) this.#socket?.send(bytes, () => {});
    else this.#socket?.send(bytes, port, this.#host, () => {});
  }

  #change(state: LinkState, text: string): void {
    this.state = state;
    this.emit('state', state, text);
  }

  #register(state: LinkState, text: string): void {
    void this.#leave();
    this.#change(state, text);
    this.#port = 0;
    this.#connected = false;
    this.#lastInit = 0;
    void this.#open();
  }

  /** Unregisters from the current socket and closes it. */
  #leave(): Promise<void> {
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
      else if (this.#connected) socket.send('(dispbye)\0', close);
      else socket.send('(dispbye)\0', port, this.#host, close);
    });
  }

  async #open(): Promise<void> {
    let family = 4;
    try {
      const found = await lookup(this.address.host);
      this.#host = found.address;
      family = found.family;
    } catch {
      this.#change(this.state, `The name ${this.address.host} is not known`);
      return;
    }
    if (this.#stopped || this.#socket !== null) return;
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    this.#socket = socket;
    socket.on('message', (bytes, from) => this.#received(socket, bytes, from));
    socket.on('error', () => this.#refused(socket));
    socket.bind(0, () => {
      try {
        socket.setRecvBufferSize(1 << 20);
      } catch {
        // The default of the system will do.
      }
      this.#init();
    });
  }

  #init(): void {
    this.#lastInit = Date.now();
    this.#transmit(encodeMonitorInit(5), this.address.port);
  }

  /** A connected socket reports at once that the server's port is closed. */
  #refused(socket: Socket): void {
    if (socket !== this.#socket || this.#stopped) return;
    if (this.state === 'live') this.#register('silent', 'The server went away; waiting for it');
  }

  #received(socket: Socket, bytes: Buffer, from: RemoteInfo): void {
    if (socket !== this.#socket || from.address !== this.#host) return;
    const decoded = decodeMonitorDatagram(bytes, 5, { frame: this.#frame });
    if (!decoded.ok) return;
    const record = decoded.value;
    if (record.type === 'error' && this.#port === 0) {
      this.#lastInit = Date.now() + 2 * RETRY_MS;
      this.#change(this.state, `The server refuses monitors: ${record.code}`);
      return;
    }
    this.#lastHeard = Date.now();
    if (this.#port === 0) this.#adopt(socket, from.port);
    if (record.type === 'msg' && record.text === PONG) return;
    this.emit('record', record);
  }

  #adopt(socket: Socket, port: number): void {
    this.#port = port;
    socket.connect(port, this.#host, () => {
      if (socket === this.#socket) this.#connected = true;
    });
    this.#change('live', `Connected to ${this.address.host}:${this.address.port}`);
  }

  #tick(): void {
    const now = Date.now();
    if (this.state !== 'live') {
      if (this.#socket === null) void this.#open();
      else if (now - this.#lastInit >= RETRY_MS) this.#init();
      return;
    }
    const quiet = now - this.#lastHeard;
    if (quiet > SILENT_AFTER_MS) this.#register('silent', 'The server fell silent; waiting for it');
    else if (quiet > PING_AFTER_MS && now - this.#lastPing > RETRY_MS / 2) {
      this.#lastPing = now;
      this.#transmit(PING, this.#port);
    }
  }
}
