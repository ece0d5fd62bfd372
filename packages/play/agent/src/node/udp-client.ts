import { createUdpTransport } from '@rcss/client/node';
import type { ServerMessage, TeamClient } from '@rcss/core/team-module';
import { splitCoachCommands } from '@rcss/protocol/coach';
import { beginsWith, readMessageText } from './datagrams.js';

/** Time between two inits, ms, and how often an init is sent. */
const RETRY_INTERVAL_MS = 500;
const MAX_ATTEMPTS = 20;
/** In real time, a player decides at most this long after sense_body if no see message arrives. */
const DECISION_DEADLINE_MS = 30;
/** In real time, a coach decides when no message has arrived for this time. */
const COACH_PAUSE_MS = 50;
/**
 * Silence after which a client leaves the server, ms: before the first cycle, because a server may wait for other clients for 60 s; in the
 * match; and after its end.
 */
const SILENCE_BEFORE_MATCH_TIMEOUT_MS = 70_000;
const SILENCE_TIMEOUT_MS = 5000;
const SILENCE_AFTER_MATCH_TIMEOUT_MS = 2500;

/** Why a client did not connect. */
export type ConnectFailure =
  | { readonly code: 'no_answer' }
  | { readonly code: 'refused'; readonly text: string };

/** A client whose decisions may come later. */
interface LaterClient extends TeamClient {
  readonly decideLater?: (() => Promise<string>) | undefined;
}

/** Runs a {@link TeamClient} over UDP: sends its init, delivers messages, and asks for commands once per cycle. */
export class UdpClient {
  /** Resolves when the client has left the server. */
  readonly ended: Promise<void>;
  readonly #client: TeamClient;
  readonly #transport: ReturnType<typeof createUdpTransport>;
  readonly #isPlayer: boolean;
  #state: 'connecting' | 'connected' | 'closed' = 'connecting';
  #isSynchronous = false;
  #end: () => void = () => {};
  #settle: (failure: ConnectFailure | null) => void = () => {};
  #retry: NodeJS.Timeout | null = null;
  #deadline: NodeJS.Timeout | null = null;
  #silence: NodeJS.Timeout | null = null;
  #silenceMs = SILENCE_BEFORE_MATCH_TIMEOUT_MS;

  constructor(
    client: TeamClient,
    address: { readonly host: string; readonly port: number },
    isPlayer: boolean,
  ) {
    this.#client = client;
    this.#isPlayer = isPlayer;
    this.#transport = createUdpTransport(address);
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Connects; resolves to null, or to the reason of the failure. */
  connect(): Promise<ConnectFailure | null> {
    const settled = new Promise<ConnectFailure | null>((resolve) => {
      this.#settle = resolve;
    });
    this.#transport.open({
      onDatagram: (datagram) => this.#receive(datagram),
      onFailure: () => this.#close({ code: 'no_answer' }),
    });
    let sent = 1;
    this.#retry = setInterval(() => {
      if (sent >= MAX_ATTEMPTS) this.#close({ code: 'no_answer' });
      else {
        sent += 1;
        this.#transport.send(this.#client.init);
      }
    }, RETRY_INTERVAL_MS);
    this.#transport.send(this.#client.init);
    return settled;
  }

  /** Sends `(bye)` and leaves. */
  leave(): void {
    if (this.#state === 'connected') this.#transport.send('(bye)');
    this.#close(null);
  }

  #receive(message: ServerMessage): void {
    if (this.#state === 'closed') return;
    if (this.#state === 'connecting') {
      if (beginsWith(message, '(init ')) this.#accept();
      else if (beginsWith(message, '(error ')) {
        this.#client.receive(message);
        this.#close({ code: 'refused', text: readMessageText(message) });
        return;
      }
    }
    if (this.#silenceMs === SILENCE_BEFORE_MATCH_TIMEOUT_MS && beginsWith(message, '(sense_body '))
      this.#setSilence(SILENCE_TIMEOUT_MS);
    else if (this.#silence === null) this.#setSilence(this.#silenceMs);
    else this.#silence.refresh();
    if (beginsWith(message, '(think)')) {
      this.#ask((text) => this.#send(`${text}(done)`));
      return;
    }
    this.#client.receive(message);
    if (beginsWith(message, '(server_param ')) this.#acceptParams(readMessageText(message));
    else if (beginsWith(message, '(hear ') && readMessageText(message).endsWith(' referee time_over)'))
      this.#setSilence(SILENCE_AFTER_MATCH_TIMEOUT_MS);
    if (this.#isSynchronous) return;
    if (!this.#isPlayer) this.#scheduleDecision(COACH_PAUSE_MS);
    else if (beginsWith(message, '(see ')) this.#decide();
    else if (beginsWith(message, '(sense_body ')) this.#scheduleDecision(DECISION_DEADLINE_MS);
  }

  #accept(): void {
    this.#state = 'connected';
    if (this.#retry !== null) clearInterval(this.#retry);
    this.#settle(null);
  }

  /** In synchronous mode, the server sends `(think)` only to coaches that receive `see_global` (spec 07 §14.2). */
  #acceptParams(text: string): void {
    this.#isSynchronous = /\(synch_mode (?:1|true)\)/.test(text);
    if (!this.#isSynchronous || this.#isPlayer) return;
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#transport.send('(eye on)');
  }

  #scheduleDecision(ms: number): void {
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#decide(), ms);
  }

  #decide(): void {
    if (this.#deadline !== null) clearTimeout(this.#deadline);
    this.#deadline = null;
    if (this.#state !== 'connected') return;
    this.#ask((text) => {
      if (text !== '') this.#send(text);
    });
  }

  /** Asks the client for the commands of the cycle; they come at once, or later from a client whose process decides. */
  #ask(use: (text: string) => void): void {
    const client: LaterClient = this.#client;
    if (client.decideLater === undefined) use(client.decide());
    else
      void client.decideLater().then((text) => {
        if (this.#state === 'connected') use(text);
      });
  }

  /** A player may send several commands in a datagram. */
  #send(text: string): void {
    if (this.#isPlayer) this.#transport.send(text);
    else for (const command of splitCoachCommands(text)) this.#transport.send(command);
  }

  #setSilence(ms: number): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silenceMs = ms;
    this.#silence = setTimeout(() => this.#close(null), ms);
  }

  #close(failure: ConnectFailure | null): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    if (this.#retry !== null) clearInterval(this.#retry);
    for (const timer of [this.#deadline, this.#silence]) if (timer !== null) clearTimeout(timer);
    this.#transport.close();
    this.#client.close?.();
    this.#settle(failure);
    this.#end();
  }
}
