import { createInProcessTransport, type InProcessPeer, type Transport } from '@rcss/client';
import type { ServerMessage } from '@rcss/core/team-module';

/** Connects a session of `@rcss/client` with the host of a team: messages in, text of commands out. */
export class MessageLink {
  /** Transport for the session. */
  readonly transport: Transport;
  readonly #peer: InProcessPeer;
  #text = '';

  constructor() {
    const { transport, peer } = createInProcessTransport();
    peer.onDatagram = (text) => {
      this.#text += text;
    };
    this.transport = transport;
    this.#peer = peer;
  }

  /** Delivers a message of the server to the session. */
  receive(message: ServerMessage): void {
    this.#peer.deliver(message);
  }

  /** Returns what the session has sent since the last call. */
  takeText(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
