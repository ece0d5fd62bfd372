import { createWorkerStarter } from '@rcss/team-frames/start-worker';
import ENGINE_URL from './engine-worker.ts?worker-entry';
import type { EngineEvent, EngineMessage, EngineRequest, MatchSettings } from './messages.js';
import { TeamFrames } from './team-frames.js';

const startEngine = createWorkerStarter<typeof import('./engine-worker.js')>(ENGINE_URL, 'startEngineWorker');

/** The engine of a page, in a worker, and the frames of its teams. It plays one match at a time. */
export class MatchEngine {
  readonly #onBroken: (message: string) => void;
  readonly #frames = new TeamFrames();
  #worker: Worker | null = null;
  /** Number of the last match; messages of older ones are ignored. */
  #id = 0;
  #receive: (event: EngineEvent) => void = () => {};

  /** @param onBroken Called with a message if a part of the program cannot be loaded. */
  constructor(onBroken: (message: string) => void) {
    this.#onBroken = onBroken;
  }

  /** Begins a match and ends the one before; `receive` gets what happens in it. */
  run(settings: MatchSettings, receive: (event: EngineEvent) => void): void {
    this.#id += 1;
    this.#receive = receive;
    this.#post({ type: 'run', id: this.#id, settings });
  }

  /** Ends the match. */
  stop(): void {
    this.#id += 1;
    if (this.#worker !== null) this.#post({ type: 'stop' });
  }

  #post(request: EngineRequest): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
  }

  #start(): Worker {
    const worker = startEngine();
    worker.onerror = ({ message }) => {
      this.#worker = null;
      this.#frames.clear();
      this.#onBroken(message);
    };
    worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => this.#handle(data);
    return worker;
  }

  #handle(message: EngineMessage): void {
    if (message.type === 'start-team') {
      this.#frames.start(message.team, message.kind, message.port).catch((error: Error) => {
        this.stop();
        this.#onBroken(error.message);
      });
    } else if (message.type === 'end-team') this.#frames.end(message.team);
    else if (message.id === this.#id) this.#receive(message);
  }
}
