import type { ClientRole } from '@rcss/host';

/** Datagrams and bytes since the start of the server, as they are on the network (compressed ones compressed). */
export interface TrafficCounts {
  receivedDatagrams: number;
  receivedBytes: number;
  sentDatagrams: number;
  sentBytes: number;
}

/**
 * Traffic by kind of client. `ports`: the three well-known ports, that is requests to connect, all datagrams of clients that
 * stay on these ports, and the answers from there.
 */
export type Traffic = Readonly<Record<ClientRole | 'ports', TrafficCounts>>;

function createTrafficCounts(): TrafficCounts {
  return { receivedDatagrams: 0, receivedBytes: 0, sentDatagrams: 0, sentBytes: 0 };
}

export function createTraffic(): Traffic {
  return {
    player: createTrafficCounts(),
    coach: createTrafficCounts(),
    trainer: createTrafficCounts(),
    monitor: createTrafficCounts(),
    ports: createTrafficCounts(),
  };
}

export function countReceived(counts: TrafficCounts, bytes: number): void {
  counts.receivedDatagrams += 1;
  counts.receivedBytes += bytes;
}

export function countSent(counts: TrafficCounts, bytes: number): void {
  counts.sentDatagrams += 1;
  counts.sentBytes += bytes;
}
