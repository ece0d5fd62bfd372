/** Worker thread that exports logs. It receives jobs and answers with their results and the lines for the standard error. */
import { parentPort } from 'node:worker_threads';
import { CommandLineError } from '@rcss/kit/command-line';
import type { Io } from '../files/io.js';
import { type ExportJob, type ExportResult, exportLog } from './export-log.js';

/** Answer to a job. */
export interface WorkerAnswer {
  readonly result: ExportResult | null;
  /** Message of the error of the user because of which there is no result. */
  readonly failure: string | null;
  /** Text for the standard error. */
  readonly messages: string;
}

async function answer(job: ExportJob): Promise<WorkerAnswer> {
  let messages = '';
  const io: Io = {
    stdin: process.stdin,
    isErrTerminal: false,
    out: async () => {},
    err: (text) => {
      messages += text;
    },
  };
  try {
    return { result: await exportLog(io, job), failure: null, messages };
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    return { result: null, failure: error.message, messages };
  }
}

parentPort?.on('message', async (job: ExportJob) => {
  parentPort?.postMessage(await answer(job));
});
