import type { MatchTeam } from '@rcss/core/match-document';
import { hashJson } from '@rcss/tournament/identity';
import type { Job, Queue } from 'bullmq';
import type { MatchJob, MatchJobTeam } from '../jobs/match-job.js';
import { isWorkerEntry } from './check-messages.js';
import type { WorkerEntry } from './messages.js';
import { QueueKey } from './queue-key.js';
import { readEntries } from './read-entries.js';
import { retry, sleep } from './retry.js';

/** Interval between two reports of a worker, ms. */
const REPORT_INTERVAL_MS = 3000;
/** Time without a report after which a worker gets no more matches, ms. */
const SILENCE_MS = 20_000;

/** Returns the label of the queue for workers that have exactly these teams. */
export function labelTeams(teams: WorkerEntry['teams']): string {
  return `teams-${hashJson(teams).slice(0, 16)}`;
}

/** Returns the name under which workers have a team of a match: for a setting of a tuning, that of the tuned team. */
export function nameAtWorkers(team: MatchTeam | undefined, { tuned }: MatchJobTeam): string {
  return tuned?.team ?? team?.name ?? '';
}

/** Reports a worker until the signal; then removes it. */
export async function reportWorker(
  registry: Queue<WorkerEntry>,
  entry: Omit<WorkerEntry, 'reportedAt' | 'signature'>,
  signal: AbortSignal,
  key: QueueKey = new QueueKey(''),
): Promise<void> {
  const options = { jobId: entry.worker };
  let job: Job<WorkerEntry> | null = null;
  while (!signal.aborted) {
    const data = key.sign('worker', { ...entry, reportedAt: Date.now() });
    try {
      // An entry that was removed is added again.
      if (job === null) job = await registry.add('worker', data, options);
      await job.updateData(data);
    } catch {
      job = null;
    }
    await sleep(job === null ? REPORT_INTERVAL_MS / 3 : REPORT_INTERVAL_MS, signal);
  }
  await registry.remove(entry.worker).catch(() => {});
}

interface KnownWorker {
  entry: WorkerEntry;
  /** When its last report came, by the clock of this process, ms. */
  seenAt: number;
}

/** Workers with the same teams; they share a queue. */
export interface WorkerGroup {
  readonly label: string;
  readonly teams: WorkerEntry['teams'];
  /** Matches that its workers play at the same time. */
  readonly slots: number;
}

/** The workers that have reported their teams. */
export class WorkerDirectory {
  readonly #registry: Queue<WorkerEntry>;
  readonly #key: QueueKey;
  readonly #now: () => number;
  readonly #workers = new Map<string, KnownWorker>();
  #groups = new Map<string, WorkerGroup>();

  /** @param now Clock, ms. */
  constructor(
    registry: Queue<WorkerEntry>,
    now: () => number = () => performance.now(),
    key: QueueKey = new QueueKey(''),
  ) {
    this.#registry = registry;
    this.#key = key;
    this.#now = now;
  }

  /** Groups by label. */
  get groups(): ReadonlyMap<string, WorkerGroup> {
    return this.#groups;
  }

  /** Reads the reports. */
  async update(signal: AbortSignal): Promise<void> {
    const jobs = await retry(() => readEntries(this.#registry, ['waiting', 'prioritized']), signal);
    const now = this.#now();
    const present = new Set<string>();
    for (const job of jobs) {
      // A job that a worker has just removed.
      if (job?.data === undefined) continue;
      const { data: entry } = job;
      // Written by another program, or another league.
      if (!isWorkerEntry(entry) || !this.#key.accepts('worker', entry)) continue;
      present.add(entry.worker);
      const known = this.#workers.get(entry.worker);
      if (known === undefined || known.entry.reportedAt !== entry.reportedAt)
        this.#workers.set(entry.worker, { entry, seenAt: now });
    }
    for (const [worker, { seenAt }] of this.#workers) {
      if (present.has(worker) && now - seenAt <= SILENCE_MS) continue;
      this.#workers.delete(worker);
      // A worker that only was not connected adds itself again.
      if (present.has(worker)) await this.#registry.remove(worker).catch(() => {});
    }
    this.#groups = this.#group();
  }

  /** Returns the groups that have both teams of a match in the right versions. */
  find({ spec, teams }: MatchJob): WorkerGroup[] {
    const { left, right } = spec.teams ?? {};
    const leftName = nameAtWorkers(left, teams.left);
    const rightName = nameAtWorkers(right, teams.right);
    return [...this.#groups.values()].filter(
      (group) =>
        group.teams[leftName] === teams.left.version && group.teams[rightName] === teams.right.version,
    );
  }

  /** Lists the workers with their teams, for people. */
  describe(): string {
    const workers = [...this.#workers.values()].map(({ entry: { worker, teams } }) => {
      const list = Object.entries(teams).map(([name, version]) => `${name} (${version})`);
      return `${worker}: ${list.join(', ')}`;
    });
    return workers.length === 0 ? 'No worker has reported teams (--team)' : workers.join('; ');
  }

  #group(): Map<string, WorkerGroup> {
    const groups = new Map<string, WorkerGroup>();
    for (const { entry } of this.#workers.values()) {
      const label = labelTeams(entry.teams);
      const slots = (groups.get(label)?.slots ?? 0) + entry.slots;
      groups.set(label, { label, teams: entry.teams, slots });
    }
    return groups;
  }
}
