import type { Socket } from 'node:dgram';
import { type DirectSend, openDirectSend } from './direct-send.js';
import type { Listener } from './listener.js';
import {
  bindNow,
  createUdpSocket,
  type Endpoint,
  enlargeReceiveBuffer,
  mapAddress,
  unmapAddress,
} from './socket.js';

/** The first and the last port of a range, 1 to 65535. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Addresses of a {@link ClientSocket}. */
export interface ClientSocketOptions extends Endpoint {
  /** Numeric address of the local interface; 0.0.0.0 or `::`: the system chooses. */
  readonly bindAddress: string;
  /**
   * Local port: of a range, or that of a listener which is shared. Then the client receives from the port to which it has sent first. By
   * default, a port that the system chooses.
   */
  readonly localPort?: PortRange | Listener | null;
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
  constructor(options: ClientSocketOptions, onDatagram: (bytes: Buffer) => void, onFailure: () => void) {
    const { bindAddress, address, port, localPort = null } = options;
    this.address = address;
    this.port = port;
    this.#onFailure = onFailure;
    const socket = openClientSocket(options);
    this.#socket = socket;
    const listener = localPort !== null && 'receive' in localPort ? localPort : null;
    socket.on('message', (bytes, from) => {
      // Until it is connected, a socket of a shared port receives datagrams of all senders.
      if (listener !== null && (from.port !== port || unmapAddress(from.address) !== address))
        listener.receive(bytes, from);
      else if (bytes.length > 0) onDatagram(bytes);
    });
    socket.on('error', () => this.#reportFailure());
    enlargeReceiveBuffer(socket);
    socket.connect(port, mapAddress(address, bindAddress));
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

/** Opens a socket at the local port that the options name. */
function openClientSocket({ bindAddress, localPort = null }: ClientSocketOptions): Socket {
  if (localPort === null) return openAt(0, bindAddress);
  if ('receive' in localPort) return openAt(localPort.port, localPort.address, true);
  const { first, last } = localPort;
  for (let port = first; port <= last; port++) {
    try {
      return openAt(port, bindAddress);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error(`no port from ${first} to ${last} is free`);
}

function openAt(port: number, address: string, isShared = false): Socket {
  const socket = createUdpSocket(address, isShared);
  bindNow(socket, port, address);
  return socket;
}
