import type { Failure, Result } from '@rcss/core';
import type { PlayerParams, PlayerType, ServerParams } from '@rcss/params';
import { EventEmitter } from 'eventemitter3';
import type { Timers, Transport, TransportFailure } from './transport.js';

/** Where a session stands (03 §1.9). */
export type SessionState = 'new' | 'connecting' | 'connected' | 'closed';

/** Why a session is over. */
export type CloseReason =
  /** We said goodbye, or closed without a word. */
  | { readonly code: 'left'; readonly message: string }
  /** The server answered the init with an error; `error` is its text, e.g. `no_more_team`. */
  | { readonly code: 'rejected'; readonly error: string; readonly message: string }
  /** Nobody answered the init. */
  | { readonly code: 'no_answer'; readonly message: string }
  /** The server fell silent. */
  | { readonly code: 'silence'; readonly message: string }
  /** The transport failed, mostly because the server's port is closed. */
  | { readonly code: 'lost'; readonly message: string };

/** Events of a session besides one for every type of message, which carries the message. */
export interface SessionEvents<Message> {
  /** The server accepted us; its parameters follow as messages of their own. */
  connected: [];
  /** Every message, before the event of its type. */
  message: [message: Message];
  /** A datagram that cannot be read; the session goes on. */
  malformed: [failure: Failure];
  /** The session is over; the last event. */
  closed: [reason: CloseReason];
}

/** The events of a session: those of every session, and one for each type of message. */
export type EventsOf<Message extends { readonly type: string }> = SessionEvents<Message> & {
  [Type in Message['type']]: [message: Extract<Message, { readonly type: Type }>];
};

/** What the roles differ in. */
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
  /** The goodbye of the role; null when it has none. */
  readonly bye: string | null;
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

/** Messages that every role may get, as far as a session looks into them. */
type CommonMessage =
  | { readonly type: 'error'; readonly code: string }
  | { readonly type: 'ok'; readonly code: string; readonly args?: unknown }
  | { readonly type: 'server_param'; readonly params: ServerParams }
  | { readonly type: 'player_param'; readonly params: PlayerParams }
  | { readonly type: 'player_type'; readonly playerType: PlayerType }
  | { readonly type: 'think' };

/** How often a connected session looks whether anything came in, per silence time. */
const SILENCE_CHECKS = 4;

/**
 * One connection of a client in any role: connects, adopts what the server tells, turns datagrams into typed events and commands
 * into datagrams. Owns its transport. Listeners are called synchronously, in the order of the messages; unknown messages are
 * events like others, to be ignored.
 */
export class Session<Message extends AnyMessage, Command> {
  readonly events: EventEmitter<EventsOf<Message>> = new EventEmitter<EventsOf<Message>>();
  /** Parameters of the match, once told. */
  server: ServerParams | null = null;
  player: PlayerParams | null = null;
  /** Player types by id, as far as told. */
  readonly types: PlayerType[] = [];

  private readonly codec: SessionCodec<Message, Command>;
  private readonly options: SessionOptions;
  private current: SessionState = 'new';
  private stopTimer: () => void = () => {};
  private active = false;
  /** Commands waiting for the end of a batch; null outside of one. */
  private batch: string | null = null;

  constructor(codec: SessionCodec<Message, Command>, options: SessionOptions) {
    this.codec = codec;
    this.options = options;
  }

  get state(): SessionState {
    return this.current;
  }

  /** Open the transport and send the init; to be called once. What comes of it is told by `connected` or `closed`. */
  connect(): void {
    if (this.current !== 'new') throw new Error('a session connects only once');
    this.current = 'connecting';
    const { transport, timers, retryMs = 1000, attempts = 3 } = this.options;
    transport.open({
      message: (datagram) => this.receive(datagram),
      failed: (failure) => this.failed(failure),
    });
    let sent = 1;
    if (timers !== undefined) {
      this.stopTimer = timers.every(retryMs, () => {
        if (sent >= attempts) {
          this.close({ code: 'no_answer', message: 'the server does not answer' });
          return;
        }
        sent += 1;
        transport.send(this.codec.connectText);
      });
    }
    transport.send(this.codec.connectText);
  }

  /** Send commands in one datagram, or keep them for the end of the batch that is open. Nothing is sent unless connected. */
  send(...commands: readonly Command[]): void {
    let text = '';
    for (const command of commands) text += this.codec.encode(command);
    this.sendText(text);
  }

  /** Send text of commands as it is. */
  sendText(text: string): void {
    if (this.current !== 'connected' || text === '') return;
    if (this.batch !== null) this.batch += text;
    else this.options.transport.send(text);
  }

  /** Put everything sent during `action` into one datagram. */
  batched(action: () => void): void {
    if (this.batch !== null) {
      action();
      return;
    }
    this.batch = '';
    try {
      action();
    } finally {
      const text = this.batch;
      this.batch = null;
      this.sendText(text);
    }
  }

  /** Synchronous mode: tell the server that all commands of this cycle are sent (03 §9.6). */
  done(): void {
    this.sendText('(done)');
  }

  /** Say goodbye, where the role has one, and close. */
  bye(): void {
    if (this.current === 'connected' && this.codec.bye !== null) this.options.transport.send(this.codec.bye);
    this.close({ code: 'left', message: 'left' });
  }

  /** Close without a word, e.g. when the server is believed to be gone. */
  abandon(): void {
    this.close({ code: 'left', message: 'left' });
  }

  private close(reason: CloseReason): void {
    if (this.current === 'closed') return;
    this.current = 'closed';
    this.stopTimer();
    this.options.transport.close();
    this.emit('closed', reason);
  }

  private failed(failure: TransportFailure): void {
    if (this.current === 'connecting' && failure.code === 'refused') {
      this.close({ code: 'no_answer', message: 'nobody listens at that port' });
    } else this.close({ code: 'lost', message: failure.message });
  }

  private receive(datagram: Uint8Array | string): void {
    if (this.current === 'closed' || this.current === 'new') return;
    this.active = true;
    const result = this.codec.decode(datagram, this.server === null ? {} : { server: this.server });
    if (!result.ok) {
      this.emit('malformed', result.error);
      return;
    }
    const message = result.value;
    if (this.current === 'connecting') {
      if (this.codec.isAccepted(message)) this.accepted();
      else if (message.type === 'error') {
        const error = (message as unknown as Extract<CommonMessage, { type: 'error' }>).code;
        this.emit('message', message);
        this.close({ code: 'rejected', error, message: `the server refused: ${error}` });
        return;
      }
    }
    this.note(message as unknown as CommonMessage);
    this.emit('message', message);
    if (message.type === 'think' && this.options.autoDone !== false) {
      this.batched(() => {
        this.emit('think', message);
        this.done();
      });
    } else this.emit(message.type, message);
  }

  private accepted(): void {
    this.current = 'connected';
    this.stopTimer();
    this.stopTimer = () => {};
    const { timers, silenceMs = 0 } = this.options;
    if (timers !== undefined && silenceMs > 0) {
      let quiet = 0;
      this.stopTimer = timers.every(silenceMs / SILENCE_CHECKS, () => {
        quiet = this.active ? 0 : quiet + 1;
        this.active = false;
        if (quiet >= SILENCE_CHECKS) this.close({ code: 'silence', message: 'the server fell silent' });
      });
    }
    this.emit('connected');
  }

  /** Keep what later messages and agents need. */
  private note(message: CommonMessage): void {
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
        if (message.code === 'compression') this.options.transport.setCompression?.(Number(message.args));
        break;
    }
  }

  private emit(event: string, ...args: unknown[]): void {
    // The emitter's own typing cannot follow a name that is computed.
    (this.events as unknown as EventEmitter<Record<string, unknown[]>>).emit(event, ...args);
  }
}
