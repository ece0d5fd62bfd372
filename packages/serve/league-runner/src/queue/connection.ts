import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { createPostgresBackend, Queue, type QueueOptions, Worker, type WorkerOptions } from 'bullmq';
import type { QueuedMatch, QueuedResult, WorkerEntry } from './messages.js';

type MatchQueue = Queue<QueuedMatch>;
type ResultQueue = Queue<QueuedResult>;
type MatchWorker = Worker<QueuedMatch>;
type Registry = Queue<WorkerEntry>;

/** A queue server: Redis, or PostgreSQL. */
export interface QueueServer {
  /** Address without password, for people. */
  readonly address: string;
  openMatches(label: string): MatchQueue;
  openResults(run: string): ResultQueue;
  /** Entries of the workers that report their teams. */
  openRegistry(): Registry;
  /** Takes jobs by hand, with `getNextJob`. */
  openWorker(label: string, name: string, lockSeconds: number): MatchWorker;
}

/** Longest wait between two attempts to connect, ms. */
const MAX_RECONNECT_MS = 2000;

const REGISTRY = 'rcss-league-workers';

function nameMatches(label: string): string {
  return label === '' ? 'rcss-league' : `rcss-league-${label}`;
}

/**
 * Returns the queue server at an address: `redis://HOST:PORT/DB`, `rediss://…` or `postgres://USER@HOST/DATABASE`. Connects when a
 * queue is opened.
 *
 * @throws {CommandLineError} if the address has another form.
 */
export function createQueueServer(address: string): QueueServer {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw createAddressError(address);
  }
  const shown = new URL(url);
  if (shown.password !== '') shown.password = '…';
  if (/^rediss?:$/.test(url.protocol)) return createRedisServer(url, decodeURI(shown.href));
  if (/^postgres(ql)?:$/.test(url.protocol)) return createPostgresServer(address, decodeURI(shown.href));
  throw createAddressError(address);
}

function createAddressError(address: string): CommandLineError {
  return new CommandLineError(
    `--queue: '${address}' is not the address of a queue. Allowed: redis://HOST:PORT, rediss://…, postgres://USER:PASSWORD@HOST/DATABASE`,
    EXIT.usage,
  );
}

function createRedisServer(url: URL, address: string): QueueServer {
  const connection = {
    url: url.href,
    // Commands wait for the connection to come back.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  };
  return {
    address,
    openMatches: (label) => quiet(new Queue(nameMatches(label), { connection })),
    openResults: (run) => quiet(new Queue(`rcss-league-results-${run}`, { connection })),
    openRegistry: () => quiet(new Queue(REGISTRY, { connection })),
    openWorker: (label, name, lockSeconds) =>
      quiet(new Worker(nameMatches(label), null, { connection, ...workerOptions(name, lockSeconds) })),
  };
}

function createPostgresServer(connectionString: string, address: string): QueueServer {
  const options = (): Pick<QueueOptions<never>, 'connection'> =>
    ({ connection: { connectionString, migrate: true, max: 4, keepAlive: true } }) as never;
  return {
    address,
    openMatches: (label) =>
      quiet(new Queue(nameMatches(label), options() as never, createPostgresBackend)) as never,
    openResults: (run) =>
      quiet(new Queue(`rcss-league-results-${run}`, options() as never, createPostgresBackend)) as never,
    openRegistry: () => quiet(new Queue(REGISTRY, options() as never, createPostgresBackend)) as never,
    openWorker: (label, name, lockSeconds) =>
      quiet(
        new Worker(
          nameMatches(label),
          null,
          { ...options(), ...workerOptions(name, lockSeconds) } as never,
          createPostgresBackend,
        ),
      ) as never,
  };
}

function workerOptions(name: string, lockSeconds: number): Partial<WorkerOptions> {
  return {
    name,
    autorun: false,
    lockDuration: lockSeconds * 1000,
    stalledInterval: lockSeconds * 1000,
    // A match whose workers were killed is played again; a limit would lose it.
    maxStalledCount: 1000,
  };
}

/** Connection errors are events; calls that fail because of them reject or wait. */
function quiet<Emitter extends { on(event: 'error', listener: (error: Error) => void): unknown }>(
  emitter: Emitter,
): Emitter {
  emitter.on('error', () => {});
  return emitter;
}
