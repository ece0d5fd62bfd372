import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { nodeCompression } from './node-compression.js';
import type { Transport, TransportReceiver } from './transport.js';

/** Address of the server. */
export interface UdpOptions {
  /** Host name or IP address; default 127.0.0.1. An IPv4 address of a name is preferred: a server usually has no other. */
  readonly host?: string;
  /** Port of the server that receives the connect request. */
  readonly port: number;
  /** Whether messages of other addresses than that of the host are dropped; false by default: a server can have several addresses. */
  readonly onlyHost?: boolean;
}

/** Size of the receive buffer in bytes: the parameters and types arrive back to back at init (spec 03 §1.9, point 2). */
const RECEIVE_BUFFER_BYTES = 1 << 20;

/**
 * Creates a UDP transport. When the server has accepted it, it sends to the port from which the first message came. The socket is then
 * connected, so that the system reports a closed port. Compression uses zlib, with one stream per
 * datagram.
 *
 * @throws {RangeError} if the port is not a whole number from 1 to 65535.
 */
export function createUdpTransport(options: UdpOptions): Transport {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError(
      `createUdpTransport: port ${options.port} is not allowed; a whole number from 1 to 65535 is`,
    );
  return new UdpTransport(options);
}

class UdpTransport implements Transport {
  /** Host name, and its address as soon as it is known. */
  #host: string;
  readonly #port: number;
  readonly #onlyHost: boolean;
  #socket: Socket | null = null;
  #receiver: TransportReceiver | null = null;
  /** Whether the port is known from which the server sends to this client. */
  #isAccepted = false;
  #connected = false;
  /** Texts that are sent when the socket is bound or, after the first datagram, connected. Null if texts can be sent at once. */
  #queuedTexts: string[] | null = [];
  #compressionLevel = -1;

  constructor(options: UdpOptions) {
    this.#host = options.host ?? '127.0.0.1';
    this.#port = options.port;
    this.#onlyHost = options.onlyHost ?? false;
  }

  open(receiver: TransportReceiver): void {
    this.#receiver = receiver;
    const family = isIP(this.#host);
    if (family > 0) {
      this.#openSocket(receiver, family);
      return;
    }
    lookup(this.#host, { order: 'ipv4first' }, (error, address, found) => {
      if (this.#receiver !== receiver) return;
      if (error !== null) {
        this.#reportFailure(error);
        return;
      }
      this.#host = address;
      this.#openSocket(receiver, found);
    });
  }

  #openSocket(receiver: TransportReceiver, family: number): void {
    let socket: Socket;
    try {
      socket = createSocket({
        type: family === 6 ? 'udp6' : 'udp4',
        recvBufferSize: RECEIVE_BUFFER_BYTES,
      });
    } catch (error) {
      receiver.onFailure({ code: 'failed', message: (error as Error).message });
      return;
    }
    this.#socket = socket;
    socket.on('message', (bytes, from) => this.#receive(bytes, from.port, from.address));
    socket.on('error', (error) => this.#reportFailure(error));
    socket.bind(0, () => this.#sendQueued());
  }

  send(text: string): void {
    if (this.#queuedTexts !== null) this.#queuedTexts.push(text);
    else this.#transmit(text);
  }

  setCompression(level: number): void {
    this.#compressionLevel = level;
  }

  close(): void {
    const socket = this.#socket;
    this.#receiver = null;
    if (socket === null) return;
    this.#socket = null;
    // Datagrams passed to the socket in this turn of the event loop leave before the socket closes.
    setImmediate(() => socket.close());
  }

  #receive(bytes: Uint8Array, port: number, address: string): void {
    if (this.#onlyHost && address !== this.#host) return;
    // An error from the well-known port is the refusal of a request; another one may follow.
    if (!this.#isAccepted && (port !== this.#port || !isError(bytes))) {
      this.#isAccepted = true;
      this.#connectTo(port, address);
    }
    let datagram = bytes;
    if (this.#compressionLevel >= 0) {
      try {
        datagram = nodeCompression.inflate(bytes);
      } catch {
        // The datagram is not compressed. The decoder handles it.
      }
    }
    this.#receiver?.onDatagram(datagram);
  }

  #connectTo(port: number, address: string): void {
    this.#queuedTexts = [];
    this.#socket?.connect(port, address, () => {
      this.#connected = true;
      this.#sendQueued();
    });
  }

  #sendQueued(): void {
    const texts = this.#queuedTexts ?? [];
    this.#queuedTexts = null;
    for (const text of texts) this.#transmit(text);
  }

  #transmit(text: string): void {
    const socket = this.#socket;
    if (socket === null) return;
    let bytes: Uint8Array = Buffer.from(`${text}\0`, 'latin1');
    if (this.#compressionLevel >= 0) bytes = nodeCompression.deflate(bytes, this.#compressionLevel);
    const sent = (error: Error | null): void => {
      if (error !== null) this.#reportFailure(error);
    };
    if (this.#connected) socket.send(bytes, sent);
    else socket.send(bytes, this.#port, this.#host, sent);
  }

  #reportFailure(error: NodeJS.ErrnoException): void {
    const receiver = this.#receiver;
    this.#receiver = null;
    receiver?.onFailure({
      code: error.code === 'ECONNREFUSED' ? 'refused' : 'failed',
      message: error.code === 'ECONNREFUSED' ? 'the port is closed' : error.message,
    });
  }
}

function isError(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .startsWith('(error');
}
