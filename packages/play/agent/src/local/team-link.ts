import type { AudioMessage, Side } from '@rcss/core';
import type { SeeObservation, SenseBodyObservation } from '@rcss/core/observation';
import type { TeamClient } from '@rcss/core/team-module';
import type { ClientRole, Link, Observer } from '@rcss/host';
import type { PlayerMessage } from '@rcss/protocol';
import { splitCoachCommands } from '@rcss/protocol/coach';
import {
  createHearMessage,
  createSeeMessage,
  createSenseBodyMessage,
  type PlayerEncoding,
} from '@rcss/protocol/player';
import { findDecodedReceiver } from '../team/decoded-messages.js';

/** A client of a team could not be used: it was refused, or its code threw an error. The message has: team, client, and what failed. */
export class LocalTeamError extends Error {
  override name = 'LocalTeamError';
  /** Side of the team that could not be connected; null: none is known. */
  side: Side | null = null;
}

/** The link to a client in this process: calls its functions. An error in them names the client. */
export class TeamLink implements Link {
  readonly client: TeamClient;
  /** For messages about the client: `player 3 of Alpha`. */
  readonly label: string;
  /** How the client takes messages without their text; null if it gets text only. */
  readonly receiveDecoded: ((message: PlayerMessage) => void) | null;
  readonly observer: Observer | null;
  readonly setCompression = null;
  readonly isLost = false;
  /** Whether the host has made it the link of a client. */
  isAccepted = false;
  readonly #role: ClientRole;
  readonly #waiting: string[] = [];
  readonly #onFail: ((cause: string) => void) | undefined;

  /** @param onFail Receives why the code of the client failed, before the error is thrown. */
  constructor(client: TeamClient, label: string, role: ClientRole, onFail?: (cause: string) => void) {
    this.#onFail = onFail;
    this.client = client;
    this.label = label;
    this.#role = role;
    const receive = role === 'player' ? findDecodedReceiver(client) : null;
    this.receiveDecoded = receive;
    this.observer =
      receive === null ? null : new TypedObserver((message) => this.#call('receive', () => receive(message)));
  }

  #call<Result>(name: 'receive' | 'decide', call: () => Result): Result {
    try {
      return call();
    } catch (error) {
      // Code of a team can throw anything.
      const message = (error as Partial<Error> | null | undefined)?.message ?? String(error);
      throw this.#fail(`failed in ${name}: ${message}`, { cause: error });
    }
  }

  #fail(what: string, options?: ErrorOptions): LocalTeamError {
    const error = new LocalTeamError(`${this.label} ${what}`, options);
    this.#onFail?.(error.message);
    return error;
  }

  send(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#call('receive', () => this.client.receive(bytes));
  }

  /** Calls `decide` of the client; its commands wait until the host reads them. */
  ask(overrule: ((commands: string) => string) | null = null): void {
    const decided = this.#call('decide', () => this.client.decide());
    if (typeof decided !== 'string')
      throw this.#fail(`failed in decide: it returned ${String(decided)}, not a text`);
    const text = overrule === null ? decided : overrule(decided);
    if (text === '') return;
    if (this.#role === 'player') this.#waiting.push(text);
    else this.#waiting.push(...splitCoachCommands(text));
  }

  get hasInput(): boolean {
    return this.#waiting.length > 0;
  }

  takeDatagram(): string | undefined {
    return this.#waiting.shift();
  }

  allowCommand(): boolean {
    return true;
  }

  close(): void {
    this.client.close?.();
  }
}

/** Makes messages without text of observations. */
class TypedObserver implements Observer {
  readonly #receive: (message: PlayerMessage) => void;

  constructor(receive: (message: PlayerMessage) => void) {
    this.#receive = receive;
  }

  senseBody(body: SenseBodyObservation, encoding: PlayerEncoding): void {
    this.#receive(createSenseBodyMessage(body, encoding));
  }

  see(seen: SeeObservation, encoding: PlayerEncoding): void {
    this.#receive(createSeeMessage(seen, encoding));
  }

  hear(time: number, heard: AudioMessage, encoding: PlayerEncoding): boolean {
    const message = createHearMessage(time, heard, encoding);
    if (message !== null) this.#receive(message);
    return message !== null;
  }
}
