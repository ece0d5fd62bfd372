/**
 * Who may give the commands of the referee: monitors with `(dispfoul …)` and others, and the trainer.
 *
 * The original lets every client do so. A program of a team runs on a machine of the league and can open a socket like a monitor, so that
 * an address alone does not distinguish it from the organizer's monitor. Therefore a sender can show a token: the datagram `(token TOKEN)` on the
 * port where it connects next, from the same address and port. Clients that may not command still watch.
 */
import { isSameToken } from '@rcss/kit/http-access';
import type { Endpoint } from '@rcss/kit/udp';
import type { Match } from '@rcss/simulator';
import { type RefereeSettings, splitAddresses } from '../config/referee-settings.js';

/** A command of the referee that a client gave. */
export interface ReportedCommand {
  /** Cycle, and cycle of stopped play. */
  readonly time: number;
  readonly stoppage: number;
  readonly role: 'monitor' | 'trainer';
  /** Numeric address and port of the client. */
  readonly address: string;
  readonly port: number;
  /** The text of the command, at most 200 characters. */
  readonly command: string;
  /** Whether it was executed; false: the client may not command. */
  readonly executed: boolean;
}

/** Commands that are kept; further ones are only counted. */
const MAX_KEPT_COMMANDS = 1000;
const MAX_COMMAND_LENGTH = 200;
/** Senders with a token that are kept; the oldest is forgotten. */
const MAX_SENDERS = 64;
const TOKEN_TEXT = /^\(token ([^\s()]{1,256})\)$/;
/** Commands of a trainer that only ask or concern its own connection. */
const PASSIVE_COMMAND = /^\s*\(\s*(?:init|done|look|check_ball|team_names|eye|ear|compression|bye)\b/;

/** Who may command in a match, and what they did. */
export class Referees {
  readonly #isOpen: boolean;
  readonly #addresses: ReadonlySet<string>;
  readonly #token: string;
  readonly #senders = new Set<string>();
  readonly #commands: ReportedCommand[] = [];
  #count = 0;

  constructor({ referees, referee_token }: RefereeSettings) {
    this.#isOpen = referees === 'all';
    this.#addresses = new Set(splitAddresses(referees));
    this.#token = referee_token;
  }

  /** The first commands of all clients, in their order. */
  get commands(): readonly ReportedCommand[] {
    return this.#commands;
  }

  /** Number of all commands. */
  get commandCount(): number {
    return this.#count;
  }

  /** Whether a client may command. */
  allows({ address, port }: Endpoint): boolean {
    return this.#isOpen || this.#addresses.has(address) || this.#senders.has(`${address}:${port}`);
  }

  /** Lets a sender command. */
  accept({ address, port }: Endpoint): void {
    const [oldest] = this.#senders;
    if (oldest !== undefined && this.#senders.size >= MAX_SENDERS) this.#senders.delete(oldest);
    this.#senders.add(`${address}:${port}`);
  }

  /** Reads a text on a well-known port. Returns whether its token is right; null if it is another text. */
  readToken(text: string, from: Endpoint): boolean | null {
    if (this.#token === '') return null;
    const given = TOKEN_TEXT.exec(text)?.[1];
    if (given === undefined) return null;
    const isRight = isSameToken(given, this.#token);
    if (isRight) this.accept(from);
    return isRight;
  }

  /** Notes a command of a client; those that only ask are not noted. */
  note(command: ReportedCommand): void {
    if (command.role === 'trainer' && PASSIVE_COMMAND.test(command.command)) return;
    this.#count += 1;
    if (this.#commands.length >= MAX_KEPT_COMMANDS) return;
    this.#commands.push({ ...command, command: command.command.slice(0, MAX_COMMAND_LENGTH) });
  }
}

/** Notes a command of a client in the cycle of the match. */
export function noteRefereeCommand(
  { match, referees }: { readonly match: Match; readonly referees: Referees },
  role: ReportedCommand['role'],
  { address, port }: Endpoint,
  text: Uint8Array | string,
  executed: boolean,
): void {
  const { time, stoppageTime: stoppage } = match.world;
  const command = typeof text === 'string' ? text : Buffer.from(text).toString('latin1').replace(/\0+$/, '');
  referees.note({ time, stoppage, role, address, port, command, executed });
}
