import { parseMessage } from '@rcss/clang';
import type { ServerMessage, TeamClient } from '@rcss/core/team-module';
import { NEWEST_VERSION } from '@rcss/core/versions';

/** Options of {@link AdvisingCoach}. */
export interface AdvisingCoachOptions {
  /** Name of the team. */
  readonly team: string;
  /** Messages of the coach language in the order in which they are said: `(define …)`, `(rule (on …))`. */
  readonly messages: readonly string[];
  /** The coach of the team, which goes on with its work; absent: the team has none. */
  readonly coach?: TeamClient | undefined;
  /** Whether it may speak now; always by default. */
  readonly isActive?: () => boolean;
}

/** Cycles after a refusal until the message is said again: in play, each type is allowed once in `clang_win_size` cycles (spec 07 §10.5). */
const RETRY_CYCLES = 20;

/**
 * An online coach that says messages of the coach language, one after the other, as soon as players of its team have declared that they
 * understand it: each when the server has accepted the one before. In play, players receive a message `clang_mess_delay` (50) cycles later, and each type is allowed once in `clang_win_size` (300) cycles.
 *
 * @example
 * const coach = new AdvisingCoach({ team: 'Alpha', messages: ['(define (definerule a direc ((true) (do our {9} (shoot)))))', '(rule (on a))'] });
 */
export class AdvisingCoach implements TeamClient {
  readonly init: string;
  /** Messages that the server has accepted. */
  saidCount = 0;
  readonly #options: AdvisingCoachOptions;
  /** Whether players of the team have declared that they understand the language; until then they would receive nothing. */
  #hasListeners = false;
  #isWaiting = false;
  #pause = 0;

  /** @throws {SyntaxError} if a message is not one of the coach language */
  constructor(options: AdvisingCoachOptions) {
    for (const message of options.messages) {
      const parsed = parseMessage(message);
      if (parsed.ok) continue;
      const { column, message: problem } = parsed.error;
      throw new SyntaxError(`${JSON.stringify(message)} is not coach language, column ${column}: ${problem}`);
    }
    this.#options = options;
    this.init = options.coach?.init ?? `(init ${options.team} (version ${NEWEST_VERSION}))`;
  }

  receive(message: ServerMessage): void {
    const { coach, team } = this.#options;
    if (this.#isWaiting || !this.#hasListeners) {
      const text = typeof message === 'string' ? message : String.fromCharCode(...message.subarray(0, 40));
      if (text.startsWith(`(clang (ver (p "${team}" `)) this.#hasListeners = true;
      else if (this.#isWaiting) this.#readAnswer(text);
    }
    coach?.receive(message);
  }

  #readAnswer(text: string): void {
    if (text.startsWith('(ok say)')) this.saidCount += 1;
    else if (text.startsWith('(error ')) this.#pause = RETRY_CYCLES;
    else return;
    this.#isWaiting = false;
  }

  decide(): string {
    const { coach, messages, isActive } = this.#options;
    const own = coach?.decide() ?? '';
    if (isActive?.() === false || !this.#hasListeners) return own;
    if (this.#pause > 0) {
      this.#pause -= 1;
      return own;
    }
    const next = messages[this.saidCount];
    // The answer to a message of the team's own coach could be taken for that to the advice.
    if (next === undefined || this.#isWaiting || own.includes('(say ')) return own;
    this.#isWaiting = true;
    return `${own}(say ${next})`;
  }

  close(): void {
    this.#options.coach?.close?.();
  }
}
