import { type Endpoint, type Listener, listen } from '@rcss/kit/udp';
import { type ChannelFrame, MAX_CHANNEL } from '@rcss/protocol/websocket';
import { LocalClient, type LocalClientHost, type WellKnownPort } from './local-client.js';
import { openRoomSocket, RoomConnectError, type RoomSocket, type RoomSocketEnd } from './room-socket.js';

export interface ConnectorOptions {
  /** Address of the WebSocket with channels. */
  readonly socketUrl: string;
  readonly token?: string;
  /** Address of the local ports. */
  readonly bindAddress: string;
  /** Local UDP ports; 0: a free one. */
  readonly ports: Readonly<Record<WellKnownPort, number>>;
  /** Time for which a lost WebSocket is opened again, ms; 0: not at all. */
  readonly retryMs: number;
  /** Prints a line. */
  readonly report: (line: string) => void;
}

/** Why a connector has ended. */
export interface ConnectorEnd {
  /** `over`: the match is over; `stopped`: `stop` was called; `lost`: the WebSocket was lost for good. */
  readonly kind: 'over' | 'stopped' | 'lost';
  readonly message: string;
}

/** Local UDP ports that lead to a remote room through one WebSocket. */
export interface Connector {
  /** Ports in use. */
  readonly ports: Readonly<Record<WellKnownPort, number>>;
  /** Number of clients that the server has accepted, from the start on. */
  readonly acceptedCount: number;
  /** Resolves when the connector has ended and its ports are closed. */
  readonly ended: Promise<ConnectorEnd>;
  stop(): void;
}

const WELL_KNOWN_PORTS: readonly WellKnownPort[] = ['player', 'trainer', 'coach'];
const RETRY_DELAYS_MS = [250, 500, 1000, 2000];
/** Close codes after which another attempt makes no sense: a normal end, and a broken rule. */
const NORMAL_CLOSE = 1000;
const FINAL_CODES = new Set([1002, 1003, 1008, 1009]);

/**
 * Opens the WebSocket and the local ports.
 *
 * @throws {RoomConnectError} (as a rejection) if the server refuses the WebSocket or cannot be reached.
 * @throws {import('@rcss/kit/udp').PortError} (as a rejection) if a local port cannot be opened.
 */
export async function startConnector(options: ConnectorOptions): Promise<Connector> {
  const connector = new RoomConnector(options);
  await connector.open();
  return connector;
}

class RoomConnector implements Connector, LocalClientHost {
  readonly bindAddress: string;
  readonly #options: ConnectorOptions;
  readonly #listeners = new Map<WellKnownPort, Listener>();
  /** By well-known port and local address. */
  readonly #byAddress = new Map<string, LocalClient>();
  readonly #byChannel = new Map<number, LocalClient>();
  #nextChannel = 1;
  #socket: RoomSocket | null = null;
  #isStopped = false;
  acceptedCount = 0;
  #resolveEnd: (end: ConnectorEnd) => void = () => {};
  readonly ended: Promise<ConnectorEnd>;

  constructor(options: ConnectorOptions) {
    this.#options = options;
    this.bindAddress = options.bindAddress;
    this.ended = new Promise((resolve) => {
      this.#resolveEnd = resolve;
    });
  }

  get ports(): Record<WellKnownPort, number> {
    const portOf = (port: WellKnownPort) => this.#listeners.get(port)?.port ?? 0;
    return { player: portOf('player'), trainer: portOf('trainer'), coach: portOf('coach') };
  }

  async open(): Promise<void> {
    const { bindAddress, ports } = this.#options;
    this.#socket = await this.#openSocket();
    try {
      for (const port of WELL_KNOWN_PORTS) {
        const listener = await listen({ port: ports[port], address: bindAddress }, (bytes, from) =>
          this.#receiveDatagram(port, bytes, from),
        );
        this.#listeners.set(port, listener);
      }
    } catch (error) {
      this.#close();
      throw error;
    }
    void this.#run(this.#socket);
  }

  #openSocket(): Promise<RoomSocket> {
    const { socketUrl, token } = this.#options;
    return openRoomSocket(socketUrl, token, (frame) => this.#receiveFrame(frame));
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.close();
  }

  /** Serves the clients until the connector ends. */
  async #run(first: RoomSocket): Promise<void> {
    let socket: RoomSocket | null = first;
    let end: ConnectorEnd | null = null;
    while (socket !== null && end === null) {
      const { code, reason } = await socket.ended;
      this.#socket = null;
      end = this.#findEnd({ code, reason });
      if (end !== null) break;
      const why = reason === '' ? `code ${code}` : reason;
      this.report(`The connection is lost (${why})`);
      socket = await this.#reopen();
      if (socket === null) end = { kind: 'lost', message: `the connection is lost (${why})` };
      else this.#rejoin();
    }
    this.#close();
    this.#resolveEnd(end ?? { kind: 'stopped', message: 'stopped' });
  }

  #findEnd({ code, reason }: RoomSocketEnd): ConnectorEnd | null {
    if (this.#isStopped) return { kind: 'stopped', message: 'stopped' };
    if (code === NORMAL_CLOSE) return { kind: 'over', message: reason };
    if (FINAL_CODES.has(code) || this.#options.retryMs <= 0) {
      return { kind: 'lost', message: `the server has closed the connection: ${reason || `code ${code}`}` };
    }
    return null;
  }

  /** Opens the WebSocket again; null if that does not succeed in time. */
  async #reopen(): Promise<RoomSocket | null> {
    const end = performance.now() + this.#options.retryMs;
    for (let attempt = 0; !this.#isStopped && performance.now() < end; attempt++) {
      await new Promise((resolve) =>
        setTimeout(resolve, RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)]),
      );
      if (this.#isStopped) return null;
      try {
        this.#socket = await this.#openSocket();
        return this.#socket;
      } catch (error) {
        if (!(error instanceof RoomConnectError)) throw error;
        this.report(`Not connected again: ${error.message}`);
        if (!error.isTemporary) return null;
      }
    }
    return null;
  }

  #rejoin(): void {
    this.report('The connection is open again');
    for (const client of [...this.#byChannel.values()]) {
      if (client.isAccepted) client.rejoin();
      else this.onGone(client);
    }
  }

  #receiveDatagram(port: WellKnownPort, bytes: Uint8Array, from: Endpoint): void {
    const key = formatKey(port, from);
    let client = this.#byAddress.get(key);
    if (client === undefined) {
      const channel = this.#findFreeChannel();
      if (channel === null) return;
      client = new LocalClient(this, channel, port, { address: from.address, port: from.port });
      this.#byAddress.set(key, client);
      this.#byChannel.set(channel, client);
    }
    client.request(bytes);
  }

  #findFreeChannel(): number | null {
    for (let i = 0; i < MAX_CHANNEL; i++) {
      const channel = this.#nextChannel;
      this.#nextChannel = (channel % MAX_CHANNEL) + 1;
      if (!this.#byChannel.has(channel)) return channel;
    }
    return null;
  }

  #receiveFrame({ channel, port, message }: ChannelFrame): void {
    const client = this.#byChannel.get(channel);
    if (client === undefined) return;
    if (port === 'end') {
      this.onGone(client);
      client.end(Buffer.from(message).toString('utf8'));
      return;
    }
    const wasAccepted = client.isAccepted;
    client.receive(port, message);
    if (!wasAccepted && client.isAccepted) this.acceptedCount += 1;
  }

  send(channel: number, port: ChannelFrame['port'], message: Uint8Array): void {
    this.#socket?.send({ channel, port, message });
  }

  sendFromPort(port: WellKnownPort, message: Uint8Array, to: Endpoint): void {
    this.#listeners.get(port)?.send(message, to.port, to.address);
  }

  onGone(client: LocalClient): void {
    this.#byChannel.delete(client.channel);
    this.#byAddress.delete(formatKey(client.port, client.from));
  }

  report(line: string): void {
    this.#options.report(line);
  }

  #close(): void {
    for (const client of this.#byChannel.values()) client.close();
    this.#byChannel.clear();
    this.#byAddress.clear();
    for (const listener of this.#listeners.values()) listener.close();
    this.#socket?.close();
  }
}

function formatKey(port: WellKnownPort, { address, port: number }: Endpoint): string {
  return `${port} ${address}:${number}`;
}
