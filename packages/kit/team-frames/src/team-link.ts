import { DecodedReceiver } from '@rcss/agent/local';
import type { DebugRecord } from '@rcss/core/debug-channel';
import type { AgentTeam, TeamClient } from '@rcss/core/team-module';
import type {
  ConsoleLine,
  PlaygroundTeam,
  TeamFailure,
  TeamMessage,
  TeamPlayerReply,
  TeamReply,
  TeamRequest,
} from './messages.js';
import { readTeamReply } from './team-replies.js';

/** Time for loading and creating a team, ms. */
const CREATE_LIMIT_MS = 20_000;

/** A team failed, or needed too long. */
export class TeamError extends Error {
  readonly failure: TeamFailure;

  constructor(failure: TeamFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The part of `Worker` that a link uses. */
export interface TeamWorkerLike {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  postMessage(message: TeamRequest): void;
  terminate(): void;
}

/** What a team did in a match. */
export interface DecisionRecord {
  /** Init messages of its clients. */
  readonly inits: string[];
  /** Texts of the clients that were asked, for each exchange. */
  readonly exchanges: (readonly string[])[];
}

/** What a link reports, and what it repeats. */
export interface TeamLinkOptions {
  /** Time for the decisions of one exchange, ms. */
  readonly limitMs: number;
  onLines(lines: readonly ConsoleLine[], dropped: number): void;
  /** Receives what the watched player believes. */
  onRecord?(record: DebugRecord): void;
  /** An empty record that the link fills. */
  readonly record?: DecisionRecord;
  /** What the team repeats until `stopRepeating`. The code does not see these cycles. */
  readonly repeated?: DecisionRecord;
}

/** Exchanges that are repeated before the thread handles its messages. */
const REPEATS_PER_SLICE = 50;
/** Messages that lose their meaning with the next cycle. */
const SENSOR_MESSAGE = /^\((?:see|sense_body|fullstate)\b/;

/** A request that has no answer yet. */
interface Exchange {
  readonly resolve: (reply: TeamReply) => void;
  readonly reject: (error: TeamError) => void;
  /** What is missing, for the error after the limit. */
  readonly what: string;
  readonly cycle: number;
  readonly limitMs: number;
  /** `performance.now()` after which the team needs too long. */
  readonly deadline: number;
}

/** A team in a worker: stands for its clients in a match, and exchanges messages and decisions once per cycle. */
export class WorkerTeamLink {
  readonly #worker: TeamWorkerLike;
  readonly #choice: PlaygroundTeam;
  readonly #options: TeamLinkOptions;
  /** Messages since the last exchange. */
  #messages: TeamMessage[] = [];
  readonly #indices = new Map<TeamClient, number>();
  /** Decisions of this cycle, by the index of the client. */
  readonly #texts: string[] = [];
  #exchange: Exchange | null = null;
  #isRepeating: boolean;
  #repeatCount = 0;
  /** One timer for all exchanges: it is set again when it fires too early. */
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(worker: TeamWorkerLike, choice: PlaygroundTeam, options: TeamLinkOptions) {
    this.#worker = worker;
    this.#choice = choice;
    this.#options = options;
    this.#isRepeating = options.repeated !== undefined;
    worker.onmessage = ({ data }) => this.#receive(data);
  }

  /**
   * Creates the team.
   *
   * @throws {TeamError} if the code fails or needs too long
   */
  async create(seed: number): Promise<AgentTeam> {
    const request = { type: 'create', choice: this.#choice, seed } as const;
    const reply = await this.#ask(request, CREATE_LIMIT_MS, 0);
    this.#clearTimer();
    if (reply.type !== 'created') throw new Error(`unexpected reply ${reply.type}`);
    const inits = [...reply.players.map(({ init }) => init), reply.coach ?? '', reply.trainer ?? ''];
    this.#checkClients(inits);
    this.#options.record?.inits.push(...inits);
    const create = (client: TeamPlayerReply) => this.#createClient(client);
    const createCoach = (init: string) => create({ init, isDecoded: false });
    return {
      players: reply.players.map(create),
      ...(reply.coach === null ? {} : { coach: createCoach(reply.coach) }),
      ...(reply.trainer === null ? {} : { trainer: createCoach(reply.trainer) }),
    };
  }

  /** A team repeats only what the same clients did. */
  #checkClients(inits: readonly string[]): void {
    const { repeated } = this.#options;
    if (repeated === undefined || repeated.inits.join() === inits.join()) return;
    const message =
      'the team has other players or another coach than in the match before, which therefore cannot go on; run it from the beginning';
    throw this.#createError(message, 0);
  }

  #createClient({ init, isDecoded }: TeamPlayerReply): TeamClient {
    const index = this.#indices.size;
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const receive: TeamClient['receive'] = (message) => {
      // The bytes are valid during the call only.
      const bytes = typeof message === 'string' ? encoder.encode(message) : message.slice();
      if (this.#isRepeating && SENSOR_MESSAGE.test(decoder.decode(bytes.subarray(0, 16)))) return;
      this.#messages.push([index, bytes]);
    };
    const receiveDecoded: DecodedReceiver['receive'] = (message) => {
      if (!this.#isRepeating) this.#messages.push([index, message]);
    };
    const client: TeamClient & { readonly decoded?: DecodedReceiver } = {
      init,
      receive,
      decide: () => {
        const text = this.#texts[index] ?? '';
        this.#texts[index] = '';
        return text;
      },
      close: () => this.#messages.push([index, null]),
      ...(isDecoded ? { decoded: new DecodedReceiver(receive, receiveDecoded) } : {}),
    };
    this.#indices.set(client, index);
    return client;
  }

  /**
   * Passes on the messages since the last exchange, and waits for the decisions of those of `clients` that belong to this team. Does
   * nothing if none does.
   *
   * @param cycle Game time, for console and errors.
   * @throws {TeamError} if the code fails or needs too long
   */
  async collect(clients: readonly TeamClient[], cycle: number): Promise<void> {
    const asked = clients.map((client) => this.#indices.get(client)).filter((index) => index !== undefined);
    if (asked.length === 0) return;
    const texts = (await this.#repeat()) ?? (await this.#decide(asked, cycle));
    asked.forEach((index, i) => {
      this.#texts[index] = texts[i] ?? '';
    });
    this.#options.record?.exchanges.push(texts);
  }

  /** The code decides from now on. It gets the messages of the cycles before, except those of the sensors. */
  stopRepeating(): void {
    this.#isRepeating = false;
  }

  /** Returns the decisions that are repeated; null if there are none. */
  async #repeat(): Promise<readonly string[] | null> {
    if (!this.#isRepeating) return null;
    this.#repeatCount += 1;
    // The thread handles its messages meanwhile.
    if (this.#repeatCount % REPEATS_PER_SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
    return this.#options.repeated?.exchanges[this.#repeatCount - 1] ?? null;
  }

  async #decide(clients: readonly number[], cycle: number): Promise<readonly string[]> {
    const request = { type: 'decide', cycle, messages: this.#messages, clients } as const;
    this.#messages = [];
    const reply = await this.#ask(request, this.#options.limitMs, cycle);
    if (reply.type !== 'decided') throw new Error(`unexpected reply ${reply.type}`);
    if (reply.record !== undefined) this.#options.onRecord?.(reply.record);
    return clients.map((_, i) => String(reply.texts[i] ?? ''));
  }

  /** Ends the worker, also one that does not return. */
  close(): void {
    this.#clearTimer();
    this.#worker.onmessage = null;
    this.#worker.terminate();
  }

  #ask(request: TeamRequest, limitMs: number, cycle: number): Promise<TeamReply> {
    return new Promise((resolve, reject) => {
      const what = request.type === 'create' ? 'the team was not created' : 'no decision';
      const deadline = performance.now() + limitMs;
      this.#exchange = { resolve, reject, what, cycle, limitMs, deadline };
      this.#timer ??= setTimeout(() => this.#checkDeadline(), limitMs);
      this.#worker.postMessage(request);
    });
  }

  #receive(data: unknown): void {
    const exchange = this.#exchange;
    if (exchange === null) return;
    this.#exchange = null;
    const reply = readTeamReply(data);
    if (typeof reply === 'string') {
      exchange.reject(this.#createError(reply, exchange.cycle));
      return;
    }
    if (reply.type !== 'created') this.#options.onLines(reply.lines, reply.dropped);
    if (reply.type === 'failed') exchange.reject(new TeamError(reply.failure));
    else exchange.resolve(reply);
  }

  #checkDeadline(): void {
    this.#timer = null;
    const exchange = this.#exchange;
    if (exchange === null) return;
    const restMs = exchange.deadline - performance.now();
    if (restMs > 0) {
      this.#timer = setTimeout(() => this.#checkDeadline(), restMs);
      return;
    }
    this.close();
    const message = `${exchange.what} within ${exchange.limitMs} ms: the code needs too long, takes too much memory, or has a loop without an end`;
    exchange.reject(this.#createError(message, exchange.cycle));
  }

  #createError(message: string, cycle: number): TeamError {
    return new TeamError({ team: this.#choice.name, cycle, unum: 0, message, line: null });
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
