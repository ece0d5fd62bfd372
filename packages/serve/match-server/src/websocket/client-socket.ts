import type { SocketRole } from '@rcss/protocol/websocket';
import { getPortQueue, type Network } from '../net/network.js';
import type { PortQueue } from '../net/port-queue.js';
import { IdleFrames } from './idle-frames.js';
import type { FrameHandler, SocketPeer } from './socket-peer.js';
import { type SenderOptions, WebSocketSender } from './websocket-sender.js';

/** Addresses of a WebSocket, and whether its peer is the operator. */
export type SocketAddresses = Pick<SenderOptions, 'address' | 'port' | 'localPort' | 'isOperator'>;

/** Serves one client on a WebSocket: each frame is one message. */
export class ClientSocketHandler implements FrameHandler {
  readonly #sender: WebSocketSender;
  readonly #queue: PortQueue;
  readonly #idleFrames = new IdleFrames();

  /** @param getPeer Returns the WebSocket, which is created after its handler. */
  constructor(
    net: Network,
    role: Exclude<SocketRole, 'channels'>,
    addresses: SocketAddresses,
    getPeer: () => SocketPeer,
  ) {
    this.#queue = getPortQueue(net, role);
    this.#sender = new WebSocketSender({
      net,
      ...addresses,
      maxMessageBytes: Number.POSITIVE_INFINITY,
      onlyRole: role === 'player' || role === 'monitor' ? role : null,
      transmit: (bytes, accepted) => {
        if (accepted) getPeer().markAccepted();
        getPeer().send(bytes);
      },
      end: () => getPeer().close('the server has closed the connection'),
    });
  }

  onFrame(bytes: Buffer): boolean {
    if (bytes.length === 0) return this.#idleFrames.allow();
    return this.#sender.receive(bytes, this.#sender.isAccepted ? null : this.#queue);
  }

  onEnd(): void {
    this.#sender.lose();
  }
}
