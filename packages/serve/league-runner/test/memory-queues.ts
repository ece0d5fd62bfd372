import type { QueueServer } from '../src/queue/connection.js';

interface MemoryJob {
  readonly id: string;
  readonly data: unknown;
  readonly timestamp: number;
  updateProgress(): Promise<void>;
  extendLock(): Promise<void>;
  moveToCompleted(): Promise<void>;
  moveToDelayed(): Promise<void>;
  remove(): Promise<void>;
}

/** A queue server in memory: what the executor and the worker use of it. */
export function createMemoryQueues() {
  const queues = new Map<string, MemoryJob[]>();
  const progress = new Map<string, unknown[]>();
  /** Keys of another type, with the number of calls that find them. */
  const foreign = new Map<string, { readonly type: string; calls: number }>();
  let isAway = false;
  /** Answers nothing while the server is away. */
  const answer = async (): Promise<void> => {
    if (isAway) await new Promise(() => {});
  };
  let nextId = 0;
  let activeCount = 0;
  const find = (name: string): MemoryJob[] => {
    const jobs = queues.get(name) ?? [];
    queues.set(name, jobs);
    return jobs;
  };
  const add = (name: string, data: unknown, id = `job ${nextId++}`): void =>
    addText(name, JSON.stringify(data), id);
  const addText = (name: string, text: string, id: string): void => {
    const jobs = find(name);
    const complete = async () => {
      activeCount -= 1;
    };
    jobs.push({
      id,
      // As a server gives it back; it does not check what others write.
      get data() {
        return JSON.parse(text);
      },
      timestamp: Date.now(),
      updateProgress: async () => {},
      extendLock: async () => {},
      moveToCompleted: complete,
      moveToDelayed: complete,
      async remove() {
        const index = jobs.findIndex((job) => job.id === id);
        if (index >= 0) jobs.splice(index, 1);
      },
    });
  };
  /** As the client of the server does: one entry that is not JSON is an error of the whole call. */
  const read = <Found extends MemoryJob | undefined>(job: Found): Found => {
    void job?.data;
    return job;
  };
  /** Fails as Redis does, if another program has written a key of the queue. */
  const use = (name: string): void => {
    for (const [key, found] of foreign) {
      if (!key.startsWith(`bull:${name}:`)) continue;
      found.calls -= 1;
      if (found.calls < 0) foreign.delete(key);
      else throw new Error('WRONGTYPE Operation against a key holding the wrong kind of value');
    }
  };
  const open = (name: string) => ({
    toKey: (end: string) => `bull:${name}:${end}`,
    getBackend: () => ({
      client: Promise.resolve({ type: async (key: string) => foreign.get(key)?.type ?? 'none' }),
    }),
    waitUntilReady: answer,
    startStalledCheckTimer: answer,
    close: answer,
    disconnect: async () => {},
    add: async (_: string, data: unknown, { jobId }: { jobId: string }) => {
      use(name);
      add(name, data, jobId);
    },
    async getJobs([state]: readonly string[]) {
      await answer();
      use(name);
      if (state !== 'active') return find(name).map(read);
      return find(name).flatMap((job) =>
        (progress.get(job.id) ?? []).map((entry) => ({ ...job, progress: entry })),
      );
    },
    async getRanges() {
      use(name);
      return find(name).map(({ id }) => id);
    },
    getJob: async (id: string) => read(find(name).find((job) => job.id === id)),
    async remove(id: string) {
      const job = find(name).find((job) => job.id === id);
      await job?.remove();
      return job === undefined ? 0 : 1;
    },
    async getNextJob() {
      await answer();
      use(name);
      const job = find(name).shift();
      if (job !== undefined) activeCount += 1;
      return job;
    },
  });
  const server = {
    address: 'memory',
    openMatches: () => open('matches'),
    openResults: (run: string) => open(`results ${run}`),
    openRegistry: () => open('registry'),
    openWorker: () => open('matches'),
  } as unknown as QueueServer;
  return {
    server,
    addJob: (data: unknown) => add('matches', data),
    addResult: (run: string, data: unknown) => add(`results ${run}`, data),
    /** Adds what another program has written. */
    addResultText: (run: string, id: string, text: string) => addText(`results ${run}`, text, id),
    /** Sets what workers report about a job: an active job for each report. */
    setProgress: (id: string, reports: readonly unknown[]) =>
      void progress.set(id, JSON.parse(JSON.stringify(reports))),
    /** The server answers nothing from now on. */
    leave(): void {
      isAway = true;
    },
    /** Gives a key of a queue another type, which so many calls find. */
    setType: (key: string, type: string, calls = 1_000_000) => void foreign.set(key, { type, calls }),
    /** Data of the results of a run that are in the queue. */
    results: (run: string): unknown[] => find(`results ${run}`).map(({ data }) => data),
    /** Resolves when no job waits and none is played. */
    async whenEmpty(): Promise<void> {
      while (find('matches').length > 0 || activeCount > 0)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
