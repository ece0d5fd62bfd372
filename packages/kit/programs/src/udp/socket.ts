import { createSocket, type Socket } from 'node:dgram';

/**
 * Receive buffer requested per socket, bytes. It must hold a burst of commands that arrives while a step is
 * computed.
 */
const RECEIVE_BUFFER_BYTES = 1 << 20;

/**
 * Creates an IPv4 socket for numeric addresses. No name is resolved. So binding, connecting and sending happen
 * within the call, not some turns of the event loop later, and messages leave in call order.
 */
export function createUdpSocket(): Socket {
  return createSocket({ type: 'udp4', lookup: lookupNumeric as never });
}

function lookupNumeric(
  host: string,
  options: unknown,
  callback: (error: null, address: string, family: number) => void,
): void {
  const done = (typeof options === 'function' ? options : callback) as typeof callback;
  done(null, host, 4);
}

/** Enlarges the receive buffer of a bound socket. If the system refuses, its default stays. */
export function enlargeReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  } catch {
    // Only bursts are at risk with the default size.
  }
}

export function ignoreError(): void {}
