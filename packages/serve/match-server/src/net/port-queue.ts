import { type Listener, type ListenOptions, listen } from '@rcss/kit/udp';
import { isConnectedSender, type Sender } from './client-transport.js';
import { countReceived, countSent, type TrafficCounts } from './traffic.js';

/** Datagrams that may wait on one well-known port between two polls; further ones are dropped. */
export const MAX_WAITING_DATAGRAMS = 4096;

/** A datagram that has arrived on a well-known port, or the first message of a connection. */
export interface Datagram {
  readonly bytes: Uint8Array;
  readonly from: Sender;
}

/** A well-known port with the datagrams that wait for the next poll. */
export interface PortQueue {
  readonly listener: Listener;
  readonly datagrams: Datagram[];
  /** Datagrams on the port, and answers from there. */
  readonly traffic: TrafficCounts;
  /** Datagrams dropped since the last report because too many waited. */
  droppedCount: number;
  /** Datagrams of unknown senders dropped since the last report because one sent more than its share. */
  unknownDroppedCount: number;
  /** Whether a datagram of a sender is queued; counts it. Called when it arrives. */
  allowSender: (from: Sender) => boolean;
}

/**
 * Opens a well-known port.
 *
 * @param options Port and address; whether the sockets of clients use the port too.
 * @param traffic Counts the datagrams of the port.
 * @param onArrival Called after each datagram.
 * @throws {import('@rcss/kit/udp').PortError} (as a rejection) if the port cannot be opened.
 */
export async function openPortQueue(
  options: ListenOptions,
  traffic: TrafficCounts,
  onArrival: () => void,
): Promise<PortQueue> {
  const listener = await listen(options, (bytes, from) => {
    if (enqueueDatagram(queue, bytes, from)) onArrival();
  });
  const queue = createPortQueue(listener, traffic);
  return queue;
}

/** Queues a datagram for the next poll. Returns false if its sender has used its share; it is dropped then. */
export function enqueueDatagram(queue: PortQueue, bytes: Uint8Array, from: Sender): boolean {
  countReceived(queue.traffic, bytes.length);
  if (!queue.allowSender(from)) return false;
  if (queue.datagrams.length >= MAX_WAITING_DATAGRAMS) queue.droppedCount += 1;
  else queue.datagrams.push({ bytes, from });
  return true;
}

/** Answers a datagram from the well-known port. The bytes may be reused after the call. */
export function answerFromPort(
  { listener, traffic }: PortQueue,
  { from }: Datagram,
  bytes: Uint8Array,
): void {
  countSent(traffic, bytes.length);
  if (isConnectedSender(from)) from.send(bytes);
  else listener.send(bytes, from.port, from.address);
}

/** Creates a queue that takes datagrams of all senders. */
export function createPortQueue(listener: Listener, traffic: TrafficCounts): PortQueue {
  return {
    listener,
    traffic,
    datagrams: [],
    droppedCount: 0,
    unknownDroppedCount: 0,
    allowSender: () => true,
  };
}
