import { CLIENT_SUBPROTOCOL } from '@rcss/protocol/websocket';
import { encodeLatin1 } from '@rcss/sexp';
import type { Transport, TransportReceiver } from './transport.js';

/** The parts of a `WebSocket` that the transport uses: that of a browser, of Node 22 and newer, or of the package `ws`. */
export interface WebSocketLike {
  binaryType: string;
  /** Sends a binary frame. */
  send(data: Uint8Array): void;
  /** Ends the WebSocket. */
  close(code?: number): void;
  /** Calls the listener at each event of a type. */
  // biome-ignore lint/suspicious/noExplicitAny: the types of the events of browsers and of ws differ
  addEventListener(type: 'open' | 'message' | 'error' | 'close', listener: (event: any) => void): void;
}

export type WebSocketClass = new (url: string, protocol: string) => WebSocketLike;

/** Compression of single messages; see `nodeCompression` of `@rcss/client/node`. */
export interface MessageCompression {
  /** Compresses a message as a zlib stream; level 0 to 9. */
  deflate(bytes: Uint8Array, level: number): Uint8Array;
  /**
   * Decompresses a message.
   *
   * @throws {Error} if the bytes are not a zlib stream.
   */
  inflate(bytes: Uint8Array): Uint8Array;
}

/** Address of the server and the parts that the host provides. */
export interface WebSocketTransportOptions {
  /** Address of a role in a room, such as `ws://localhost:8000/rooms/main/player`; the roles are player, coach, trainer. */
  readonly url: string;
  /** Token of the server, sent as the parameter `token` of the address. Default: none. */
  readonly token?: string;
  /** Class of the WebSocket. Default: the global one, which browsers and Node 22 have; for Node 20 that of the package `ws`. */
  readonly WebSocket?: WebSocketClass;
  /** Needed only if the agent sends `(compression LEVEL)`. Default: none. */
  readonly compression?: MessageCompression;
}

/**
 * Creates a transport over a WebSocket of a room (docs/use/organizer/websocket.md). Each message is one binary frame.
 *
 * @throws {Error} if the host has no WebSocket and none is given.
 * @example
 * const transport = createWebSocketTransport({ url: 'ws://localhost:8000/rooms/main/player' });
 * createPlayerClient({ team: 'Alpha', transport }).connect();
 */
export function createWebSocketTransport(options: WebSocketTransportOptions): Transport {
  const webSocketClass =
    options.WebSocket ?? (globalThis as { readonly WebSocket?: WebSocketClass }).WebSocket;
  if (webSocketClass === undefined) {
    throw new Error(
      'this host has no WebSocket: give one in the option WebSocket, such as that of the package ws',
    );
  }
  return new WebSocketTransport(options, webSocketClass);
}

class WebSocketTransport implements Transport {
  readonly #options: WebSocketTransportOptions;
  readonly #webSocketClass: WebSocketClass;
  #socket: WebSocketLike | null = null;
  #receiver: TransportReceiver | null = null;
  /** Texts that are sent when the WebSocket is open; null if texts can be sent at once. */
  #queuedTexts: string[] | null = [];
  #compressionLevel = -1;
  #error = '';

  constructor(options: WebSocketTransportOptions, webSocketClass: WebSocketClass) {
    this.#options = options;
    this.#webSocketClass = webSocketClass;
  }

  open(receiver: TransportReceiver): void {
    this.#receiver = receiver;
    const { url, token } = this.#options;
    let socket: WebSocketLike;
    try {
      socket = new this.#webSocketClass(
        token === undefined
          ? url
          : `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`,
        CLIENT_SUBPROTOCOL,
      );
    } catch (error) {
      this.#reportFailure('failed', (error as Error).message);
      return;
    }
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.addEventListener('open', () => this.#sendQueued());
    socket.addEventListener('message', ({ data }: { data: unknown }) => this.#receive(data));
    socket.addEventListener('error', (event: { message?: string; error?: { code?: string } }) => {
      this.#error = event.message ?? '';
      if (event.error?.code === 'ECONNREFUSED') this.#reportFailure('refused', 'the port is closed');
    });
    socket.addEventListener('close', (event: { code: number; reason: string }) => {
      this.#reportFailure('failed', this.#describeEnd(event));
    });
  }

  send(text: string): void {
    if (this.#queuedTexts === null) this.#transmit(text);
    // A connect request that is repeated while the WebSocket opens is sent once.
    else if (this.#queuedTexts.at(-1) !== text) this.#queuedTexts.push(text);
  }

  setCompression(level: number): void {
    this.#compressionLevel = level;
  }

  close(): void {
    this.#receiver = null;
    this.#socket?.close(1000);
    this.#socket = null;
  }

  #describeEnd({ code, reason }: { readonly code: number; readonly reason: string }): string {
    if (this.#queuedTexts !== null) {
      const why = this.#error === '' ? 'refused, or no server is there' : this.#error;
      return `the WebSocket ${this.#options.url} cannot be opened: ${why}`;
    }
    return `the server has ended the WebSocket (code ${code}${reason === '' ? '' : `: ${reason}`})`;
  }

  #receive(data: unknown): void {
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
    if (typeof bytes === 'string' || !(bytes instanceof Uint8Array)) {
      this.#receiver?.onDatagram(String(bytes));
      return;
    }
    let message = bytes;
    const { compression } = this.#options;
    if (this.#compressionLevel >= 0 && compression !== undefined) {
      try {
        message = compression.inflate(bytes);
      } catch {
        // The message is not compressed. The decoder handles it.
      }
    }
    this.#receiver?.onDatagram(message);
  }

  #sendQueued(): void {
    const texts = this.#queuedTexts ?? [];
    this.#queuedTexts = null;
    for (const text of texts) this.#transmit(text);
  }

  #transmit(text: string): void {
    const socket = this.#socket;
    if (socket === null) return;
    const bytes = encodeLatin1(`${text}\0`);
    const { compression } = this.#options;
    const isPacked = this.#compressionLevel >= 0 && compression !== undefined;
    try {
      socket.send(isPacked ? compression.deflate(bytes, this.#compressionLevel) : bytes);
    } catch (error) {
      this.#reportFailure('failed', (error as Error).message);
    }
  }

  #reportFailure(code: 'refused' | 'failed', message: string): void {
    const receiver = this.#receiver;
    this.#receiver = null;
    receiver?.onFailure({ code, message });
  }
}
