// Worker processes. One that hangs, ends or leaves something open is replaced.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startGuarded } from '../../../../scripts/launch/start-guarded.mjs';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

export class Worker {
  #process;
  /** Request that a new process gets first. */
  #greeting;

  /** Requests one answer. `limitMs`: after this time the process is ended and the status is `timeout`. */
  async request(message, limitMs) {
    await this.#start();
    const answer = await this.#exchange(message, limitMs);
    if (answer.leaves) this.stop();
    return answer;
  }

  /** Sends a request to the present process and to each that replaces it. */
  greet(message) {
    this.#greeting = message;
    this.stop();
  }

  stop() {
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  async #start() {
    if (this.#process) return;
    const child = await startGuarded((variables) =>
      fork(WORKER, {
        env: { ...process.env, ...variables },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        serialization: 'advanced',
        execArgv: ['--max-old-space-size=1536'],
      }),
    );
    this.#process = child;
    await new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', () => reject(new Error('A worker of the mutation tool does not start.')));
    });
    if (this.#greeting) await this.#exchange(this.#greeting, 30_000);
  }

  #exchange(message, limitMs) {
    const child = this.#process;
    return new Promise((resolve) => {
      const finish = (answer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        if (answer.status === 'timeout' || answer.status === 'ended') this.stop();
        resolve(answer);
      };
      const timer = setTimeout(() => finish({ status: 'timeout' }), limitMs);
      child.once('message', finish);
      child.once('exit', () => finish({ status: 'ended' }));
      child.once('error', () => finish({ status: 'ended' }));
      child.send(message);
    });
  }
}

/** Gives every item to the next free worker. Results arrive through `onResult`. */
export async function distribute(workers, items, work, onResult) {
  let next = 0;
  await Promise.all(
    workers.map(async (worker) => {
      while (next < items.length) {
        const item = items[next++];
        onResult(item, await work(worker, item));
      }
    }),
  );
}
