import { CommandLineError } from '@rcss/kit/command-line';
import type { Job, JobType, Queue } from 'bullmq';
import type { MatchJob } from '../jobs/match-job.js';
import { MatchFailure, type MatchOutcome } from '../jobs/match-outcome.js';
import type { PlayListener } from '../pool/match-pool.js';
import type { MatchExecutor } from '../runs/executor.js';
import { findResultProblem, isProgress } from './check-messages.js';
import type { QueueServer } from './connection.js';
import type { QueuedMatch, QueuedResult } from './messages.js';
import { QueueKey } from './queue-key.js';
import { checkKeys, isUnreadable, readEntries } from './read-entries.js';
import { closeQueues, connectQueues, retry, sleep, untilAway } from './retry.js';
import { nameAtWorkers, WorkerDirectory, type WorkerGroup } from './worker-registry.js';

/** Settings of the queue of a run. */
export interface QueueOptions {
  /** Identifier of the run. */
  readonly run: string;
  /** Workers must have this label; empty: every worker. */
  readonly label: string;
  /** Only workers that have both teams of a match play it; `label` is not used. */
  readonly byTeams: boolean;
  /** From 1, which comes first; 0 comes before all. */
  readonly priority: number;
  /** Matches in the queue at the same time. */
  readonly capacity: number;
  /** Signs jobs and checks results; absent: no signatures. */
  readonly key?: QueueKey;
  /** Called with things that the user should know. */
  onNote?(text: string): void;
}

const POLL_INTERVAL_MS = 200;
/** Results that are read at once. */
const BATCH = 200;
/** Interval after which jobs that the queue server has lost are added again, ms. */
const CHECK_INTERVAL_MS = 30_000;
/** Interval after which matches that are played, and workers, are looked at, ms. */
const OBSERVE_INTERVAL_MS = 2000;
/** Most matches whose progress is read. */
const MAX_OBSERVED = 1000;
/** Matches in the queue of a group of workers for each that it can play: enough until the next look. */
const QUEUED_PER_SLOT = 3;
/** Time without a worker for a match after which the user should know, ms. */
const NO_WORKER_NOTE_MS = 10_000;

/** A match whose result is not there. */
interface WaitingMatch {
  readonly match: MatchJob;
  readonly listener: PlayListener;
  /** `performance.now()` when it came. */
  readonly since: number;
  /** Label of the queue that has it; null: it waits for workers with its teams. */
  label: string | null;
  resolve(value: MatchOutcome): void;
  reject(error: Error): void;
}

/**
 * Creates an executor whose matches the workers of a queue play. Jobs have the hash of the match as identifier: a job that is in the queue
 * already, for example since an earlier start of the same run, is not added twice. Workers put results into a queue of the run; they stay
 * there until they are stored.
 */
export function createQueueExecutor(server: QueueServer, options: QueueOptions): MatchExecutor {
  return new QueueExecutor(server, options);
}

class QueueExecutor implements MatchExecutor {
  readonly capacity: number;
  readonly #server: QueueServer;
  readonly #options: QueueOptions;
  readonly #queues = new Map<string, Queue<QueuedMatch>>();
  readonly #results: Queue<QueuedResult>;
  readonly #registry: ReturnType<QueueServer['openRegistry']> | null;
  readonly #workers: WorkerDirectory | null;
  readonly #key: QueueKey;
  readonly #closing = new AbortController();
  /** Results that are not stored yet, by job. */
  readonly #outcomes = new Map<
    string,
    { readonly outcome: MatchOutcome; readonly nonce: string | undefined }
  >();
  /** Jobs whose results are stored: a worker whose answer was lost puts a result into the queue once more. */
  readonly #confirmed = new Set<string>();
  readonly #waiting = new Map<string, WaitingMatch>();
  readonly #removals: Promise<unknown>[] = [];
  /** Pairs of teams without a worker of which the user knows. */
  readonly #noted = new Set<string>();
  #polling: Promise<void> = Promise.resolve();

  constructor(server: QueueServer, options: QueueOptions) {
    this.capacity = options.capacity;
    this.#server = server;
    this.#options = options;
    this.#key = options.key ?? new QueueKey('');
    this.#results = server.openResults(options.run);
    this.#registry = options.byTeams ? server.openRegistry() : null;
    this.#workers =
      this.#registry === null ? null : new WorkerDirectory(this.#registry, undefined, this.#key);
  }

  describe(): string {
    return `by the workers of ${this.#server.address}`;
  }

  async open(signal: AbortSignal = this.#closing.signal): Promise<void> {
    await untilAway(this.#begin(signal), signal);
  }

  async #begin(signal: AbortSignal): Promise<void> {
    if (this.#registry === null) this.#openQueue(this.#options.label);
    await connectQueues(this.#allQueues(), this.#server.address, { ...this.#options, signal });
    await this.#checkKeys();
    // Results that came while no controller was running.
    await retry(() => this.#deliver(), this.#closing.signal);
    if (!this.#closing.signal.aborted) this.#polling = this.#poll();
  }

  play(match: MatchJob, signal: AbortSignal, listener: PlayListener): Promise<MatchOutcome> {
    const known = this.#outcomes.get(match.id);
    if (known !== undefined && known.nonce === match.nonce) return Promise.resolve(known.outcome);
    if (known !== undefined) this.#noteOldResult(match);
    return new Promise((resolve, reject) => {
      const settle = () => {
        signal.removeEventListener('abort', stop);
        this.#waiting.delete(match.id);
      };
      const waiting: WaitingMatch = {
        match,
        listener,
        since: performance.now(),
        label: this.#workers === null ? this.#options.label : null,
        resolve(value) {
          settle();
          resolve(value);
        },
        reject(error) {
          settle();
          reject(error);
        },
      };
      const stop = (): void => {
        // A match that a worker plays stays; its result is used when the run continues.
        this.#remove(waiting);
        waiting.reject(new MatchFailure('the match was stopped'));
      };
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(match.id, waiting);
      if (waiting.label === null) this.#assign();
      else this.#add(waiting).catch(waiting.reject);
    });
  }

  async confirm({ id }: MatchJob): Promise<void> {
    this.#outcomes.delete(id);
    this.#confirmed.add(id);
    const remove = async () => (await this.#results.getJob(id))?.remove();
    await retry(remove, this.#closing.signal, isUnreadable).catch(() => {});
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await untilAway(Promise.all([this.#polling, ...this.#removals]), this.#closing.signal);
    await closeQueues(this.#allQueues());
  }

  #allQueues(): Queue[] {
    const registry = this.#registry === null ? [] : [this.#registry];
    return [...this.#queues.values(), this.#results, ...registry];
  }

  /** @throws {CommandLineError} if another program has written a key of a queue. */
  async #checkKeys(): Promise<void> {
    await Promise.all(this.#allQueues().map((queue) => checkKeys(queue, this.#waiting.keys())));
  }

  #openQueue(label: string): Queue<QueuedMatch> {
    const queue = this.#queues.get(label) ?? this.#server.openMatches(label);
    this.#queues.set(label, queue);
    return queue;
  }

  async #add({ match, label }: WaitingMatch): Promise<void> {
    if (label === null) return;
    const { run, priority } = this.#options;
    await retry(
      () =>
        this.#openQueue(label).add('match', this.#key.sign('job', { run, match }), {
          jobId: match.id,
          priority,
          removeOnComplete: true,
          removeOnFail: true,
        }),
      this.#closing.signal,
      isUnreadable,
    ).catch((error: Error) => this.#explain(error));
  }

  #remove({ match, label }: WaitingMatch): void {
    if (label === null) return;
    this.#removals.push(
      this.#openQueue(label)
        .remove(match.id)
        .catch(() => {}),
    );
  }

  #read<Data>(queue: Queue<Data>, types: JobType[], count: number): Promise<(Job<Data> | undefined)[]> {
    return readEntries(queue, types, count, (note) => this.#options.onNote?.(note));
  }

  async #deliver(): Promise<void> {
    for (const job of await this.#read(this.#results, ['waiting', 'prioritized', 'delayed'], BATCH)) {
      // A job that another process has just removed.
      if (job?.data === undefined) continue;
      const problem = this.#findProblem(job.data);
      if (problem !== null) {
        this.#options.onNote?.(`A result in the queue is not accepted and removed: ${problem}.`);
        await job.remove();
        continue;
      }
      const { job: id, nonce, outcome, failure } = job.data;
      const waiting = this.#waiting.get(id);
      if (waiting === undefined && this.#confirmed.has(id)) {
        await job.remove();
        continue;
      }
      if (waiting !== undefined && waiting.match.nonce !== nonce) {
        this.#noteOldResult(waiting.match);
        await job.remove();
        // A job of the earlier play, which had the same identifier, was perhaps still in the queue.
        await this.#add(waiting);
        continue;
      }
      if (outcome !== null) {
        this.#outcomes.set(id, { outcome, nonce });
        waiting?.resolve(outcome);
      } else {
        waiting?.reject(new MatchFailure(failure ?? 'the worker gave no result'));
        await job.remove();
      }
    }
  }

  #noteOldResult({ id, fixture }: MatchJob): void {
    this.#outcomes.delete(id);
    this.#options.onNote?.(`A result of an earlier play of ${fixture} is in the queue and not used.`);
  }

  /** Returns why a result is not one of a worker of this league, or cannot be stored. */
  #findProblem(data: QueuedResult): string | null {
    // First the signature: of a foreign result, nothing is read.
    if (!this.#key.accepts('result', data)) return 'its signature is missing or wrong (--key-file)';
    const problem = findResultProblem(data);
    if (problem !== null) return problem;
    return data.run === this.#options.run ? null : 'it belongs to another run';
  }

  async #poll(): Promise<void> {
    const { signal } = this.#closing;
    let nextCheck = performance.now() + CHECK_INTERVAL_MS;
    let nextObservation = 0;
    while (!signal.aborted) {
      try {
        await retry(() => this.#deliver(), signal, isUnreadable);
        if (performance.now() > nextObservation) {
          nextObservation = performance.now() + OBSERVE_INTERVAL_MS;
          await this.#observe();
        }
        if (performance.now() > nextCheck) {
          nextCheck = performance.now() + CHECK_INTERVAL_MS;
          await this.#checkKeys();
          for (const waiting of this.#waiting.values()) await this.#add(waiting);
        }
      } catch (error) {
        await this.#explain(error as Error).catch((problem: Error) => {
          if (problem instanceof CommandLineError)
            for (const waiting of this.#waiting.values()) waiting.reject(problem);
        });
      }
      await sleep(POLL_INTERVAL_MS, signal);
    }
  }

  /** Throws an error, or why it comes: a key that another program has written. */
  async #explain(error: Error): Promise<never> {
    if (isUnreadable(error)) await this.#checkKeys();
    throw error;
  }

  /** Whether a progress was signed for this match: it names an address to which spectators' data are requested. */
  #isOfMatch({ id, nonce }: MatchJob, progress: object): boolean {
    const { run, job, nonce: given } = progress as Partial<QueuedResult>;
    return (
      this.#key.accepts('progress', progress) && run === this.#options.run && job === id && given === nonce
    );
  }

  /** Reads which matches are played, and which workers there are. */
  async #observe(): Promise<void> {
    for (const queue of this.#queues.values()) {
      // Those that wait outside of the order of priorities are of others, or of workers that were killed.
      for (const job of await this.#read(queue, ['active', 'waiting'], MAX_OBSERVED)) {
        const waiting = this.#waiting.get(job?.id ?? '');
        if (job === undefined || waiting === undefined) continue;
        const progress: unknown = job.progress;
        if (!isProgress(progress) || !this.#isOfMatch(waiting.match, progress)) continue;
        const { listener } = waiting;
        listener.began?.(progress.host);
        if (progress.port !== null) listener.opened?.(progress.port, progress.address);
        listener.progressed?.(progress.cycle, progress.score);
      }
    }
    if (this.#workers === null) return;
    await this.#workers.update(this.#closing.signal);
    for (const waiting of this.#waiting.values()) {
      if (waiting.label === null || this.#workers.groups.has(waiting.label)) continue;
      // All workers with these teams have gone.
      this.#remove(waiting);
      waiting.label = null;
    }
    this.#assign();
    this.#noteMissingWorkers(this.#workers);
  }

  /** Gives matches to groups of workers that have both teams and place for a match. */
  #assign(): void {
    const workers = this.#workers;
    if (workers === null || workers.groups.size === 0) return;
    const loads = new Map<string, number>();
    for (const { label } of this.#waiting.values())
      if (label !== null) loads.set(label, (loads.get(label) ?? 0) + 1);
    const findPlace = ({ label, slots }: WorkerGroup): number =>
      QUEUED_PER_SLOT - (loads.get(label) ?? 0) / slots;
    for (const waiting of this.#waiting.values()) {
      if (waiting.label !== null) continue;
      const [group] = workers.find(waiting.match).sort((a, b) => findPlace(b) - findPlace(a));
      if (group === undefined || findPlace(group) <= 0) continue;
      waiting.label = group.label;
      loads.set(group.label, (loads.get(group.label) ?? 0) + 1);
      this.#add(waiting).catch(waiting.reject);
    }
  }

  #noteMissingWorkers(workers: WorkerDirectory): void {
    const now = performance.now();
    for (const { match, label, since } of this.#waiting.values()) {
      if (label !== null || now - since < NO_WORKER_NOTE_MS || workers.find(match).length > 0) continue;
      const { left, right } = match.spec.teams ?? {};
      const { teams } = match;
      const pair = `${nameAtWorkers(left, teams.left)} (${teams.left.version}) and ${nameAtWorkers(right, teams.right)} (${teams.right.version})`;
      if (this.#noted.has(pair)) continue;
      this.#noted.add(pair);
      this.#options.onNote?.(
        `No worker has ${pair}; their matches wait. ${workers.describe()}. Versions must be equal: give the field version in the team files if the files differ.`,
      );
    }
  }
}
