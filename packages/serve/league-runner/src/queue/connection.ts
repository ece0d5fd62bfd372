import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { createPostgresBackend, Queue, Worker, type WorkerOptions } from 'bullmq';
import type { QueuedMatch, QueuedResult, WorkerEntry } from './messages.js';

/** A queue server: Redis, or PostgreSQL. */
export interface QueueServer {
  /** Address without password, for people. */
  readonly address: string;
  openMatches(label: string): Queue<QueuedMatch>;
  openResults(run: string): Queue<QueuedResult>;
  /** Entries of the workers that report their teams. */
  openRegistry(): Queue<WorkerEntry>;
  /** Takes jobs by hand, with `getNextJob`. */
  openWorker(label: string, name: string, lockSeconds: number): Worker<QueuedMatch>;
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
  const name = decodeURI(shown.href);
  if (/^rediss?:$/.test(url.protocol)) return createServer(name, connectRedis(url));
  const postgres = { connectionString: address, migrate: true, max: 4, keepAlive: true };
  if (/^postgres(ql)?:$/.test(url.protocol)) return createServer(name, postgres, createPostgresBackend);
  throw createAddressError(address);
}

function createAddressError(address: string): CommandLineError {
  return new CommandLineError(
    `--queue: '${address}' is not the address of a queue. Allowed: redis://HOST:PORT, rediss://…, postgres://USER:PASSWORD@HOST/DATABASE`,
    EXIT.usage,
  );
}

/** Settings of the connection to Redis. */
function connectRedis({ href }: URL): object {
  return {
    url: href,
    // Commands wait for the connection to come back.
    maxRetriesPerRequest: null,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  };
}

/** @param backend Of the database; absent: Redis. */
function createServer(
  address: string,
  connection: object,
  backend?: typeof createPostgresBackend,
): QueueServer {
  const options = (): { connection: object } => ({ connection: { ...connection } });
  const open = (name: string): never => quiet(new Queue(name, options(), backend as never)) as never;
  return {
    address,
    openMatches: (label) => open(nameMatches(label)),
    openResults: (run) => open(`rcss-league-results-${run}`),
    openRegistry: () => open(REGISTRY),
    openWorker(label, name, lockSeconds) {
      const settings = { ...options(), ...workerOptions(name, lockSeconds) };
      return quiet(new Worker(nameMatches(label), null, settings, backend as never)) as never;
    },
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
