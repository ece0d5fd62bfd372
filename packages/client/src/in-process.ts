import type { Transport, TransportReceiver } from './transport.js';

/** The other end of an in-process transport, for whoever plays the server. */
export interface InProcessPeer {
  /** Takes each datagram of the client, its text without the NUL. To be set before the client connects. */
  onDatagram: (text: string) => void;
  /** Give a datagram to the client at once, with or without its NUL. */
  deliver(datagram: Uint8Array | string): void;
  /** Tell the client that nobody listens any more. */
  refuse(): void;
  /** Whether the client has closed its end. */
  readonly closed: boolean;
}

/** A transport without network, and its other end: datagrams are delivered by function calls, in order, without loss. */
export function createInProcessTransport(): { readonly transport: Transport; readonly peer: InProcessPeer } {
  let receiver: TransportReceiver | null = null;
  let closed = false;
  const peer: InProcessPeer = {
    onDatagram: () => {},
    deliver: (datagram) => {
      if (!closed) receiver?.message(datagram);
    },
    refuse: () => {
      if (!closed) receiver?.failed({ code: 'refused', message: 'the peer refused' });
    },
    get closed(): boolean {
      return closed;
    },
  };
  const transport: Transport = {
    open: (r) => {
      receiver = r;
    },
    send: (text) => {
      if (!closed) peer.onDatagram(text);
    },
    close: () => {
      closed = true;
    },
  };
  return { transport, peer };
}
