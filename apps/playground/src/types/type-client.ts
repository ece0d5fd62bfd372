import { createWorkerStarter } from '@rcss/team-frames/start-worker';
import type { TypeAnswer, TypeQuestions, TypeRequest } from './type-messages.js';
import WORKER_URL from './type-worker.ts?worker-entry';

const startWorker = createWorkerStarter<typeof import('./type-worker.js')>(WORKER_URL, 'startTypeWorker');

/** Asks the worker with the compiler, which is loaded with the first question. */
export class TypeClient {
  readonly #onBroken: () => void;
  readonly #waiting = new Map<number, (value: never) => void>();
  #worker: Worker | null = null;
  #id = 0;

  /** @param onBroken Called if the compiler cannot be loaded or fails; the next question tries again. */
  constructor(onBroken: () => void) {
    this.#onBroken = onBroken;
  }

  /** Returns the answer; without one, the result stays open. `at` is a place in the code. */
  ask<Kind extends keyof TypeQuestions>(kind: Kind, code: string, at = 0): Promise<TypeQuestions[Kind]> {
    this.#worker ??= this.#start();
    this.#id += 1;
    const request: TypeRequest = { id: this.#id, kind, code, at };
    this.#worker.postMessage(request);
    return new Promise((resolve) => this.#waiting.set(request.id, resolve));
  }

  /** Ends the worker and forgets what it was asked. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = startWorker();
    worker.onmessage = ({ data: { id, value } }: MessageEvent<TypeAnswer>) => {
      this.#waiting.get(id)?.(value as never);
      this.#waiting.delete(id);
    };
    worker.onerror = () => {
      this.close();
      this.#onBroken();
    };
    return worker;
  }
}
