import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import { createSpsaPlan } from '@rcss/tournament/documents';
import { createSpsa, isTuned, nextTrial, recordTrial, type SpsaState } from '@rcss/tournament/tuning';
import { ENGINE } from '../jobs/match-job.js';
import type { MatchExecutor } from '../runs/executor.js';
import { playRun } from '../runs/play-run.js';
import { ResultFile, type RunHeader } from '../runs/result-file.js';
import { isRunFinished } from '../runs/run-state.js';
import { type LoadedTuning, loadStep } from './step-document.js';

/** First line of a tuning file. */
export interface TuningHeader extends Omit<RunHeader, 'type' | 'name' | 'versions'> {
  readonly type: 'tuning';
  /** Version of the tuned team when the tuning began. */
  readonly version: string;
}

/** Line of a tuning file: a step that is done. */
export interface StepLine {
  readonly type: 'step';
  /** From 0. */
  readonly step: number;
  /** Values of both settings in the order of the parameters. */
  readonly plus: readonly number[];
  readonly minus: readonly number[];
  /** Goals per match by which `plus` was better than `minus`. */
  readonly difference: number;
  readonly matches: number;
  /** Matches that a team forfeited. */
  readonly forfeits: number;
  /** Values after the step. */
  readonly values: readonly number[];
  /** ISO 8601. */
  readonly storedAt: string;
}

/** A tuning that is going on or has ended. */
export interface Tuning {
  readonly header: TuningHeader;
  readonly state: SpsaState;
  readonly steps: readonly StepLine[];
}

/** Settings of a tuning. */
export interface TuningOptions {
  readonly loaded: LoadedTuning;
  readonly folder: string;
  /** Steps after which this call ends; the next call continues. Default: all. */
  readonly iterations?: number;
  /** Creates the executor; the identifier is that of the tuning. */
  createExecutor(id: string): MatchExecutor;
  /** Ends the tuning; matches that are played are stopped. */
  readonly signal: AbortSignal;
  /** Called after every step. */
  onStep?(tuning: Tuning): void;
  onNote?(text: string): void;
}

/** Name of the file with the steps in the folder of a tuning. */
export const TUNING_FILE = 'tuning.jsonl';

/** The lines of a tuning file; `completeBytes` is the length of its complete lines. */
interface TuningContents {
  readonly header: TuningHeader | null;
  readonly steps: readonly StepLine[];
  readonly completeBytes: number;
}

/**
 * Reads the file of a tuning. An incomplete last line is not part of it.
 *
 * @throws {CommandLineError} if another line is not JSON, or the steps are not in their order.
 */
export function readTuningFile(folder: string): TuningContents {
  const path = join(folder, TUNING_FILE);
  if (!existsSync(path)) return { header: null, steps: [], completeBytes: 0 };
  const data = readFileSync(path);
  const completeBytes = data.lastIndexOf(10) + 1;
  const lines = data.toString('utf8', 0, completeBytes).split('\n').slice(0, -1);
  const steps: StepLine[] = [];
  let header: TuningHeader | null = null;
  for (const [i, text] of lines.entries()) {
    const line = parseLine(text);
    if (i === 0 && line?.type === 'tuning') header = line;
    else if (line?.type === 'step' && line.step === steps.length) steps.push(line);
    else
      throw new CommandLineError(
        `${path}, line ${i + 1}: not ${i === 0 ? 'the head of a tuning' : `step ${steps.length}`}; repair or remove the file`,
        EXIT.usage,
      );
  }
  return { header, steps, completeBytes };
}

function parseLine(text: string): TuningHeader | StepLine | null {
  try {
    return JSON.parse(text) as TuningHeader | StepLine;
  } catch {
    return null;
  }
}

/**
 * Performs the steps of a tuning that have no result yet. The file `tuning.jsonl` in the folder has the steps that are done, a folder `step-N`
 * the matches of the step that is being done: after any interruption, the same call continues.
 *
 * @throws {CommandLineError} if the folder has the steps of another document, or matches of a step have no result.
 */
export async function playTuning(options: TuningOptions): Promise<Tuning> {
  const { loaded, folder, signal, iterations = Number.POSITIVE_INFINITY } = options;
  const file = new ResultFile<TuningHeader | StepLine>(folder, TUNING_FILE);
  try {
    const stored = readTuningFile(folder);
    const header = stored.header ?? createHeader(loaded);
    checkHeader(options, header);
    file.removeRest(stored.completeBytes);
    if (stored.header === null) file.append(header);
    const steps = [...stored.steps];
    let state = createSpsa(createSpsaPlan(loaded.document));
    for (const { difference } of steps) state = recordTrial(state, difference);
    const end = steps.length + iterations;
    if (isTuned(state) || signal.aborted) return { header, state, steps };
    const executor = options.createExecutor(header.id);
    try {
      await executor.open(signal);
      while (!isTuned(state) && steps.length < end) {
        const line = await playStep(options, state, executor);
        if (line === null) break;
        state = recordTrial(state, line.difference);
        const step = { ...line, values: state.values };
        file.append(step);
        steps.push(step);
        // The matches of the step are not needed any more.
        rmSync(stepFolder(folder, step.step), { recursive: true, force: true });
        options.onStep?.({ header, state, steps });
      }
    } finally {
      await executor.close();
    }
    return { header, state, steps };
  } finally {
    file.close();
  }
}

function stepFolder(folder: string, step: number): string {
  return join(folder, `step-${step + 1}`);
}

function createHeader({ hash, team }: LoadedTuning): TuningHeader {
  return {
    type: 'tuning',
    form: 1,
    id: randomUUID(),
    document: hash,
    engine: ENGINE,
    version: team.version,
    startedAt: new Date().toISOString(),
  };
}

function checkHeader({ loaded, folder, onNote }: TuningOptions, header: TuningHeader): void {
  if (header.document !== loaded.hash)
    throw new CommandLineError(
      `${folder} has the steps of another document (begun ${header.startedAt}): team, parameters, steps or matches have changed. ` +
        'Use another folder (--folder), or remove this one to begin again',
      EXIT.usage,
    );
  if (header.version !== loaded.team.version)
    onNote?.('The files of the team have changed since the tuning began: later steps use the new files.');
}

/** Returns an executor for a step; the other one, which is for all steps, stays open. */
function lendExecutor(executor: MatchExecutor): MatchExecutor {
  return {
    capacity: executor.capacity,
    describe: () => executor.describe(),
    open: async () => {},
    play: (job, signal, listener) => executor.play(job, signal, listener),
    confirm: (job) => executor.confirm(job),
    close: async () => {},
  };
}

/** Plays the matches of the next step; null if the signal came. */
async function playStep(
  { loaded, folder, signal, onNote }: TuningOptions,
  state: SpsaState,
  executor: MatchExecutor,
): Promise<Omit<StepLine, 'values'> | null> {
  const trial = nextTrial(state);
  const step = loadStep(loaded, trial, folder);
  const run = await playRun({
    loaded: step,
    name: step.document.name!,
    folder: stepFolder(folder, trial.step),
    signal,
    createExecutor: () => lendExecutor(executor),
    ...(onNote === undefined ? {} : { onNote }),
  });
  if (!isRunFinished(run.state)) {
    if (signal.aborted) return null;
    const [failure] = run.failures;
    throw new CommandLineError(
      `step ${trial.step + 1}: ${run.failures.length} matches have no result: ${failure?.message ?? ''}; the same command continues`,
      EXIT.incomplete,
    );
  }
  const { values } = run.state.comparison!;
  const matches = run.state.tournament.matches();
  return {
    type: 'step',
    step: trial.step,
    plus: trial.plus,
    minus: trial.minus,
    difference: values.reduce((sum, { goalDifference }) => sum + goalDifference, 0) / values.length,
    matches: matches.length,
    forfeits: matches.filter(({ forfeit }) => forfeit !== undefined).length,
    storedAt: new Date().toISOString(),
  };
}
