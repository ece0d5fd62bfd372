import type { Socket } from 'node:dgram';
import { createUdpSocket, enlargeReceiveBuffer } from './socket.js';

/** Which client a {@link ClientSocket} serves. */
export interface ClientSocketOptions {
  /** Numeric address of the local interface; 0.0.0.0: the system chooses. */
  readonly bindAddress: string;
  /** Numeric address of the client. */
  readonly address: string;
  readonly port: number;
}

/**
 * The socket of a program for one client, connected to it: the system delivers only datagrams of that address, so
 * that no sender can act for another, and reports when the client's port is closed.
 */
export class ClientSocket {
  readonly address: string;
  readonly port: number;
  readonly #socket: Socket;
  readonly #onLost: () => void;
  #open = true;

  /**
   * @param onDatagram Called for each datagram that is not empty; the buffer belongs to the callee.
   * @param onLost Called once if the client's port turns out to be closed; the socket is closed then.
   */
  constructor(
    { bindAddress, address, port }: ClientSocketOptions,
    onDatagram: (bytes: Buffer) => void,
    onLost: () => void,
  ) {
    this.address = address;
    this.port = port;
    this.#onLost = onLost;
    const socket = createUdpSocket();
    this.#socket = socket;
    socket.on('error', () => this.#lose());
    socket.on('message', (bytes) => {
      if (bytes.length > 0) onDatagram(bytes);
    });
    socket.bind({ port: 0, address: bindAddress, exclusive: true });
    enlargeReceiveBuffer(socket);
    socket.connect(port, address);
  }

  /** Port from which the client receives and to which it sends. */
  get localPort(): number {
    return this.#socket.address().port;
  }

  /**
   * Sends one datagram. The system may read the bytes until the next turn of the event loop: do not change them before.
   */
  send(bytes: Uint8Array): void {
    if (!this.#open) return;
    try {
      this.#socket.send(bytes, this.#onSent);
    } catch {
      this.#lose();
    }
  }

  readonly #onSent = (error: Error | null): void => {
    if (error !== null) this.#lose();
  };

  #lose(): void {
    if (!this.#open) return;
    this.close();
    this.#onLost();
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.close();
  }
}
