import { createUdpSocket, enlargeReceiveBuffer, ignoreError } from './socket.js';

/** Address and port of the other side of a datagram. */
export interface Endpoint {
  /** Numeric IPv4 address. */
  readonly address: string;
  /** Port, 1 to 65535. */
  readonly port: number;
}

/** A well-known port that receives datagrams of all senders. */
export interface Listener {
  /** The bound port; differs from the requested one if that was 0. */
  readonly port: number;
  /** Sends from the well-known port. The bytes may be reused after the call. */
  send(bytes: Uint8Array, port: number, address: string): void;
  /** Closes the port. No datagram is reported afterwards. */
  close(): void;
}

/** Address and port that {@link listen} opens. */
export interface ListenOptions {
  /** Port, 0 to 65535; 0: a free port. */
  readonly port: number;
  /** Numeric IPv4 address of a local interface; 0.0.0.0: all interfaces. */
  readonly address: string;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Address already in use',
  EACCES: 'Permission denied',
  EADDRNOTAVAIL: 'Cannot assign requested address',
};

/** The error of a port that cannot be opened. */
export class PortError extends Error {
  /** Port that was requested. */
  readonly port: number;
  /** Address that was requested. */
  readonly address: string;
  /** Code of the system, for example `EADDRINUSE`; empty if unknown. */
  readonly code: string;
  /** Cause in words, for example `Address already in use`. */
  readonly reason: string;

  constructor({ port, address }: ListenOptions, error: NodeJS.ErrnoException) {
    const reason = REASONS[error.code ?? ''] ?? error.message;
    super(`UDP port ${address}:${port} cannot be opened: ${reason}`);
    this.name = 'PortError';
    this.port = port;
    this.address = address;
    this.code = error.code ?? '';
    this.reason = reason;
  }
}

/**
 * Opens a well-known port.
 *
 * @param onDatagram Called for each datagram that is not empty; the buffer belongs to the callee.
 * @throws {PortError} (as a rejection) if the port cannot be opened.
 */
export function listen(
  options: ListenOptions,
  onDatagram: (bytes: Buffer, from: Endpoint) => void,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const socket = createUdpSocket();
    const rejectPort = (error: NodeJS.ErrnoException): void => {
      socket.close();
      reject(new PortError(options, error));
    };
    socket.once('error', rejectPort);
    socket.bind({ port: options.port, address: options.address, exclusive: true }, () => {
      socket.off('error', rejectPort);
      // ICMP errors, which clients with a closed port cause, must not end the program.
      socket.on('error', ignoreError);
      enlargeReceiveBuffer(socket);
      socket.on('message', (bytes, from) => {
        if (bytes.length > 0) onDatagram(bytes, from);
      });
      resolve({
        port: socket.address().port,
        send: (bytes, port, address) => socket.send(Buffer.from(bytes), port, address, ignoreError),
        close: () => socket.close(),
      });
    });
  });
}
