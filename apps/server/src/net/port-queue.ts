import { type Endpoint, type Listener, listen } from '@rcss/udp';

/** Datagrams that may wait on one well-known port between two polls; further ones are dropped. */
export const MAX_WAITING_DATAGRAMS = 4096;

/** A datagram that has arrived on a well-known port. */
export interface Datagram {
  readonly bytes: Uint8Array;
  readonly from: Endpoint;
}

/** A well-known port with the datagrams that wait for the next poll. */
export interface PortQueue {
  readonly listener: Listener;
  readonly datagrams: Datagram[];
  /** Datagrams dropped since the last report because too many waited. */
  droppedCount: number;
  /** Datagrams of unknown senders dropped since the last report because one sent more than its share. */
  unknownDroppedCount: number;
  /** Whether a datagram of a sender is queued; called when it arrives. */
  isAdmitted: (from: Endpoint) => boolean;
}

/**
 * Opens a well-known port.
 *
 * @param port 0 to 65535; 0: a free port.
 * @param address Numeric IPv4 address of a local interface.
 * @param onArrival Called after each datagram.
 * @throws {import('@rcss/udp').PortError} (as a rejection) if the port cannot be opened.
 */
export async function openPortQueue(
  port: number,
  address: string,
  onArrival: () => void,
): Promise<PortQueue> {
  const datagrams: Datagram[] = [];
  const listener = await listen({ port, address }, (bytes, from) => {
    if (!queue.isAdmitted(from)) return;
    if (datagrams.length >= MAX_WAITING_DATAGRAMS) queue.droppedCount += 1;
    else datagrams.push({ bytes, from });
    onArrival();
  });
  const queue = createPortQueue(listener, datagrams);
  return queue;
}

/** Creates a queue that admits all senders. */
export function createPortQueue(listener: Listener, datagrams: Datagram[] = []): PortQueue {
  return { listener, datagrams, droppedCount: 0, unknownDroppedCount: 0, isAdmitted: () => true };
}
