import { setTimeout as sleep } from 'node:timers/promises';
import type { RoomDrain, RoomPhase, RoomState } from '@rcss/core/rooms';
import { RoomError } from './room-error.js';

/** Interval between two looks at the rooms, ms. */
const POLL_INTERVAL_MS = 250;

/** Whether a match in this phase goes on, so that a drain waits for it. */
function goesOn({ phase }: RoomState): boolean {
  return phase === 'running' || phase === 'paused';
}

/**
 * The end of a room server without the loss of a match: after {@link begin}, no room is created and no match begins; matches that have begun
 * are played to their end. Rooms that wait for their start are not waited for.
 */
export class Drain {
  /** Resolves when the drain has begun and no match goes on any more. */
  readonly finished: Promise<void>;
  #isDraining = false;
  /** Rooms that are being created. */
  #pendingCount = 0;
  readonly #list: () => Promise<readonly RoomState[]>;
  #finish: () => void = () => {};
  #listener: (running: readonly string[]) => void = () => {};

  /** @param list Returns the states of all rooms. */
  constructor(list: () => Promise<readonly RoomState[]>) {
    this.#list = list;
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Calls a function with the rooms whose matches go on: at the begin of the drain, and after every change. */
  watch(listener: (running: readonly string[]) => void): void {
    this.#listener = listener;
  }

  /** Begins the drain; without effect if it has begun. */
  begin(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    void this.#wait();
  }

  /** Returns the rooms whose matches go on. */
  async read(): Promise<RoomDrain> {
    return { draining: this.#isDraining, running: await this.#listRunning() };
  }

  /**
   * Creates a room; a drain that begins meanwhile waits for it.
   *
   * @throws {RoomError} (as a rejection) if the server drains.
   */
  async admit<Result>(create: () => Promise<Result>): Promise<Result> {
    if (this.#isDraining) throw createRefusal();
    this.#pendingCount += 1;
    try {
      return await create();
    } finally {
      this.#pendingCount -= 1;
    }
  }

  /**
   * Checks a request that lets a match begin if its room is in one of the phases.
   *
   * @throws {RoomError} (as a rejection) if the server drains and the match would begin.
   */
  async assertMayBegin(
    read: () => Promise<Pick<RoomState, 'phase'>>,
    ...phases: readonly RoomPhase[]
  ): Promise<void> {
    if (this.#isDraining && phases.includes((await read()).phase)) throw createRefusal();
  }

  async #listRunning(): Promise<string[]> {
    return (await this.#list()).filter(goesOn).map(({ id }) => id);
  }

  async #wait(): Promise<void> {
    let shown: string | null = null;
    for (;;) {
      // A thread that ends while it is asked has no match any more when it is asked again.
      const running = await this.#listRunning().catch(() => null);
      if (running !== null && running.join() !== shown) {
        shown = running.join();
        this.#listener(running);
      }
      const isOver = running?.length === 0 && this.#pendingCount === 0;
      // Also at the end: the request that began the drain gets its answer.
      await sleep(POLL_INTERVAL_MS, undefined, { ref: false });
      if (isOver) break;
    }
    this.#finish();
  }
}

function createRefusal(): RoomError {
  return new RoomError(
    503,
    'The server takes no more matches',
    'The server plays its running matches to their end and takes no more; use another server, or try again after its restart.',
  );
}
