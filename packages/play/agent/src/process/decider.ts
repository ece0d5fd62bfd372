/**
 * Decisions of one process. It gets one decision at a time: while it decides, the others wait, and a decision whose cycle is over is taken
 * back. So a slow process never gets old beliefs, and a program without threads or queues is enough.
 *
 * A process that ends is started again; its players stand still until it is ready.
 */
import type { DecidingProcess, StartProcess } from './deciding-process.js';
import { DecisionTimes } from './decision-times.js';
import { encodeMessageFrame, FrameError, MessageFrameReader } from './frames.js';
import {
  type FromAgent,
  type FromProcess,
  MessageError,
  type ProcessAnswer,
  readMessage,
  TEAM_PROCESS_VERSION,
} from './messages.js';
import { REQUEST_NAMES } from './process-skills.js';

export interface DeciderOptions {
  readonly start: StartProcess;
  readonly team: string;
  readonly seed: number;
  readonly options: Readonly<Record<string, unknown>>;
  /** Time for a decision, ms; in real time, a decision also ends with its cycle. */
  readonly limitMs: number;
  /** A process that does not answer for this time, ms, is ended. */
  readonly hangMs: number;
  /** Clock, ms. */
  readonly now: () => number;
  readonly onWarning: (message: string) => void;
}

type Answer = Extract<FromProcess, { type: 'action' | 'orders' }>;
export type Ready = Extract<FromProcess, { type: 'ready' }>;

/** A decision that is to be made. */
export interface PendingDecision {
  /** Who decides, for messages: `player 7, time 120`. */
  readonly who: string;
  readonly answerType: Answer['type'];
  /** Returns what is sent before the first decision of a process. */
  match(): FromAgent;
  /** Returns the message with the belief; called when the process is free. */
  compose(id: number): FromAgent;
  /** @throws {MessageError} */
  ask(skill: string, args: unknown): ProcessAnswer;
  /** Called once: with the answer, or with null if there is none in time. */
  settle(answer: Answer | null): void;
}

/** Time for the start of a process, ms: libraries of Python load for seconds on a busy machine. */
const START_MS = 60_000;
/** Starts of a process without a decision, after which it is given up. */
const MAX_FAILED_STARTS = 3;
/** Texts that are reported; each once. */
const MAX_WARNINGS = 200;

export class Decider {
  readonly times: DecisionTimes = new DecisionTimes();
  readonly #options: DeciderOptions;
  readonly #queue: PendingDecision[] = [];
  readonly #limits = new Map<PendingDecision, ReturnType<typeof setTimeout>>();
  readonly #warnings = new Set<string>();
  #process: DecidingProcess | null = null;
  #state: 'starting' | 'idle' | 'busy' | 'given up' | 'closed' = 'starting';
  #current: { readonly id: number; readonly since: number; request: PendingDecision | null } | null = null;
  #hang: ReturnType<typeof setTimeout> | null = null;
  #lastId = 0;
  #hasMatch = false;
  #failedStarts = 0;
  #end: (reason: string) => void = () => {};
  #onReady: ((ready: Ready) => void) | null = null;
  #onFailure: ((error: Error) => void) | null = null;

  constructor(options: DeciderOptions) {
    this.#options = options;
  }

  /**
   * Starts the process.
   *
   * @throws {MessageError} if it ends, is silent, or answers with a wrong message
   */
  start(): Promise<Ready> {
    const ready = new Promise<Ready>((resolve, reject) => {
      this.#onReady = resolve;
      this.#onFailure = reject;
    });
    this.#launch();
    return ready;
  }

  /** Asks for a decision; the request is settled now if the process cannot decide. */
  request(request: PendingDecision): void {
    this.times.count += 1;
    if (this.#state !== 'idle' && this.#state !== 'busy') {
      request.settle(null);
      return;
    }
    this.#limits.set(
      request,
      setTimeout(() => this.cancel(request), this.#options.limitMs),
    );
    this.#queue.push(request);
    this.#next();
  }

  /** Takes a decision back: its cycle is over. Does nothing if it is settled. */
  cancel(request: PendingDecision): void {
    const place = this.#queue.indexOf(request);
    if (place >= 0) this.#queue.splice(place, 1);
    else if (this.#current?.request === request) this.#current.request = null;
    else return;
    this.times.late += 1;
    this.#settle(request, null);
  }

  #settle(request: PendingDecision, answer: Answer | null): void {
    clearTimeout(this.#limits.get(request));
    this.#limits.delete(request);
    request.settle(answer);
  }

  /** Ends the process. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#stopWatch();
    this.#drop();
    this.#process?.close();
    this.#onFailure?.(new MessageError('the process was closed before it was ready'));
  }

  #launch(): void {
    this.#state = 'starting';
    this.#hasMatch = false;
    const reader = new MessageFrameReader();
    const { start, team, seed, options } = this.#options;
    let isCurrent = true;
    const guarded =
      <Value>(handle: (value: Value) => void) =>
      (value: Value): void => {
        if (isCurrent && this.#state !== 'closed') handle(value);
      };
    const end = guarded((reason: string) => {
      isCurrent = false;
      this.#ended(reason);
    });
    this.#end = end;
    const process = start({
      onBytes: guarded((bytes) => {
        try {
          for (const message of reader.push(bytes)) if (isCurrent) this.#receive(message);
        } catch (error) {
          if (!(error instanceof FrameError) && !(error instanceof MessageError)) throw error;
          end(error.message);
          process.kill();
        }
      }),
      onEnd: end,
    });
    this.#process = process;
    this.#watch(START_MS, 'it did not answer to the start');
    this.#send({
      type: 'start',
      version: TEAM_PROCESS_VERSION,
      team,
      seed,
      options,
      skills: [...REQUEST_NAMES],
    });
  }

  #send(message: FromAgent): void {
    this.#process?.write(encodeMessageFrame(message));
  }

  #receive(value: unknown): void {
    if (this.#state === 'starting') {
      this.#greet(readMessage(value));
      return;
    }
    const current = this.#current;
    if (current === null) {
      this.warn('', 'it sent a message without being asked');
      return;
    }
    let message: FromProcess;
    try {
      message = readMessage(value);
      this.#checkTurn(message, current);
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      this.warn(current.request?.who ?? '', error.message);
      this.#finish(null);
      return;
    }
    if (message.type === 'ask') this.#answer(message, current.request);
    else this.#finish(message as Answer);
  }

  #checkTurn(message: FromProcess, { id, request }: { id: number; request: PendingDecision | null }): void {
    const expected = request?.answerType;
    const isExpected =
      message.type === 'ask' || (message.type !== 'ready' && (expected ?? message.type) === message.type);
    if (!isExpected) throw new MessageError(`type: "${message.type}" is not ask or ${expected ?? 'action'}`);
    if (message.id !== id)
      throw new MessageError(`id: ${message.id} is not ${id}, the decision that is asked for`);
  }

  #greet(message: FromProcess): void {
    if (message.type !== 'ready')
      throw new MessageError(`type: "${message.type}" is not ready, the answer to start`);
    if (message.version !== TEAM_PROCESS_VERSION)
      throw new MessageError(`version: ${message.version} is not ${TEAM_PROCESS_VERSION}`);
    this.#state = 'idle';
    this.#stopWatch();
    this.#onReady?.(message);
    this.#onReady = null;
    this.#onFailure = null;
  }

  #answer({ id, skill, args }: Extract<FromProcess, { type: 'ask' }>, request: PendingDecision | null): void {
    // The cycle of the decision is over: nothing is possible any more.
    if (request === null) {
      this.#send({ type: 'answer', id, action: null });
      return;
    }
    try {
      this.#send({ type: 'answer', id, ...request.ask(skill, args) });
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      this.#send({ type: 'answer', id, action: null, error: error.message });
    }
  }

  #next(): void {
    if (this.#state !== 'idle') return;
    const request = this.#queue.shift();
    if (request === undefined) return;
    this.#state = 'busy';
    this.#lastId += 1;
    if (!this.#hasMatch) this.#send(request.match());
    this.#hasMatch = true;
    const message = request.compose(this.#lastId);
    this.#current = { id: this.#lastId, since: this.#options.now(), request };
    const { hangMs } = this.#options;
    this.#watch(hangMs, `it did not answer for ${hangMs / 1000} s`);
    this.#send(message);
  }

  #finish(answer: Answer | null): void {
    const { request, since } = this.#current!;
    this.#stopWatch();
    this.#current = null;
    this.#failedStarts = 0;
    this.times.add(this.#options.now() - since);
    this.#state = 'idle';
    if (answer?.error !== undefined) this.warn(request?.who ?? '', answer.error);
    if (request !== null) this.#settle(request, answer);
    this.#next();
  }

  /** The players of a process that has ended stand still until it is ready again. */
  #ended(reason: string): void {
    this.#stopWatch();
    this.#drop();
    if (this.#onFailure !== null) {
      this.#state = 'given up';
      this.#onFailure(new MessageError(reason));
      return;
    }
    this.#failedStarts += 1;
    if (this.#failedStarts > MAX_FAILED_STARTS) {
      this.#state = 'given up';
      this.warn('', `${reason}; it is not started again, and its players stand still`);
      return;
    }
    this.times.restarts += 1;
    this.#options.onWarning(`${reason}; it is started again`);
    this.#launch();
  }

  /** Settles all requests without an answer. */
  #drop(): void {
    const current = this.#current?.request;
    this.#current = null;
    const dropped = [...(current ? [current] : []), ...this.#queue.splice(0)];
    this.times.late += dropped.length;
    for (const request of dropped) this.#settle(request, null);
  }

  #watch(ms: number, reason: string): void {
    this.#hang = setTimeout(() => {
      const process = this.#process;
      this.#end(reason);
      process?.kill();
    }, ms);
  }

  #stopWatch(): void {
    if (this.#hang !== null) clearTimeout(this.#hang);
    this.#hang = null;
  }

  /** Reports a text once: a fault of the code is there in each cycle. */
  warn(who: string, message: string): void {
    this.times.errors += 1;
    if (this.#warnings.has(message) || this.#warnings.size >= MAX_WARNINGS) return;
    this.#warnings.add(message);
    this.#options.onWarning(who === '' ? message : `${who}: ${message}`);
  }
}
