/** A queue server in a world: its calls are late, fail, are executed twice, and it loses jobs. It does for the league what Redis with BullMQ does. */

import type { Program, World } from '../../../../kit/kit/test/world.js';
import type { QueueServer } from '../../src/queue/connection.js';
import type { QueuedMatch } from '../../src/queue/messages.js';

interface Entry {
  readonly id: string;
  data: unknown;
  readonly timestamp: number;
  state: 'waiting' | 'active';
  token: string;
  lockedUntil: number;
  delayedUntil: number;
  progress: unknown;
}

/** Times until which the queue has a fault, ms. */
export interface QueueFaults {
  downUntil: number;
  lateUntil: number;
  doubledUntil: number;
  /** Calls are executed, and their answers are lost. */
  muteUntil: number;
  /** Old results come again. */
  repeatedUntil: number;
}

export class QueueWorld {
  readonly faults: QueueFaults = {
    downUntil: -1,
    lateUntil: -1,
    doubledUntil: -1,
    muteUntil: -1,
    repeatedUntil: -1,
  };
  readonly #world: World;
  readonly #random: () => number;
  readonly #queues = new Map<string, Map<string, Entry>>();
  /** Results that were ever in a queue, with its name. */
  readonly #seen: [name: string, result: Pick<Entry, 'id' | 'data'>][] = [];

  constructor(world: World, random: () => number) {
    this.#world = world;
    this.#random = random;
  }

  /** Identifiers of what is in the queues, with their names. */
  list(): string[] {
    return [...this.#queues].flatMap(([name, entries]) => [...entries.keys()].map((id) => `${name} ${id}`));
  }

  /** Loses an entry, as a server without a log of its changes does at a restart. */
  lose(part: number): void {
    const all = [...this.#queues.values()].flatMap((entries) =>
      [...entries.keys()].map((id) => [entries, id] as const),
    );
    const chosen = all[Math.floor(part * all.length)];
    chosen?.[0].delete(chosen[1]);
  }

  /** Puts all results that were ever in a queue into it again, as one who has read them can. */
  #repeatResults(name: string): void {
    for (const [queue, { id, data }] of this.#seen)
      if (queue === name && !this.#queues.get(name)!.has(id)) this.#put(name, id, data);
  }

  /** Puts results that no worker has signed into the queue, for all matches that wait or are played. */
  forgeResults(outcome: unknown): void {
    for (const [name, entries] of this.#queues)
      for (const { id, data } of name.startsWith('matches') ? [...entries.values()] : []) {
        const { run, match } = data as QueuedMatch;
        const { nonce } = match;
        this.#put(`results ${run}`, id, { run, job: id, ...(nonce === undefined ? {} : { nonce }), outcome });
      }
  }

  /** Writes progress that no worker has signed at all matches that are played. */
  forgeProgress(progress: unknown): void {
    for (const entries of this.#queues.values())
      for (const entry of entries.values()) if (entry.state === 'active') entry.progress = progress;
  }

  #put(name: string, id: string, data: unknown): void {
    const fresh = { token: '', lockedUntil: 0, delayedUntil: 0, progress: 0, timestamp: Date.now() };
    this.#queues.get(name)!.set(id, { ...fresh, id, data, state: 'waiting' });
  }

  /** The server as a program sees it. */
  connect(program: Program): QueueServer {
    const open = (name: string) => this.#open(program, name);
    return {
      address: 'simulated',
      openMatches: (label: string) => open(`matches ${label}`),
      openResults: (run: string) => open(`results ${run}`),
      openRegistry: () => open('registry'),
      openWorker: (label: string, _name: string, lockSeconds: number) =>
        open(`matches ${label}`).forWorker(lockSeconds),
    } as unknown as QueueServer;
  }

  #call<T>(program: Program, queue: string, execute: () => T): Promise<T> {
    const world = this.#world;
    const { downUntil, lateUntil, doubledUntil, muteUntil } = this.faults;
    return new Promise((resolve, reject) => {
      const delay = world.now < lateUntil ? this.#random() * 4000 : this.#random() * 10;
      world.later(delay, () => {
        if (program.isDead) return;
        world.note(program, `calls ${queue}`);
        if (world.now < downUntil) return reject(new Error('connect ECONNREFUSED'));
        try {
          const value = execute();
          if (world.now < doubledUntil)
            world.later(this.#random() * 2000, () => {
              try {
                execute();
              } catch {}
            });
          if (world.now < muteUntil) reject(new Error('read ECONNRESET'));
          else resolve(value);
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }

  #open(program: Program, name: string) {
    const entries = this.#queues.get(name) ?? new Map<string, Entry>();
    this.#queues.set(name, entries);
    const call = <T>(execute: () => T) => this.#call(program, name, execute);
    const world = this.#world;
    const withLock = (id: string, token: string, change: (entry: Entry) => void) =>
      call(() => {
        const entry = entries.get(id);
        if (entry === undefined || entry.state !== 'active' || entry.token !== token)
          throw new Error(`Missing lock for job ${id}`);
        change(entry);
      });
    const show = (entry: Entry) => ({
      id: entry.id,
      data: JSON.parse(JSON.stringify(entry.data)),
      timestamp: entry.timestamp,
      progress: entry.progress,
      remove: () => call(() => void entries.delete(entry.id)),
      updateProgress: (progress: unknown) =>
        call(() => {
          entry.progress = JSON.parse(JSON.stringify(progress));
        }),
      extendLock: (token: string, ms: number) =>
        withLock(entry.id, token, (own) => {
          own.lockedUntil = world.now + ms;
        }),
      moveToCompleted: (_value: unknown, token: string) =>
        withLock(entry.id, token, (own) => void entries.delete(own.id)),
      moveToDelayed: (at: number, token: string) =>
        withLock(entry.id, token, (own) => {
          own.state = 'waiting';
          own.delayedUntil = world.now + Math.max(at - Date.now(), 0);
        }),
    });
    const freeStalled = () => {
      for (const entry of entries.values())
        if (entry.state === 'active' && entry.lockedUntil < world.now) entry.state = 'waiting';
    };
    const queue = {
      waitUntilReady: async () => {},
      startStalledCheckTimer: async () => {},
      close: async () => {},
      disconnect: async () => {},
      toKey: (key: string) => `${name}:${key}`,
      // As a database without keys of types.
      getBackend: () => ({ client: Promise.resolve(null) }),
      add: (_: string, data: unknown, { jobId }: { jobId: string }) =>
        call(() => {
          if (entries.has(jobId)) return;
          const copy: unknown = JSON.parse(JSON.stringify(data));
          if (name.startsWith('results')) this.#seen.push([name, { id: jobId, data: copy }]);
          this.#put(name, jobId, copy);
        }),
      getJobs: ([state]: readonly string[], from: number, to: number) =>
        call(() => {
          if (world.now < this.faults.repeatedUntil) this.#repeatResults(name);
          return [...entries.values()]
            .filter((entry) => (entry.state === 'active') === (state === 'active'))
            .slice(from, to + 1)
            .map(show);
        }),
      getJob: (id: string) => call(() => (entries.has(id) ? show(entries.get(id)!) : undefined)),
      remove: (id: string) =>
        call(() => {
          freeStalled();
          if (entries.get(id)?.state === 'waiting') entries.delete(id);
        }),
    };
    return {
      ...queue,
      forWorker: (lockSeconds: number) => ({
        ...queue,
        getNextJob: (token: string) =>
          call(() => {
            freeStalled();
            const next = [...entries.values()].find(
              (entry) => entry.state === 'waiting' && entry.delayedUntil <= world.now,
            );
            if (next === undefined) return undefined;
            Object.assign(next, { state: 'active', token, lockedUntil: world.now + lockSeconds * 1000 });
            return show(next);
          }),
      }),
    };
  }
}
