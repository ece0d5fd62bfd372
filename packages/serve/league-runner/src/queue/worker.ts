import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import type { MatchTeam } from '@rcss/core/match-document';
import { escapeControls } from '@rcss/kit/command-line';
import type { Job, Queue, Worker } from 'bullmq';
import type { LoadedTeam } from '../documents/load-teams.js';
import { type MatchJob, type MatchJobTeam, openForWatchers, pickFields } from '../jobs/match-job.js';
import { MatchFailure, type Score } from '../jobs/match-outcome.js';
import type { Bucket } from '../logs/bucket.js';
import { moveLogs, nameLogFolder } from '../logs/keep-logs.js';
import { findForeignVariable, mergeEnvironment } from '../matches/foreign-environment.js';
import { findSpaceProblem } from '../pool/free-space.js';
import type { MatchPool, PlayListener } from '../pool/match-pool.js';
import { checkOutcome } from '../runs/result-file.js';
import { setParameters } from '../tuning/step-document.js';
import { findForeignTeam, findJobProblem, hasAddress } from './check-messages.js';
import type { QueueServer } from './connection.js';
import type { MatchProgress, QueuedMatch, QueuedResult } from './messages.js';
import { QueueKey } from './queue-key.js';
import { checkKeys, isUnreadable } from './read-entries.js';
import { closeQueues, connectQueues, retry, sleep, untilAway } from './retry.js';
import { labelTeams, nameAtWorkers, reportWorker } from './worker-registry.js';

export interface WorkerSettings {
  /** Labels of this worker; without teams of its own it also takes matches without a label. */
  readonly labels: readonly string[];
  /** Teams of this worker by name. With some, it takes matches between them, and plays them with these teams. */
  readonly teams: ReadonlyMap<string, LoadedTeam>;
  /** Folder of the matches. */
  readonly folder: string;
  /** Time after which the matches of a worker that has died are given to others, s. */
  readonly lockSeconds: number;
  readonly pool: MatchPool;
  /** Checks jobs and signs results; absent: no signatures. */
  readonly key?: QueueKey;
  /** Ends the worker: it takes no more matches, and ends when those that it plays are over. */
  readonly draining: AbortSignal;
  /** Ends the matches too; they go back to the queue. */
  readonly stopping: AbortSignal;
  /** Where the logs of matches go; absent: they stay in the folder. */
  readonly bucket?: Bucket;
  /** Address of this machine for other machines: they can watch matches with a server, whose ports are opened for all addresses. */
  readonly watchAddress?: string;
  onNote?(text: string): void;
}

/** Pause after which an empty queue is asked again, ms. */
const IDLE_INTERVAL_MS = 300;
/** Interval between two looks at a full disk, ms. */
const SPACE_INTERVAL_MS = 5000;
/** Time for which a match waits for a worker other than the one that it should not have, ms. */
const OTHER_WORKER_WAIT_MS = 60_000;
/** Pause after which such a match is offered again, ms. */
const OTHER_WORKER_RETRY_MS = 1000;
/** Interval between two reports of the progress of a match, ms. */
const PROGRESS_INTERVAL_MS = 2000;
/** Part of the time of a lock after which it is renewed. */
const RENEWALS_PER_LOCK = 3;

/**
 * Plays matches of a queue until the signal `draining`, then ends the matches that it has. While the queue server cannot be reached, matches
 * go on; their results are stored when it is back.
 */
export async function runWorker(
  server: QueueServer,
  settings: WorkerSettings,
): Promise<{ readonly played: number }> {
  const { labels, teams, pool, draining, lockSeconds, key = new QueueKey(''), onNote } = settings;
  const name = `${hostname()}-${process.pid}`;
  const versions = Object.fromEntries([...teams].map(([team, { version }]) => [team, version]));
  const own = teams.size === 0 ? '' : labelTeams(versions);
  const queues = [own, ...labels].map((label) => server.openWorker(label, name, lockSeconds));
  const registry = teams.size === 0 ? null : server.openRegistry();
  const results = new Map<string, Queue<QueuedResult>>();
  const running = new Set<Promise<void>>();
  let played = 0;
  let hasSpace = true;
  let lastNote = '';
  setMaxListeners(0, draining, settings.stopping);
  const takeResults = (run: string): Queue<QueuedResult> => {
    const queue = results.get(run) ?? server.openResults(run);
    results.set(run, queue);
    return queue;
  };
  const ready = connectQueues(queues, server.address, { ...settings, signal: draining }).then(() =>
    Promise.all(queues.map((queue) => queue.startStalledCheckTimer())),
  );
  await untilAway(ready, draining);
  const entry = { worker: name, slots: pool.size, teams: versions };
  const reported = registry === null ? Promise.resolve() : reportWorker(registry, entry, draining, key);
  while (!draining.aborted) {
    if (running.size >= pool.size) {
      await Promise.race(running);
      continue;
    }
    const space = findSpaceProblem(settings.folder, pool.size);
    if (space !== null) {
      if (hasSpace) onNote?.(`${space}. This worker takes no match until then.`);
      hasSpace = false;
      await sleep(SPACE_INTERVAL_MS, draining);
      continue;
    }
    hasSpace = true;
    const token = randomUUID();
    const taken = takeJob(queues, token).catch(async (error: Error) => {
      const note = await describeError(error, queues);
      // Until a job comes or the queue is empty, once.
      if (note !== lastNote) onNote?.(note);
      lastNote = note;
      return undefined;
    });
    const job = await untilAway(taken, draining);
    if (job !== undefined) lastNote = '';
    if (job === null || job === undefined) {
      await sleep(IDLE_INTERVAL_MS, draining);
      continue;
    }
    // First the signature: of a foreign job, nothing is read.
    const isOwn = key.accepts('job', job.data);
    const problem = isOwn ? findProblem(job.data, teams) : 'its signature is missing or wrong (--key-file)';
    if (problem !== null) {
      onNote?.(`A job in the queue is not accepted and removed: ${problem}.`);
      if (isOwn && hasAddress(job.data)) {
        const { run, match } = job.data;
        const failure = `${name}: the job is not accepted: ${problem}`;
        const result = key.sign('result', { ...addressResult(run, match), outcome: null, failure });
        await takeResults(run)
          .add('result', result, { jobId: match.id, removeOnComplete: true })
          .catch(() => {});
      }
      await job.moveToCompleted(null, token, false).catch(() => {});
      continue;
    }
    if (job.data.match.otherThan === name && Date.now() - job.timestamp < OTHER_WORKER_WAIT_MS) {
      await job.moveToDelayed(Date.now() + OTHER_WORKER_RETRY_MS, token).catch(() => {});
      // A job that comes back at once must not keep this worker busy.
      await sleep(IDLE_INTERVAL_MS, draining);
      continue;
    }
    const match = playJob(job, token, takeResults(job.data.run), { ...settings, name })
      .then((hasResult) => {
        if (hasResult) played += 1;
      })
      .catch((error: Error) => onNote?.(`Match ${job.data.match.fixture}: ${error.message}`))
      .finally(() => running.delete(match));
    running.add(match);
  }
  await Promise.all(running);
  await untilAway(reported, draining);
  await closeQueues([...queues, ...results.values(), ...(registry === null ? [] : [registry])]);
  return { played };
}

/** Says why no job can be taken. One that cannot be read waits again after the time of its lock; the run removes it. */
async function describeError(error: Error, queues: readonly Worker<QueuedMatch>[]): Promise<string> {
  if (!isUnreadable(error)) return `The queue cannot be reached: ${escapeControls(error.message)}`;
  const checks = queues.map((queue) => checkKeys(queue));
  const { message } = await Promise.all(checks).then(
    () => error,
    (problem: Error) => problem,
  );
  return `A job in the queue cannot be read: ${escapeControls(message)}`;
}

/** Returns why a worker does not play a job; null if it does. */
function findProblem(data: QueuedMatch, teams: WorkerSettings['teams']): string | null {
  const problem = findJobProblem(data);
  if (problem !== null) return problem;
  if (teams.size === 0) return null;
  const foreign = findForeignTeam(data.match, teams, nameAtWorkers);
  if (foreign !== null) return `this worker does not have the team ${foreign}`;
  for (const side of ['left', 'right'] as const) {
    const [team, inJob] = [data.match.spec.teams![side]!, data.match.teams[side]];
    const problem = findForeignVariable(
      teams.get(nameAtWorkers(team, inJob))!.team,
      readForeign(team, inJob),
    );
    if (problem !== null) return problem;
  }
  return null;
}

/** What a result says about its match. */
function addressResult(run: string, { id, nonce }: MatchJob): Pick<QueuedResult, 'run' | 'job' | 'nonce'> {
  return { run, job: id, ...(nonce === undefined ? {} : { nonce }) };
}

/** Reports the progress of a match every two seconds. */
class ProgressReport implements PlayListener {
  readonly #job: Job<QueuedMatch>;
  readonly #timer: NodeJS.Timeout;
  readonly #key: QueueKey;
  #progress: MatchProgress;
  #reported: MatchProgress | null = null;

  constructor(job: Job<QueuedMatch>, address: string | null, key: QueueKey) {
    this.#job = job;
    this.#key = key;
    this.#progress = { host: hostname(), port: null, address, cycle: 0 };
    this.#timer = setInterval(() => this.#report(), PROGRESS_INTERVAL_MS);
    this.#report();
  }

  opened(port: number): void {
    this.#progress = { ...this.#progress, port };
    this.#report();
  }

  progressed(cycle: number, score?: Score): void {
    this.#progress = { ...this.#progress, cycle, ...(score !== undefined && { score }) };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #report(): void {
    if (this.#progress === this.#reported) return;
    this.#reported = this.#progress;
    // Nothing depends on it.
    const { run, match } = this.#job.data;
    const signed = this.#key.sign('progress', { ...addressResult(run, match), ...this.#progress });
    this.#job.updateProgress(signed).catch(() => {});
  }
}

/** The variables of a team in a job, with those of a tuning. */
function readForeign(team: MatchTeam, { tuned }: MatchJobTeam): Readonly<Record<string, string>> {
  const tunedTeam = tuned === undefined ? team : setParameters(team, tuned.values);
  return 'start' in tunedTeam ? (tunedTeam.environment ?? {}) : {};
}

/** Returns a match with the teams of this worker in the place of those of the document, where names and versions are equal. */
export function placeTeams(match: MatchJob, teams: ReadonlyMap<string, LoadedTeam>): MatchJob {
  const place = (team: MatchTeam | undefined, inJob: MatchJobTeam): MatchTeam | undefined => {
    const own = teams.get(nameAtWorkers(team, inJob));
    if (team === undefined || own === undefined || own.version !== inJob.version) return team;
    const { environment, options } = team as {
      environment?: Readonly<Record<string, string>>;
      options?: unknown;
    };
    const placed = {
      ...own.team,
      name: team.name,
      ...(environment === undefined ? {} : { environment: mergeEnvironment(own.team, environment) }),
      ...(options === undefined ? {} : { options }),
    } as MatchTeam;
    // A start command may have placeholders for values.
    return inJob.tuned === undefined ? placed : setParameters(placed, inJob.tuned.values);
  };
  const { left, right } = match.spec.teams ?? {};
  return {
    ...match,
    spec: {
      ...match.spec,
      teams: {
        left: place(left, match.teams.left)!,
        right: place(right, match.teams.right)!,
      },
    },
    teams: {
      left: placeFiles(left, match.teams.left, teams),
      right: placeFiles(right, match.teams.right, teams),
    },
  };
}

/** Returns a team in a job with the templates and the image that it has at this worker: those of the document are of another machine. */
function placeFiles(
  team: MatchTeam | undefined,
  inJob: MatchJobTeam,
  teams: ReadonlyMap<string, LoadedTeam>,
): MatchJobTeam {
  const own = teams.get(nameAtWorkers(team, inJob));
  if (own === undefined || own.version !== inJob.version) return inJob;
  const { templates: _templates, image: _image, ...others } = inJob;
  return { ...others, ...pickFields(own, ['templates', 'image']) };
}

/** Takes a job from the first queue that has one. */
async function takeJob(
  queues: readonly Worker<QueuedMatch>[],
  token: string,
): Promise<Job<QueuedMatch> | null> {
  for (const queue of queues) {
    const job = await queue.getNextJob(token, { block: false });
    if (job !== undefined) return job as Job<QueuedMatch>;
  }
  return null;
}

/** Plays a match and stores its result; false if it goes back to the queue. */
async function playJob(
  job: Job<QueuedMatch>,
  token: string,
  results: Queue<QueuedResult>,
  settings: WorkerSettings & { readonly name: string },
): Promise<boolean> {
  const { pool, folder, lockSeconds, stopping, name, bucket, teams, watchAddress } = settings;
  const { run } = job.data;
  const placed = placeTeams(job.data.match, teams);
  const match = watchAddress === undefined ? placed : openForWatchers(placed);
  const progress = new ProgressReport(job, watchAddress ?? null, settings.key ?? new QueueKey(''));
  const renewal = setInterval(
    // A lock that could not be renewed may be lost; then the match is played twice and counts once.
    () => void job.extendLock(token, lockSeconds * 1000).catch(() => {}),
    (lockSeconds * 1000) / RENEWALS_PER_LOCK,
  );
  try {
    const result = await play();
    if (stopping.aborted && result.outcome === null) {
      await job.moveToDelayed(Date.now(), token).catch(() => {});
      return false;
    }
    // First the result, then the end of the job: in between, the match can be played again, but its result is not lost.
    const options = { jobId: match.id, removeOnComplete: true };
    const signed = (settings.key ?? new QueueKey('')).sign('result', result);
    await retry(() => results.add('result', signed, options), stopping);
    await retry(() => job.moveToCompleted(null, token, false), stopping, isLockLost).catch((error: Error) => {
      if (!isLockLost(error)) throw error;
    });
    return result.outcome !== null;
  } finally {
    progress.close();
    clearInterval(renewal);
  }

  async function play(): Promise<QueuedResult> {
    const path = join(folder, match.id.slice(0, 16));
    try {
      const outcome = checkOutcome(
        await pool.perform({ type: 'play', given: match, folder: path }, stopping, progress),
      );
      const kept =
        bucket === undefined
          ? { ...outcome, logs: basename(path) }
          : await moveLogs(bucket, path, nameLogFolder(match), outcome);
      return { ...addressResult(run, match), outcome: { ...kept, host: name } };
    } catch (error) {
      if (!(error instanceof MatchFailure)) throw error;
      return { ...addressResult(run, match), outcome: null, failure: `${name}: ${error.message}` };
    }
  }
}

/** Whether a job belongs to another worker now, or is over. */
function isLockLost({ message }: Error): boolean {
  return /lock|not in the active state|Missing key/i.test(message);
}
