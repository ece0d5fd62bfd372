import { createSocket, type Socket } from 'node:dgram';
import { constants, deflateSync, inflateSync } from 'node:zlib';
import type { Transport, TransportReceiver } from './transport.js';

export interface UdpOptions {
  /** Host name or IPv4 address; default 127.0.0.1. */
  readonly host?: string;
  /** Port of the server that receives the connect request. */
  readonly port: number;
}

/**
 * Size of the receive buffer in bytes: the parameters and types arrive back to back at init
 * (spec 03 §1.9, point 2).
 */
const RECEIVE_BUFFER = 1 << 20;

/**
 * Creates a UDP transport over IPv4. After the first received datagram, it sends to the port of its sender. The
 * socket is then connected, so that the system reports a closed port. Compression uses zlib, with one stream per
 * datagram.
 */
export function createUdpTransport(options: UdpOptions): Transport {
  return new UdpTransport(options);
}

class UdpTransport implements Transport {
  private readonly host: string;
  private readonly port: number;
  private socket: Socket | null = null;
  private receiver: TransportReceiver | null = null;
  /** Port from which the server sends to this client; 0 until the first datagram. */
  private adopted = 0;
  private connected = false;
  /** Texts that wait until the socket is bound and, after the adoption of the port, connected. */
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
    // Datagrams passed to the socket in this turn of the event loop leave before the socket closes.
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
        // The datagram is not compressed. The decoder handles it.
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
