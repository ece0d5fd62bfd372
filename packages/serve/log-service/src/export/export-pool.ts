/** Exports many logs, several at once in worker threads, with the results in the order of the logs. */
import { Worker } from 'node:worker_threads';
import { CommandLineError } from '@rcss/kit/command-line';
import { type Io, reportError } from '../files/io.js';
import { type ExportJob, type ExportResult, exportLog } from './export-log.js';
import type { WorkerAnswer } from './export-worker.js';

/** Results that may wait for an earlier one, per worker: a limit of the memory. */
const MAX_WAITING_PER_WORKER = 3;

/** Starts a worker thread. From the sources, the thread loads TypeScript as the program does. */
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./export-worker.js', import.meta.url));
  const entry = JSON.stringify(new URL('./export-worker.ts', import.meta.url).href);
  const script = `import('tsx/esm/api').then(({ register }) => (register(), import(${entry})));`;
  return new Worker(script, { eval: true, execArgv: ['--conditions=@rcss/source'] });
}

async function runJob(worker: Worker, job: ExportJob): Promise<WorkerAnswer> {
  return await new Promise<WorkerAnswer>((resolve, reject) => {
    const clear = (): void => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    const onMessage = (answer: WorkerAnswer): void => {
      clear();
      resolve(answer);
    };
    const onError = (error: Error): void => {
      clear();
      reject(new Error(`${job.log}: the worker thread failed: ${error.message}`, { cause: error }));
    };
    const onExit = (code: number): void => onError(new Error(`exit code ${code}`));
    worker.once('message', onMessage);
    worker.once('error', onError);
    worker.once('exit', onExit);
    worker.postMessage(job);
  });
}

async function answerHere(io: Io, job: ExportJob): Promise<WorkerAnswer> {
  try {
    return { result: await exportLog(io, job), failure: null, messages: '' };
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    return { result: null, failure: error.message, messages: '' };
  }
}

/**
 * Exports logs and calls `onResult` for each of them in the order of `jobs`, one call after the other. Logs that cannot be read are
 * reported on the standard error.
 *
 * @param workers Count of worker threads; with 1 the work is done in this thread.
 * @returns the count of logs that failed.
 */
export async function exportLogs(
  io: Io,
  jobs: readonly ExportJob[],
  workers: number,
  onResult: (result: ExportResult, index: number) => Promise<void>,
): Promise<number> {
  let failed = 0;
  const report = async ({ result, failure, messages }: WorkerAnswer, index: number): Promise<void> => {
    if (messages !== '') io.err(messages);
    if (failure !== null) {
      reportError(io, failure);
      failed++;
    }
    if (result !== null) await onResult(result, index);
  };
  const count = Math.min(workers, jobs.length);
  if (count <= 1) {
    for (const [index, job] of jobs.entries()) await report(await answerHere(io, job), index);
    return failed;
  }
  const pool = Array.from({ length: count }, startWorker);
  try {
    await runInOrder(pool, jobs, report);
  } finally {
    await Promise.all(pool.map((worker) => worker.terminate()));
  }
  return failed;
}

/** Gives the jobs to the workers in order and reports the answers in order. */
async function runInOrder(
  pool: readonly Worker[],
  jobs: readonly ExportJob[],
  report: (answer: WorkerAnswer, index: number) => Promise<void>,
): Promise<void> {
  const answers = new Map<number, WorkerAnswer>();
  let started = 0;
  let reported = 0;
  let isReporting = false;
  let wake: () => void = () => {};
  let woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const reportReady = async (): Promise<void> => {
    if (isReporting) return;
    isReporting = true;
    for (let answer = answers.get(reported); answer !== undefined; answer = answers.get(reported)) {
      answers.delete(reported);
      await report(answer, reported++);
      wake();
      woken = new Promise((resolve) => {
        wake = resolve;
      });
    }
    isReporting = false;
  };
  const work = async (worker: Worker): Promise<void> => {
    while (started < jobs.length) {
      if (started - reported >= pool.length * MAX_WAITING_PER_WORKER) {
        await woken;
        continue;
      }
      const index = started++;
      answers.set(index, await runJob(worker, jobs[index]!));
      await reportReady();
    }
  };
  await Promise.all(pool.map(work));
}
