import { ClientSocket, type Endpoint, formatEndpoint } from '@rcss/kit/udp';
import type { ChannelPort } from '@rcss/protocol/websocket';

/** The well-known port to which a client sends its request. */
export type WellKnownPort = Exclude<ChannelPort, 'own' | 'end'>;

/** What a {@link LocalClient} needs of the connector. */
export interface LocalClientHost {
  /** Address of the local sockets. */
  readonly bindAddress: string;
  /** Sends a message to the server on the channel of the client. */
  send(channel: number, port: ChannelPort, message: Uint8Array): void;
  /** Sends from a well-known port to a local address. */
  sendFromPort(port: WellKnownPort, message: Uint8Array, to: Endpoint): void;
  /** The client is gone: its port is closed. */
  onGone(client: LocalClient): void;
  /** Prints a line. */
  report(line: string): void;
}

/** Milliseconds between two attempts of a player to take its place again. */
const REJOIN_INTERVAL_MS = 1000;
/** Messages that a client has received already, which the server sends again after a reconnect. */
const REPEATED_MESSAGE = /^\((?:server_param|player_param|player_type) /;

/** A client of this machine: a sender on a well-known port, and the socket that stands for the server's port. */
export class LocalClient {
  readonly channel: number;
  readonly port: WellKnownPort;
  readonly from: Endpoint;
  readonly #host: LocalClientHost;
  #socket: ClientSocket | null = null;
  /** The last request on the well-known port. */
  #request: Uint8Array = new Uint8Array(0);
  #name: string;
  /** `(reconnect TEAM UNUM)` for a player. */
  #reconnectRequest: string | null = null;
  #compressionLevel = -1;
  /** While the client takes its place again after a lost WebSocket. */
  #isRejoining = false;
  /** After that, until the first message that the client has not received before. */
  #dropsRepeated = false;
  #rejoinTimer: NodeJS.Timeout | undefined;
  #isOpen = true;

  constructor(host: LocalClientHost, channel: number, port: WellKnownPort, from: Endpoint) {
    this.#host = host;
    this.channel = channel;
    this.port = port;
    this.from = from;
    this.#name = `${port === 'player' ? 'monitor' : port} ${formatEndpoint(from)}`;
  }

  /** Whether the server has accepted the client. */
  get isAccepted(): boolean {
    return this.#socket !== null;
  }

  /** Takes a datagram that the client has sent to the well-known port. */
  request(message: Uint8Array): void {
    if (!this.isAccepted) this.#request = Uint8Array.from(message);
    this.#host.send(this.channel, this.port, message);
  }

  /** Takes a message of the server. */
  receive(port: ChannelPort, message: Uint8Array): void {
    if (port !== 'own') this.#receiveFromPort(message);
    else if (this.#isRejoining) this.#receiveRejoined(message);
    else {
      if (this.#socket === null) this.#accept(message);
      this.#watchCompression(message);
      this.#forward(message);
    }
  }

  #receiveFromPort(message: Uint8Array): void {
    if (!this.#isRejoining) {
      this.#host.sendFromPort(this.port, message, this.from);
      return;
    }
    const text = toText(message);
    if (text === '(error cannot_reconnect_while_playon)') {
      clearTimeout(this.#rejoinTimer);
      this.#rejoinTimer = setTimeout(() => this.#sendRejoinRequest(), REJOIN_INTERVAL_MS);
      return;
    }
    this.#host.report(`${this.#name}: cannot take its place again: ${text}`);
    this.#host.send(this.channel, 'end', new Uint8Array(0));
    this.close();
    this.#host.onGone(this);
  }

  #accept(message: Uint8Array): void {
    const { bindAddress } = this.#host;
    this.#socket = new ClientSocket(
      { bindAddress, ...this.from },
      (bytes) => this.#host.send(this.channel, 'own', bytes),
      () => {
        this.#host.send(this.channel, 'end', new Uint8Array(0));
        this.#host.report(`${this.#name}: has closed its port`);
        this.close();
        this.#host.onGone(this);
      },
    );
    const team = /^\((?:init|reconnect) (\S+?)[ )]/.exec(toText(this.#request))?.[1] ?? '';
    const text = toText(message);
    const unum =
      /^\(init [lr] (\d+)/.exec(text)?.[1] ?? /^\(reconnect \S+ (\d+)/.exec(toText(this.#request))?.[1];
    if (this.port === 'player' && unum !== undefined) {
      this.#name = `player ${team} ${unum}`;
      this.#reconnectRequest = `(reconnect ${team} ${unum})`;
    } else if (this.port === 'coach') this.#name = `coach ${team}`;
    else if (this.port === 'trainer') this.#name = 'trainer';
    this.#host.report(`${this.#name}: connected`);
  }

  #watchCompression(message: Uint8Array): void {
    if (message[0] !== 0x28 || message.length > 32) return;
    const level = /^\(ok compression (-?\d+)\)/.exec(toText(message))?.[1];
    if (level !== undefined) this.#compressionLevel = Number(level);
  }

  /** Takes its place again after another WebSocket was opened. */
  rejoin(): void {
    this.#isRejoining = true;
    this.#sendRejoinRequest();
  }

  #sendRejoinRequest(): void {
    if (!this.#isOpen) return;
    const request =
      this.#reconnectRequest === null ? this.#request : Buffer.from(`${this.#reconnectRequest}\0`, 'latin1');
    this.#host.send(this.channel, this.port, request);
  }

  /** Waits for the answer to the request and, if messages were compressed before, for that to be on again. */
  #receiveRejoined(message: Uint8Array): void {
    const text = toText(message);
    const isAnswer = /^\((?:init|reconnect) /.test(text);
    if (this.#compressionLevel >= 0) {
      const command = `(compression ${this.#compressionLevel})\0`;
      if (isAnswer) this.#host.send(this.channel, 'own', Buffer.from(command, 'latin1'));
      if (!text.startsWith('(ok compression ')) return;
    }
    this.#isRejoining = false;
    this.#dropsRepeated = this.#compressionLevel < 0;
    this.#host.report(`${this.#name}: connected again`);
    // A monitor gets no answer.
    if (!isAnswer && this.#compressionLevel < 0) this.#forward(message);
  }

  #forward(message: Uint8Array): void {
    if (this.#dropsRepeated) {
      if (REPEATED_MESSAGE.test(toText(message))) return;
      this.#dropsRepeated = false;
    }
    this.#socket?.send(message);
  }

  /** The server has ended the client. */
  end(reason: string): void {
    this.#host.report(`${this.#name}: disconnected: ${reason}`);
    this.close();
  }

  /** Closes the socket; the client then finds the port closed, as that of a server that has ended. */
  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#rejoinTimer);
    this.#socket?.close();
  }
}

function toText(message: Uint8Array): string {
  return Buffer.from(message).toString('latin1').replace(/\0$/, '');
}
