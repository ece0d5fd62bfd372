import type { Failure, Result } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { EventEmitter } from 'eventemitter3';
import type { Timers, Transport, TransportFailure } from './transport.js';

/** State of a session (spec 03 §1.9). */
export type SessionState = 'new' | 'connecting' | 'connected' | 'closed';

/** Reason for the end of a session. */
export type CloseReason =
  /** The client left, with or without `(bye)`. */
  | { readonly code: 'left'; readonly message: string }
  /** The server answered the init with an error; `error` is its text, e.g. `no_more_team`. */
  | { readonly code: 'rejected'; readonly error: string; readonly message: string }
  /** The server did not answer the init. */
  | { readonly code: 'no_answer'; readonly message: string }
  /** No datagram arrived for `silenceMs`. */
  | { readonly code: 'silence'; readonly message: string }
  /** The transport failed, usually because the server's port is closed. */
  | { readonly code: 'lost'; readonly message: string };

/** Events of every session. Each type of message has a further event, which carries the message. */
export interface SessionEvents<Message> {
  /** The server accepted the client. Identity and play mode are set; parameters follow as separate messages. */
  connected: [];
  /** Every message, before the event of its type. */
  message: [message: Message];
  /** A datagram that cannot be decoded. The session continues. */
  malformed: [failure: Failure];
  /** The session has ended. This is the last event. */
  closed: [reason: CloseReason];
}

/** All events of a session: the common ones, and one for each type of message. */
export type EventsOf<Message extends { readonly type: string }> = SessionEvents<Message> & {
  [Type in Message['type']]: [message: Extract<Message, { readonly type: Type }>];
};

/** Differences between the roles. */
export interface SessionCodec<Message extends { readonly type: string }, Command> {
  /** The connect request, as text of a datagram. */
  readonly connectText: string;
  /** Decodes one datagram; `server` has the parameters that the server has sent so far. */
  readonly decode: (
    datagram: Uint8Array | string,
    options: { readonly server?: ServerParams },
  ) => Result<Message>;
  /** Encodes one command as text. */
  readonly encode: (command: Command) => string;
  /** Throws if a command is wrong. Called if its text looks wrong; default: no check. */
  readonly checkCommand?: (command: Command) => void;
  /** Returns true for the answer to an accepted connect request. */
  readonly isAccepted: (message: Message) => boolean;
  /** The command that leaves the match; null if the role has none. */
  readonly bye: string | null;
  /** Called with each message before its events, `connected` included; updates the state of the role. */
  readonly updateState?: (message: Message) => void;
}

/** Options of a session in any role. */
export interface SessionOptions {
  /** Carries the datagrams. The session opens and closes it. */
  readonly transport: Transport;
  /** Timers of the host. Without them the session neither repeats the init nor times out. */
  readonly timers?: Timers;
  /** Milliseconds after which an unanswered init is sent again; default 1000. */
  readonly retryMs?: number;
  /** Number of inits that are sent before the session gives up; default 3. */
  readonly attempts?: number;
  /** Milliseconds without a datagram after which a connected session ends; default 0: never. */
  readonly silenceMs?: number;
  /**
   * Answers every `(think)` with `(done)` as soon as its listeners have returned, in one datagram with the commands
   * that they sent. Default: true. If false, the agent calls `done`.
   */
  readonly autoDone?: boolean;
}

/** Messages that the session itself uses, in every role. */
type CommonMessage =
  | { readonly type: 'error'; readonly code: string }
  | { readonly type: 'ok'; readonly code: string; readonly args?: unknown }
  | { readonly type: 'server_param'; readonly params: ServerParams }
  | { readonly type: 'player_param'; readonly params: PlayerParams }
  | { readonly type: 'player_type'; readonly playerType: PlayerType }
  | { readonly type: 'think' };

/** Forms of values in a text that no field can have; the text of `say` can have them too. */
const WITHOUT_VALUE = /undefined|null|NaN|\[object/;

/** Number of checks for silence per `silenceMs`. */
const SILENCE_CHECK_COUNT = 4;

/**
 * One connection of a client in any role. It connects, keeps the parameters of the match, decodes datagrams to
 * typed events and encodes commands as datagrams. It owns its transport. Listeners are called synchronously, in the
 * order of the messages. A message whose type no protocol version defines is an event of type `unknown`.
 */
export class Session<Message extends { readonly type: string }, Command> {
  /** Emits the messages and the changes of the state. */
  readonly events: EventEmitter<EventsOf<Message>> = new EventEmitter<EventsOf<Message>>();
  /** Parameters of the match; null until the server has sent them. */
  server: ServerParams | null = null;
  /** Parameters of the player types; null until the server has sent them. */
  player: PlayerParams | null = null;
  /** Player types by id, as received so far. */
  readonly types: PlayerType[] = [];

  readonly #codec: SessionCodec<Message, Command>;
  readonly #options: SessionOptions;
  #state: SessionState = 'new';
  #stopTimer: () => void = () => {};
  /** True if a datagram has arrived since the last check for silence. */
  #active = false;
  /** Text of the commands in the open batch; null without an open batch. */
  #batch: string | null = null;

  constructor(codec: SessionCodec<Message, Command>, options: SessionOptions) {
    this.#codec = codec;
    this.#options = options;
  }

  /** Current state. A closed session stays closed. */
  get state(): SessionState {
    return this.#state;
  }

  /**
   * Opens the transport and sends the init. The event `connected` or `closed` reports the result.
   *
   * @throws {Error} if the session has been connected or closed before
   */
  connect(): void {
    if (this.#state !== 'new')
      throw new Error(
        `cannot connect: the session is ${this.#state}. Create a new session for each connection`,
      );
    this.#state = 'connecting';
    const { transport, timers, retryMs = 1000, attempts = 3 } = this.#options;
    transport.open({
      onDatagram: (datagram) => this.#receive(datagram),
      onFailure: (failure) => this.#closeAfter(failure),
    });
    let sent = 1;
    if (timers !== undefined) {
      this.#stopTimer = timers.every(retryMs, () => {
        if (sent >= attempts) {
          const message = `the server has not answered ${attempts} inits`;
          this.#close({ code: 'no_answer', message });
          return;
        }
        sent += 1;
        transport.send(this.#codec.connectText);
      });
    }
    transport.send(this.#codec.connectText);
  }

  /**
   * Sends commands in one datagram, or keeps them until the open batch ends. Does nothing without a connection.
   *
   * @throws {TypeError} if a command has a field without a value; the message names the field and what is allowed.
   * @throws {RangeError} if the type of a command is unknown.
   */
  send(...commands: readonly Command[]): void {
    let text = '';
    for (const command of commands) text += this.#encode(command);
    this.sendText(text);
  }

  #encode(command: Command): string {
    let text: string;
    try {
      text = this.#codec.encode(command);
    } catch (error) {
      this.#codec.checkCommand?.(command);
      throw error;
    }
    // An unknown type has no text. Only a command that looks wrong is checked by field.
    if (text === undefined || WITHOUT_VALUE.test(text)) this.#codec.checkCommand?.(command);
    return text;
  }

  /**
   * Sends the text of commands unchanged.
   *
   * @throws {TypeError} if the argument is not a text.
   */
  sendText(text: string): void {
    if (typeof text !== 'string')
      throw new TypeError(`sendText: ${text} is not a text; send takes commands as objects`);
    if (this.#state !== 'connected' || text === '') return;
    if (this.#batch !== null) this.#batch += text;
    else this.#options.transport.send(text);
  }

  /** Calls `action` and puts all commands that it sends into one datagram. */
  batch(action: () => void): void {
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

  /** Synchronous mode: reports that all commands of this cycle have been sent (spec 03 §9.6). */
  done(): void {
    this.sendText('(done)');
  }

  /** Leaves the match, with `(bye)` if the role has it, and closes the session. */
  bye(): void {
    if (this.#state === 'connected' && this.#codec.bye !== null)
      this.#options.transport.send(this.#codec.bye);
    this.#close({ code: 'left', message: 'left' });
  }

  /** Closes the session without `(bye)`, for example if the server no longer answers. */
  close(): void {
    this.#close({ code: 'left', message: 'left' });
  }

  #close(reason: CloseReason): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#stopTimer();
    this.#options.transport.close();
    this.#emit('closed', reason);
  }

  #closeAfter(failure: TransportFailure): void {
    if (this.#state === 'connecting' && failure.code === 'refused') {
      this.#close({ code: 'no_answer', message: 'no server listens on the port' });
    } else this.#close({ code: 'lost', message: failure.message });
  }

  /**
   * Handles a message as if its datagram had arrived. For hosts in the same process, which know the message without its text. Does
   * nothing before `connect` and after the end of the session.
   */
  receiveMessage(message: Message): void {
    if (this.#state === 'closed' || this.#state === 'new') return;
    this.#active = true;
    this.#handle(message);
  }

  #receive(datagram: Uint8Array | string): void {
    if (this.#state === 'closed' || this.#state === 'new') return;
    this.#active = true;
    const result = this.#codec.decode(datagram, this.server === null ? {} : { server: this.server });
    if (!result.ok) {
      this.#emit('malformed', result.error);
      return;
    }
    this.#handle(result.value);
  }

  #handle(message: Message): void {
    this.#storeParams(message as unknown as CommonMessage);
    this.#codec.updateState?.(message);
    if (this.#state === 'connecting') {
      if (this.#codec.isAccepted(message)) this.#accept();
      else if (message.type === 'error') {
        const error = (message as unknown as Extract<CommonMessage, { type: 'error' }>).code;
        this.#emit('message', message);
        this.#close({ code: 'rejected', error, message: `the server refused the connection: ${error}` });
        return;
      }
    }
    this.#emit('message', message);
    if (message.type === 'think' && this.#options.autoDone !== false) {
      this.batch(() => {
        this.#emit('think', message);
        this.done();
      });
    } else this.#emit(message.type, message);
  }

  #accept(): void {
    this.#state = 'connected';
    this.#stopTimer();
    this.#stopTimer = () => {};
    const { timers, silenceMs = 0 } = this.#options;
    if (timers !== undefined && silenceMs > 0) {
      let silentCheckCount = 0;
      this.#stopTimer = timers.every(silenceMs / SILENCE_CHECK_COUNT, () => {
        silentCheckCount = this.#active ? 0 : silentCheckCount + 1;
        this.#active = false;
        if (silentCheckCount >= SILENCE_CHECK_COUNT)
          this.#close({ code: 'silence', message: `the server has sent nothing for ${silenceMs} ms` });
      });
    }
    this.#emit('connected');
  }

  /** Stores parameters and player types for later messages and for the agent. */
  #storeParams(message: CommonMessage): void {
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
    // The emitter's types do not cover a computed event name.
    (this.events as unknown as EventEmitter<Record<string, unknown[]>>).emit(event, ...args);
  }
}
