import { createSocket, type Socket } from 'node:dgram';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import type { Transport, TransportReceiver } from './transport.js';

export interface UdpOptions {
  /** Name or IPv4 address; 127.0.0.1 by default. */
  readonly host?: string;
  /** The well-known port to which the first datagram goes. */
  readonly port: number;
}

/** Room for the parameters and types that arrive back to back at init (spec 03 §1.9, point 2). */
const RECEIVE_BUFFER = 1 << 20;

/**
 * UDP over IPv4. The first datagram that comes in decides the port to which everything is sent from then on; the socket is then
 * connected, so that a closed port is noticed. Compression uses zlib, one stream a datagram.
 */
export function createUdpTransport(options: UdpOptions): Transport {
  return new UdpTransport(options);
}

class UdpTransport implements Transport {
  private readonly host: string;
  private readonly port: number;
  private socket: Socket | null = null;
  private receiver: TransportReceiver | null = null;
  /** Port of the server's own socket for us; 0 until known. */
  private adopted = 0;
  private connected = false;
  /** What waits until the socket is bound and, after the adoption, connected. */
  private waiting: string[] | null = [];
  private level = -1;

  constructor(options: UdpOptions) {
    this.host = options.host ?? '127.0.0.1';
    this.port = options.port;
  }

  open(receiver: TransportReceiver): void {
    this.receiver = receiver;
    let socket: Socket;
    try {
      socket = createSocket({ type: 'udp4', recvBufferSize: RECEIVE_BUFFER });
    } catch (error) {
      receiver.failed({ code: 'failed', message: (error as Error).message });
      return;
    }
    this.socket = socket;
    socket.on('message', (bytes, from) => this.take(bytes, from.port, from.address));
    socket.on('error', (error) => this.fail(error));
    socket.bind(0, () => this.release());
  }

  send(text: string): void {
    if (this.waiting !== null) this.waiting.push(text);
    else this.transmit(text);
  }

  setCompression(level: number): void {
    this.level = level;
  }

  close(): void {
    const { socket } = this;
    this.receiver = null;
    if (socket === null) return;
    this.socket = null;
    // What was handed over in this turn leaves before the socket goes.
    setImmediate(() => socket.close());
  }

  private take(bytes: Uint8Array, port: number, address: string): void {
    if (this.adopted === 0) {
      this.adopted = port;
      if (port !== this.port) this.follow(port, address);
    }
    let datagram = bytes;
    if (this.level >= 0) {
      try {
        datagram = inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
      } catch {
        // Not compressed after all: let the decoder judge it.
      }
    }
    this.receiver?.message(datagram);
  }

  private follow(port: number, address: string): void {
    this.waiting = [];
    this.socket?.connect(port, address, () => {
      this.connected = true;
      this.release();
    });
  }

  private release(): void {
    const texts = this.waiting ?? [];
    this.waiting = null;
    for (const text of texts) this.transmit(text);
  }

  private transmit(text: string): void {
    const { socket } = this;
    if (socket === null) return;
    let bytes: Uint8Array = Buffer.from(`${text}\0`, 'latin1');
    if (this.level >= 0) bytes = deflateSync(bytes, { level: this.level });
    const sent = (error: Error | null): void => {
      if (error !== null) this.fail(error);
    };
    if (this.connected) socket.send(bytes, sent);
    else socket.send(bytes, this.port, this.host, sent);
  }

  private fail(error: Error & { code?: string }): void {
    const { receiver } = this;
    this.receiver = null;
    receiver?.failed({
      code: error.code === 'ECONNREFUSED' ? 'refused' : 'failed',
      message: error.code === 'ECONNREFUSED' ? 'the port is closed' : error.message,
    });
  }
}
