import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** Address and port of the other side of a datagram. */
export interface Endpoint {
  /** Numeric address; that of an IPv4 client is an IPv4 address also if the port is open for both families. */
  readonly address: string;
  /** Port, 1 to 65535. */
  readonly port: number;
}

/** Returns `ADDRESS:PORT`, with brackets around an IPv6 address. */
export function formatEndpoint({ address, port }: Endpoint): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Receive buffer requested per socket, bytes. It must hold a burst of commands that arrives while a step is computed. */
const RECEIVE_BUFFER_BYTES = 1 << 20;

/** Prefix of an IPv4 address in an IPv6 socket. */
const MAPPED_PREFIX = '::ffff:';

/**
 * Creates a socket for numeric addresses of the family of `address`; one of `::` also exchanges datagrams with IPv4 addresses. No name
 * is resolved. So binding, connecting and sending happen within the call, not some turns of the event loop later, and messages leave
 * in call order.
 *
 * @param isShared Whether other sockets of this kind may be bound to the same address and port.
 */
export function createUdpSocket(address: string, isShared = false): Socket {
  const family = isIPv6(address) ? 6 : 4;
  return createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    reuseAddr: isShared,
    lookup: ((host: string, options: unknown, callback: unknown) => {
      const done = (typeof options === 'function' ? options : callback) as LookupCallback;
      done(null, host, family);
    }) as never,
  });
}

type LookupCallback = (error: null, address: string, family: number) => void;

/** Returns the address of a sender as an {@link Endpoint} has it. */
export function unmapAddress(address: string): string {
  const isMapped = address.startsWith(MAPPED_PREFIX) && address.includes('.');
  return isMapped ? address.slice(MAPPED_PREFIX.length) : address;
}

/** Returns an address in the form that a socket with the given local address takes. */
export function mapAddress(address: string, localAddress: string): string {
  return isIPv6(localAddress) && !address.includes(':') ? MAPPED_PREFIX + address : address;
}

/** Enlarges the receive buffer of a bound socket. If the system refuses, its default stays. */
export function enlargeReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // Only bursts are at risk with the default size.
  }
}

/**
 * Binds a socket within the call.
 *
 * @throws the error of the system. The socket is closed then.
 */
export function bindNow(socket: Socket, port: number, address: string): void {
  let bindError: Error | null = null;
  const setBindError = (error: Error): void => {
    bindError = error;
  };
  socket.once('error', setBindError);
  socket.bind({ port, address, exclusive: true });
  if (bindError !== null) {
    socket.close();
    throw bindError;
  }
  socket.off('error', setBindError);
}

export function ignoreError(): void {}
