import type { ClientTransport, ConnectedSender, DatagramReceiver } from '../net/client-transport.js';
import type { Network } from '../net/network.js';
import { enqueueDatagram, type PortQueue } from '../net/port-queue.js';

/** What a {@link WebSocketSender} needs of the WebSocket that carries it. */
export interface SenderOptions
  extends Pick<ConnectedSender, 'address' | 'port' | 'maxMessageBytes' | 'onlyRole' | 'isOperator'>,
    Pick<ClientTransport, 'localPort'> {
  readonly net: Pick<Network, 'onArrival'>;
  /** Sends a message to the peer; `accepted`: whether the server has accepted the sender as a client. */
  readonly transmit: (bytes: Uint8Array, accepted: boolean) => void;
  /** Ends the sender's part of the WebSocket after the server has closed the transport of the client. */
  readonly end: () => void;
}

/**
 * One client on a WebSocket, or on a channel of it. Until the server accepts the sender as a client, its messages go to a well-known
 * port, as over UDP.
 */
export class WebSocketSender implements ConnectedSender, ClientTransport {
  readonly address: string;
  readonly port: number;
  readonly localPort: number;
  readonly maxMessageBytes: number;
  readonly onlyRole: ConnectedSender['onlyRole'];
  readonly isOperator: boolean;
  readonly #options: SenderOptions;
  #receiver: DatagramReceiver | null = null;
  #isOpen = true;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.address = options.address;
    this.port = options.port;
    this.localPort = options.localPort;
    this.maxMessageBytes = options.maxMessageBytes;
    this.onlyRole = options.onlyRole;
    this.isOperator = options.isOperator;
  }

  /** Whether the server has accepted the sender as a client. */
  get isAccepted(): boolean {
    return this.#receiver !== null;
  }

  /**
   * Takes a message of the peer. Returns false if it is dropped because the peer has sent too much.
   *
   * @param queue Well-known port to which the message goes; null: the port of the accepted client.
   */
  receive(bytes: Buffer, queue: PortQueue | null): boolean {
    if (!this.#isOpen || bytes.length === 0) return true;
    if (queue === null) return this.#receiver === null || this.#receiver.onDatagram(bytes);
    if (!enqueueDatagram(queue, bytes, this)) return false;
    this.#options.net.onArrival();
    return true;
  }

  openTransport(receiver: DatagramReceiver): ClientTransport {
    this.#receiver = receiver;
    // The peer may be gone since it sent its request.
    if (!this.#isOpen) receiver.onLost();
    return this;
  }

  send(bytes: Uint8Array): void {
    if (this.#isOpen) this.#options.transmit(bytes, this.isAccepted);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.end();
  }

  /** The peer is gone, or has ended this sender. */
  lose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#receiver?.onLost();
  }
}
