import type { ServerMessage, TeamClient } from '@rcss/core/team-module';
import { splitCoachCommands } from '@rcss/protocol/coach';
import type { Network } from '../net/network.js';
import type { Datagram, PortQueue } from '../net/port-queue.js';
import { WebSocketSender } from './websocket-sender.js';

/** Longest message to a client of a module, bytes. */
const MAX_MESSAGE_BYTES = 8192;
const LOCAL_ADDRESS = '127.0.0.1';

export interface ModuleClientOptions {
  readonly isCoach: boolean;
  /** Called with the error of the client; the client has left the match then. */
  readonly onFault: (error: Error) => void;
  /** Whether a decision is made once until {@link ModuleClient.endCycle}, also if it was asked for before `(think)`. */
  readonly keepsDecision?: () => boolean;
}

/** A client whose decisions may come later. */
type LaterClient = TeamClient & { readonly decideLater?: (() => Promise<string>) | undefined };

/** The connection of a client in this process. The server treats it like one on a WebSocket. */
export class ModuleClient {
  /** The answer of the server to a request that it refuses. */
  refusal: string | null = null;
  readonly client: LaterClient;
  /** The request to become a client. */
  readonly request: Datagram;
  #hasEnded = false;
  #decided: Promise<void> | null = null;
  readonly #net: Network;
  readonly #options: ModuleClientOptions;
  readonly #sender: WebSocketSender;

  constructor(net: Network, client: TeamClient, options: ModuleClientOptions) {
    this.#net = net;
    this.client = client;
    this.#options = options;
    this.#sender = new WebSocketSender({
      net,
      address: LOCAL_ADDRESS,
      port: 0,
      localPort: 0,
      maxMessageBytes: MAX_MESSAGE_BYTES,
      onlyRole: null,
      isOperator: false,
      transmit: (bytes) => this.#receive(bytes),
      end: () => this.#end(),
    });
    this.request = { bytes: Buffer.from(`${client.init}\0`, 'latin1'), from: this.#sender };
  }

  /** Puts the request of the client into a queue, without the limits for unknown senders. */
  connect(queue: PortQueue): void {
    queue.datagrams.push(this.request);
  }

  /** The server sends `(think)` only to coaches that receive `see_global` (spec 07 §14.2). */
  prepare(): void {
    if (this.#options.isCoach) this.#send('(eye on)');
  }

  #receive(bytes: Uint8Array): void {
    const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 8)).toString('latin1');
    // The server may be in the middle of a phase; it reads the commands in its next poll.
    if (start.startsWith('(think)')) queueMicrotask(() => void this.#think());
    else {
      if (!this.#sender.isAccepted && start.startsWith('(error ')) this.refusal = decode(bytes);
      try {
        this.client.receive(bytes satisfies ServerMessage);
      } catch (error) {
        this.#fail(error as Error);
      }
    }
  }

  async #think(): Promise<void> {
    await this.decide();
    if (this.#hasEnded) return;
    this.#send('(done)');
    if (this.#options.keepsDecision?.() !== true) this.endCycle();
  }

  /** Lets the client decide, once in a cycle; its commands then wait at the server. Never rejects. */
  decide(): Promise<void> {
    this.#decided ??= this.#decide();
    return this.#decided;
  }

  /** The next decision is another one. */
  endCycle(): void {
    this.#decided = null;
  }

  async #decide(): Promise<void> {
    if (this.#hasEnded) return;
    try {
      const { client } = this;
      const later = client.decideLater?.();
      const text = later === undefined ? client.decide() : await later;
      if (this.#options.isCoach) for (const command of splitCoachCommands(text)) this.#send(command);
      else if (text !== '') this.#send(text);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #send(text: string): void {
    this.#sender.receive(Buffer.from(`${text}\0`, 'latin1'), null);
  }

  #fail(error: Error): void {
    this.#options.onFault(error);
    this.leave();
  }

  /** Takes the client out of the match. */
  leave(): void {
    this.#sender.lose();
    this.#end();
    // The server may wait for the client.
    this.#net.onArrival();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      this.client.close?.();
    } catch (error) {
      this.#options.onFault(error as Error);
    }
  }
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1').replace(/\0$/, '');
}
