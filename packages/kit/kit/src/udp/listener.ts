import type { Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  bindNow,
  createUdpSocket,
  type Endpoint,
  enlargeReceiveBuffer,
  formatEndpoint,
  ignoreError,
  mapAddress,
  unmapAddress,
} from './socket.js';

/** A well-known port that receives datagrams of all senders. */
export interface Listener {
  /** The bound port; differs from the requested one if that was 0. */
  readonly port: number;
  /** Numeric address of the local interface. */
  readonly address: string;
  /** Sends from the well-known port. The bytes may be reused after the call. */
  send(bytes: Uint8Array, port: number, address: string): void;
  /** Reports a datagram that arrived at another socket of the port, see {@link ListenOptions.isShared}. */
  receive(bytes: Buffer, from: Endpoint): void;
  /** Closes the port. No datagram is reported afterwards. */
  close(): void;
}

/** Address and port that {@link listen} opens. */
export interface ListenOptions {
  /** Port, 0 to 65535; 0: a free port. */
  readonly port: number;
  /**
   * Address of a local interface, or a name of this machine, of which an IPv4 address is preferred; 0.0.0.0: all IPv4 interfaces, `::`: all
   * interfaces, of both families.
   */
  readonly address: string;
  /**
   * Whether client sockets of this process can use the port too, see `ClientSocket`. The port is refused if another program has it
   * open, as without this option.
   */
  readonly isShared?: boolean;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Address already in use',
  EACCES: 'Permission denied',
  EADDRNOTAVAIL: 'Cannot assign requested address',
  ENOTFOUND: 'Name or service not known',
  EAI_AGAIN: 'Temporary failure in name resolution',
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
    super(`UDP port ${formatEndpoint({ address, port })} cannot be opened: ${reason}`);
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
export async function listen(
  options: ListenOptions,
  onDatagram: (bytes: Buffer, from: Endpoint) => void,
): Promise<Listener> {
  let address: string;
  let socket: Socket;
  try {
    address = await resolve(options.address);
    socket = openSocket({ ...options, address });
  } catch (error) {
    throw new PortError(options, error as NodeJS.ErrnoException);
  }
  // ICMP errors, which clients with a closed port cause, must not end the program.
  socket.on('error', ignoreError);
  enlargeReceiveBuffer(socket);
  let isOpen = true;
  const receive = (bytes: Buffer, from: Endpoint): void => {
    if (isOpen && bytes.length > 0)
      onDatagram(bytes, { address: unmapAddress(from.address), port: from.port });
  };
  socket.on('message', receive);
  return {
    port: socket.address().port,
    address,
    receive,
    send: (bytes, port, to) => socket.send(Buffer.from(bytes), port, mapAddress(to, address), ignoreError),
    close() {
      isOpen = false;
      socket.close();
    },
  };
}

async function resolve(address: string): Promise<string> {
  return isIP(address) > 0 ? address : (await lookup(address, { order: 'ipv4first' })).address;
}

/**
 * Opens the socket of a port. The system gives a port that is in shared use to every socket that allows it, also to one that asks for any free
 * port. Therefore a socket that shares nothing takes a port first and leaves it again.
 */
function openSocket({ port, address, isShared = false }: ListenOptions): Socket {
  const socket = createUdpSocket(address);
  bindNow(socket, port, address);
  if (!isShared) return socket;
  const found = socket.address().port;
  socket.close();
  const shared = createUdpSocket(address, true);
  bindNow(shared, found, address);
  return shared;
}
