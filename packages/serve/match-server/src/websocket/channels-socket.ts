import { type ChannelPort, decodeChannelFrame, encodeChannelHeader } from '@rcss/protocol/websocket';
import { getPortQueue, type Network } from '../net/network.js';
import type { SocketAddresses } from './client-socket.js';
import { IdleFrames } from './idle-frames.js';
import type { FrameHandler, SocketPeer } from './socket-peer.js';
import { WebSocketSender } from './websocket-sender.js';

/** Maximum length of a message on a channel, bytes: that of a datagram of the server (spec 02 §2.5). */
const MAX_MESSAGE_BYTES = 8192;

/** Serves the clients of a WebSocket that has a channel for each of them. */
export class ChannelsSocketHandler implements FrameHandler {
  readonly #net: Network;
  readonly #addresses: SocketAddresses;
  readonly #maxChannels: number;
  readonly #getPeer: () => SocketPeer;
  readonly #channels = new Map<number, WebSocketSender>();
  readonly #idleFrames = new IdleFrames();

  /** @param getPeer Returns the WebSocket, which is created after its handler. */
  constructor(net: Network, addresses: SocketAddresses, maxChannels: number, getPeer: () => SocketPeer) {
    this.#net = net;
    this.#addresses = addresses;
    this.#maxChannels = maxChannels;
    this.#getPeer = getPeer;
  }

  onFrame(bytes: Buffer): boolean {
    const frame = decodeChannelFrame(bytes);
    if (frame === null) {
      const reason = 'a frame begins with the number of the channel and a port: 0, 1, 2, 3 or 255';
      this.#getPeer().close(reason, 1002);
      return true;
    }
    const { channel: number, port } = frame;
    const message = frame.message as Buffer;
    const channel = this.#channels.get(number);
    if (port === 'end') {
      this.#channels.delete(number);
      channel?.lose();
      return this.#idleFrames.allow();
    }
    if (message.length === 0) return this.#idleFrames.allow();
    if (port === 'own') return channel?.receive(message, null) ?? this.#idleFrames.allow();
    const receiver = channel ?? this.#openChannel(number, port);
    return receiver?.receive(message, getPortQueue(this.#net, port)) ?? this.#refuseChannel(number);
  }

  /** Answers a frame of a channel that cannot be opened. False: the peer sends too many of them, and gets no answer. */
  #refuseChannel(number: number): boolean {
    if (!this.#idleFrames.allow()) return false;
    this.#sendEnd(number, `more than ${this.#maxChannels} channels`);
    return true;
  }

  /**
   * Returns null if the WebSocket has too many channels.
   *
   * @param wellKnownPort Port of the first message; answers before the client is accepted come from it.
   */
  #openChannel(number: number, wellKnownPort: ChannelPort): WebSocketSender | null {
    if (this.#channels.size >= this.#maxChannels) return null;
    const beforeAccepted = encodeChannelHeader(number, wellKnownPort);
    const afterAccepted = encodeChannelHeader(number, 'own');
    const channel = new WebSocketSender({
      net: this.#net,
      ...this.#addresses,
      maxMessageBytes: MAX_MESSAGE_BYTES,
      onlyRole: null,
      transmit: (bytes, accepted) => {
        const peer = this.#getPeer();
        if (accepted) peer.markAccepted();
        peer.send(accepted ? afterAccepted : beforeAccepted, bytes);
      },
      end: () => {
        this.#channels.delete(number);
        this.#sendEnd(number, 'the server has closed the connection');
      },
    });
    this.#channels.set(number, channel);
    return channel;
  }

  #sendEnd(number: number, reason: string): void {
    this.#getPeer().send(encodeChannelHeader(number, 'end'), Buffer.from(reason, 'utf8'));
  }

  onEnd(): void {
    for (const channel of this.#channels.values()) channel.lose();
    this.#channels.clear();
  }
}
