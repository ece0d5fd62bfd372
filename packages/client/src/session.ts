import type { Failure, Result } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { EventEmitter } from 'eventemitter3';
import type { Timers, Transport, TransportFailure } from './transport.js';

/** State of a session (spec 03 §1.9). */
export type SessionState = 'new' | 'connecting' | 'connected' | 'closed';

/** Why a session has ended. */
export type CloseReason =
  /** The client left, with or without the command that says so. */
  | { readonly code: 'left'; readonly message: string }
  /** The server answered the init with an error; `error` is its text, e.g. `no_more_team`. */
  | { readonly code: 'rejected'; readonly error: string; readonly message: string }
  /** No answer to the init. */
  | { readonly code: 'no_answer'; readonly message: string }
  /** No datagram for `silenceMs`. */
  | { readonly code: 'silence'; readonly message: string }
  /** The transport failed, usually because the server's port is closed. */
  | { readonly code: 'lost'; readonly message: string };

/** Events of a session besides one for every type of message, which carries the message. */
export interface SessionEvents<Message> {
  /** The server accepted the client. Identity and play mode are known; parameters follow as messages of their own. */
  connected: [];
  /** Every message, before the event of its type. */
  message: [message: Message];
  /** A datagram that cannot be read; the session goes on. */
  malformed: [failure: Failure];
  /** The session has ended; the last event. */
  closed: [reason: CloseReason];
}

/** The events of a session: those of every session, and one for each type of message. */
export type EventsOf<Message extends { readonly type: string }> = SessionEvents<Message> & {
  [Type in Message['type']]: [message: Extract<Message, { readonly type: Type }>];
};

/** Differences between the roles. */
export interface SessionCodec<Message extends { readonly type: string }, Command> {
  /** The datagram that connects. */
  readonly connectText: string;
  readonly decode: (
    datagram: Uint8Array | string,
    options: { readonly server?: ServerParams },
  ) => Result<Message>;
  readonly encode: (command: Command) => string;
  /** Whether the message is the answer to an accepted connect request. */
  readonly isAccepted: (message: Message) => boolean;
  /** The command with which the role leaves; null if it has none. */
  readonly bye: string | null;
  /** Called with every message before any event of it, `connected` included: keeps the state of the role. */
  readonly follow?: (message: Message) => void;
}

export interface SessionOptions {
  readonly transport: Transport;
  /** Timers of the host; none: no repetition and no timeouts. */
  readonly timers?: Timers;
  /** Milliseconds after which an unanswered init is sent again; 1000 by default. */
  readonly retryMs?: number;
  /** How often an init is sent before giving up; 3 by default. */
  readonly attempts?: number;
  /** Milliseconds of silence of a connected server that end the session; 0 (default): never. */
  readonly silenceMs?: number;
  /**
   * Answer every `(think)` with `(done)` as soon as its listeners have returned, in one datagram with the commands that they
   * sent; true by default. Otherwise the agent calls `done`.
   */
  readonly autoDone?: boolean;
}

interface AnyMessage {
  readonly type: string;
}

/** Messages that a session uses itself, in every role. */
type CommonMessage =
  | { readonly type: 'error'; readonly code: string }
  | { readonly type: 'ok'; readonly code: string; readonly args?: unknown }
  | { readonly type: 'server_param'; readonly params: ServerParams }
  | { readonly type: 'player_param'; readonly params: PlayerParams }
  | { readonly type: 'player_type'; readonly playerType: PlayerType }
  | { readonly type: 'think' };

/** Checks for silence per `silenceMs`. */
const SILENCE_CHECKS = 4;

/**
 * One connection of a client in any role: connects, keeps the parameters of the match, turns datagrams into typed events and
 * commands into datagrams. Owns its transport. Listeners are called synchronously, in the order of the messages. A message
 * that no version has is an event of type `unknown`.
 */
export class Session<Message extends AnyMessage, Command> {
  readonly events: EventEmitter<EventsOf<Message>> = new EventEmitter<EventsOf<Message>>();
  /** Parameters of the match; null until the server has sent them. */
  server: ServerParams | null = null;
  player: PlayerParams | null = null;
  /** Player types by id, as far as received. */
  readonly types: PlayerType[] = [];

  readonly #codec: SessionCodec<Message, Command>;
  readonly #options: SessionOptions;
  #state: SessionState = 'new';
  #stopTimer: () => void = () => {};
  /** Whether a datagram arrived since the last check for silence. */
  #active = false;
  /** Commands that wait for the end of a batch; null outside of a batch. */
  #batch: string | null = null;

  constructor(codec: SessionCodec<Message, Command>, options: SessionOptions) {
    this.#codec = codec;
    this.#options = options;
  }

  get state(): SessionState {
    return this.#state;
  }

  /**
   * Opens the transport and sends the init; the result is the event `connected` or `closed`.
   *
   * @throws Error if called twice
   */
  connect(): void {
    if (this.#state !== 'new') throw new Error('a session connects only once');
    this.#state = 'connecting';
    const { transport, timers, retryMs = 1000, attempts = 3 } = this.#options;
    transport.open({
      message: (datagram) => this.#receive(datagram),
      failed: (failure) => this.#failed(failure),
    });
    let sent = 1;
    if (timers !== undefined) {
      this.#stopTimer = timers.every(retryMs, () => {
        if (sent >= attempts) {
          this.#close({ code: 'no_answer', message: 'the server does not answer' });
          return;
        }
        sent += 1;
        transport.send(this.#codec.connectText);
      });
    }
    transport.send(this.#codec.connectText);
  }

  /** Sends commands in one datagram, or keeps them until the open batch ends. Without connection nothing is sent. */
  send(...commands: readonly Command[]): void {
    let text = '';
    for (const command of commands) text += this.#codec.encode(command);
    this.sendText(text);
  }

  /** Sends command text unchanged. */
  sendText(text: string): void {
    if (this.#state !== 'connected' || text === '') return;
    if (this.#batch !== null) this.#batch += text;
    else this.#options.transport.send(text);
  }

  /** Puts everything sent during `action` into one datagram. */
  batched(action: () => void): void {
    if (this.#batch !== null) {
      action();
      return;
    }
    this.#batch = '';
    try {
      action();
    } finally {
      const text = this.#batch;
      this.#batch = null;
      this.sendText(text);
    }
  }

  /** Synchronous mode: reports that all commands of this cycle are sent (spec 03 §9.6). */
  done(): void {
    this.sendText('(done)');
  }

  /** Leaves the match, with `(bye)` if the role has it, and closes. */
  bye(): void {
    if (this.#state === 'connected' && this.#codec.bye !== null)
      this.#options.transport.send(this.#codec.bye);
    this.#close({ code: 'left', message: 'left' });
  }

  /** Closes without `(bye)`, for example if the server does not answer any more. */
  abandon(): void {
    this.#close({ code: 'left', message: 'left' });
  }

  #close(reason: CloseReason): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#stopTimer();
    this.#options.transport.close();
    this.#emit('closed', reason);
  }

  #failed(failure: TransportFailure): void {
    if (this.#state === 'connecting' && failure.code === 'refused') {
      this.#close({ code: 'no_answer', message: 'no server listens on this port' });
    } else this.#close({ code: 'lost', message: failure.message });
  }

  #receive(datagram: Uint8Array | string): void {
    if (this.#state === 'closed' || this.#state === 'new') return;
    this.#active = true;
    const result = this.#codec.decode(datagram, this.server === null ? {} : { server: this.server });
    if (!result.ok) {
      this.#emit('malformed', result.error);
      return;
    }
    const message = result.value;
    this.#note(message as unknown as CommonMessage);
    this.#codec.follow?.(message);
    if (this.#state === 'connecting') {
      if (this.#codec.isAccepted(message)) this.#accepted();
      else if (message.type === 'error') {
        const error = (message as unknown as Extract<CommonMessage, { type: 'error' }>).code;
        this.#emit('message', message);
        this.#close({ code: 'rejected', error, message: `the server refused: ${error}` });
        return;
      }
    }
    this.#emit('message', message);
    if (message.type === 'think' && this.#options.autoDone !== false) {
      this.batched(() => {
        this.#emit('think', message);
        this.done();
      });
    } else this.#emit(message.type, message);
  }

  #accepted(): void {
    this.#state = 'connected';
    this.#stopTimer();
    this.#stopTimer = () => {};
    const { timers, silenceMs = 0 } = this.#options;
    if (timers !== undefined && silenceMs > 0) {
      let quiet = 0;
      this.#stopTimer = timers.every(silenceMs / SILENCE_CHECKS, () => {
        quiet = this.#active ? 0 : quiet + 1;
        this.#active = false;
        if (quiet >= SILENCE_CHECKS)
          this.#close({ code: 'silence', message: 'the server sends nothing any more' });
      });
    }
    this.#emit('connected');
  }

  /** Keeps what later messages and agents need. */
  #note(message: CommonMessage): void {
    switch (message.type) {
      case 'server_param':
        this.server = message.params;
        break;
      case 'player_param':
        this.player = message.params;
        break;
      case 'player_type':
        this.types[message.playerType.id] = message.playerType;
        break;
      case 'ok':
        if (message.code === 'compression') this.#options.transport.setCompression?.(Number(message.args));
        break;
    }
  }

  #emit(event: string, ...args: unknown[]): void {
    // The emitter's own typing cannot follow a name that is computed.
    (this.events as unknown as EventEmitter<Record<string, unknown[]>>).emit(event, ...args);
  }
}
