import { createSocket, type Socket } from 'node:dgram';

/**
 * UDP plumbing (02 §2). Addresses are always numeric, so name resolution is short-circuited: binding, connecting and
 * sending then happen at once instead of some turns of the event loop later, and the order of messages is the order
 * of the calls.
 */
const numericLookup = (
  host: string,
  options: unknown,
  callback: (error: null, address: string, family: number) => void,
): void => {
  const done = (typeof options === 'function' ? options : callback) as typeof callback;
  done(null, host, 4);
};

/** Longest datagram that is read; the rest of a longer one is lost (02 §2.5). */
export const MAX_DATAGRAM = 8192;
/** Receive buffer asked of the system per socket; a burst of commands must not be lost while a step is computed. */
const RECEIVE_BUFFER = 1 << 20;

/** A well-known port: hands on what arrives with the address of the sender. */
export interface Listener {
  readonly port: number;
  /** Sends from the well-known port. The bytes may be reused after the call. */
  send(bytes: Uint8Array, port: number, address: string): void;
  close(): void;
}

/** Why a port could not be opened. */
export class PortError extends Error {
  readonly port: number;
  constructor(port: number, reason: string) {
    super(`port=${port}. ${reason}`);
    this.port = port;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Address already in use',
  EACCES: 'Permission denied',
  EADDRNOTAVAIL: 'Cannot assign requested address',
};

/** Opens a well-known port. Rejects with `PortError`. */
export function listen(
  port: number,
  address: string,
  onDatagram: (bytes: Buffer, port: number, address: string) => void,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type: 'udp4', lookup: numericLookup as never });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close();
      reject(new PortError(port, REASONS[error.code ?? ''] ?? error.message));
    });
    socket.bind({ port, address, exclusive: true }, () => {
      socket.removeAllListeners('error');
      // ICMP errors of strangers who have gone away must not end the server.
      socket.on('error', () => {});
      setReceiveBuffer(socket);
      socket.on('message', (bytes, from) => {
        if (bytes.length > 0) onDatagram(bytes, from.port, from.address);
      });
      resolve({
        port: socket.address().port,
        send: (bytes, toPort, toAddress) => {
          socket.send(Buffer.from(bytes), toPort, toAddress, ignoreError);
        },
        close: () => socket.close(),
      });
    });
  });
}

function ignoreError(): void {}

function setReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER);
  } catch {
    // The system's default serves as well; only bursts are at risk.
  }
}

/**
 * The server's own socket for one client, connected to it: the system delivers only datagrams of that address, so
 * nobody can act for another, and reports when the client's port is closed.
 */
export class ClientSocket {
  readonly address: string;
  readonly port: number;
  readonly #socket: Socket;
  readonly #onLost: () => void;
  #open = true;

  /**
   * @param bindAddress address of the well-known port; the client's answers come to the same interface
   * @param onDatagram called for each datagram; the buffer is the callee's
   * @param onLost called once when the client's port turns out to be closed
   */
  constructor(
    bindAddress: string,
    port: number,
    address: string,
    onDatagram: (bytes: Buffer) => void,
    onLost: () => void,
  ) {
    this.address = address;
    this.port = port;
    this.#onLost = onLost;
    const socket = createSocket({ type: 'udp4', lookup: numericLookup as never });
    this.#socket = socket;
    socket.on('error', () => this.#lost());
    socket.on('message', (bytes) => {
      if (bytes.length > 0) onDatagram(bytes);
    });
    socket.bind({ port: 0, address: bindAddress, exclusive: true });
    setReceiveBuffer(socket);
    socket.connect(port, address);
  }

  /** Port that the client has to talk to. */
  get localPort(): number {
    return this.#socket.address().port;
  }

  /** Sends one datagram. The bytes must stay unchanged until the next turn of the event loop. */
  send(bytes: Uint8Array): void {
    if (!this.#open) return;
    try {
      this.#socket.send(bytes, this.#sent);
    } catch {
      this.#lost();
    }
  }

  readonly #sent = (error: Error | null): void => {
    if (error !== null) this.#lost();
  };

  #lost(): void {
    if (!this.#open) return;
    this.close();
    this.#onLost();
  }

  get open(): boolean {
    return this.#open;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#socket.close();
  }
}
