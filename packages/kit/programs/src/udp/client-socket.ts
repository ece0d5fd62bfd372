import type { Socket } from 'node:dgram';
import { type DirectSend, openDirectSend } from './direct-send.js';
import { createUdpSocket, enlargeReceiveBuffer } from './socket.js';

/** Addresses of a {@link ClientSocket}. */
export interface ClientSocketOptions {
  /** Numeric address of the local interface; 0.0.0.0: the system chooses. */
  readonly bindAddress: string;
  /** Numeric address of the client. */
  readonly address: string;
  /** Port of the client, 1 to 65535. */
  readonly port: number;
}

/**
 * A socket that is connected to one client. The system delivers only datagrams from the client's address, so no
 * other sender can act for the client. The system also reports when the client's port is closed.
 */
export class ClientSocket {
  /** Numeric address of the client. */
  readonly address: string;
  /** Port of the client. */
  readonly port: number;
  readonly #socket: Socket;
  readonly #directSend: DirectSend | null;
  readonly #onFailure: () => void;
  #open = true;

  /**
   * @param onDatagram Called for each datagram that is not empty; the buffer belongs to the callee.
   * @param onFailure Called once when the system reports that the client's port is closed, or that sending fails. The
   * socket is closed before the call.
   * @throws the error of the system if the socket cannot be opened, for example because no file descriptor is free. `onFailure` is
   * not called then.
   */
  constructor(
    { bindAddress, address, port }: ClientSocketOptions,
    onDatagram: (bytes: Buffer) => void,
    onFailure: () => void,
  ) {
    this.address = address;
    this.port = port;
    this.#onFailure = onFailure;
    const socket = createUdpSocket();
    this.#socket = socket;
    let openError: Error | null = null;
    const setOpenError = (error: Error): void => {
      openError = error;
    };
    socket.once('error', setOpenError);
    socket.on('message', (bytes) => {
      if (bytes.length > 0) onDatagram(bytes);
    });
    socket.bind({ port: 0, address: bindAddress, exclusive: true });
    if (openError !== null) {
      this.close();
      throw openError;
    }
    socket.off('error', setOpenError);
    socket.on('error', () => this.#reportFailure());
    enlargeReceiveBuffer(socket);
    socket.connect(port, address);
    this.#directSend = openDirectSend(socket, () => this.#reportFailure());
  }

  /** Port from which the client receives and to which it sends. */
  get localPort(): number {
    return this.#socket.address().port;
  }

  /**
   * Sends one datagram. Does nothing after the end of the socket. The system may read the bytes until the next turn of
   * the event loop: do not change them before.
   */
  send(bytes: Uint8Array): void {
    if (!this.#open) return;
    if (this.#directSend !== null) {
      this.#directSend(bytes);
      return;
    }
    try {
      this.#socket.send(bytes, this.#onSent);
    } catch {
      this.#reportFailure();
    }
  }

  readonly #onSent = (error: Error | null): void => {
    if (error !== null) this.#reportFailure();
  };

  #reportFailure(): void {
    if (!this.#open) return;
    this.close();
    this.#onFailure();
  }

  /** Closes the socket. The callbacks are not called afterwards. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.close();
  }
}
