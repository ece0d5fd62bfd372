import type { Transport, TransportReceiver } from './transport.js';

/** The server's end of an in-process transport. */
export interface InProcessPeer {
  /** Receives the text of each datagram of the client, without the NUL. Must be set before the client connects. */
  onDatagram: (text: string) => void;
  /** Delivers a datagram to the client at once, with or without its NUL. */
  deliver(datagram: Uint8Array | string): void;
  /** Reports to the client that its peer's port is closed (`refused`). */
  refuse(): void;
  /** True after the client has closed its end. */
  readonly closed: boolean;
}

/** Creates a transport without a network, and its other end. Function calls deliver datagrams in order, without loss. */
export function createInProcessTransport(): { readonly transport: Transport; readonly peer: InProcessPeer } {
  let receiver: TransportReceiver | null = null;
  let closed = false;
  const peer: InProcessPeer = {
    onDatagram: () => {},
    deliver: (datagram) => {
      if (!closed) receiver?.onDatagram(datagram);
    },
    refuse: () => {
      if (!closed) receiver?.onFailure({ code: 'refused', message: 'the port is closed' });
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
