import { MatchEngine } from '../match-engine.js';
import type { EngineResult, MatchSettings, TeamFailure } from '../messages.js';

/** Most matches at the same time; each has a thread for the engine and one per team. */
const MAX_ENGINES = 4;

/** A match stopped because the code of a team failed. */
export class FailedMatch extends Error {
  readonly failure: TeamFailure;

  constructor(failure: TeamFailure) {
    super(failure.line === null ? failure.message : `line ${failure.line}: ${failure.message}`);
    this.failure = failure;
  }
}

/** What the host of a match may give and get. */
export interface PlayOptions {
  /** Ends the match, which then fails. */
  readonly signal?: AbortSignal;
  onLog?(bytes: Uint8Array<ArrayBuffer>): void;
}

/** The engines of a page, as many as the machine has room for. */
export class EnginePool {
  /** Count of matches that are played at the same time. */
  readonly size: number;
  readonly #free: MatchEngine[];
  readonly #waiting: ((engine: MatchEngine) => void)[] = [];
  readonly #fail = new Map<MatchEngine, (error: Error) => void>();

  constructor(cores: number = navigator.hardwareConcurrency) {
    this.size = Math.max(1, Math.min(MAX_ENGINES, Math.floor(cores / 2)));
    this.#free = Array.from({ length: this.size }, () => {
      const engine: MatchEngine = new MatchEngine((message) => this.#fail.get(engine)?.(new Error(message)));
      return engine;
    });
  }

  /**
   * Plays a match to its end, as soon as an engine is free.
   *
   * @throws {FailedMatch} if the code of a team fails
   * @throws {Error} if a part of the program cannot be loaded, or the match is ended
   */
  async play(settings: MatchSettings, { signal, onLog }: PlayOptions = {}): Promise<EngineResult> {
    const engine = this.#free.pop() ?? (await new Promise<MatchEngine>((take) => this.#waiting.push(take)));
    const stop = () => this.#fail.get(engine)?.(new Error('the match is stopped'));
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop);
      return await new Promise<EngineResult>((resolve, reject) => {
        this.#fail.set(engine, reject);
        engine.run(settings, (event) => {
          if (event.type === 'log') onLog?.(event.bytes);
          else if (event.type === 'end') resolve(event.end);
          else if (event.type === 'failure') reject(new FailedMatch(event.failure));
        });
      });
    } finally {
      signal?.removeEventListener('abort', stop);
      engine.stop();
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(engine);
      else next(engine);
    }
  }
}
