/** Reads the submissions of `rcss predict`, and measures them. */
import { join } from 'node:path';
import { CommandLineError } from '@rcss/kit/command-line';
import type { Io } from '@rcss/log-service/streams';
import {
  averageSamples,
  measureEnergy,
  measureScene,
  PREDICTED_CYCLES,
  PREDICTED_OBJECTS,
  type SceneErrors,
} from '@rcss/stats/trajectories';
import { listTables, readSampleTable, readTable } from '../predict/predict-files.js';

/** Objects that a submission must predict. */
const MEASURED = PREDICTED_OBJECTS.filter((name) => !name.startsWith('r'));

/** Errors of a scene of a submission. */
export interface MeasuredScene {
  /** Number of continuations. */
  readonly count: number;
  /** Errors of their mean. */
  readonly errors: SceneErrors;
  /** Energy score of the continuations; with one it is the error. */
  readonly energy: SceneErrors;
}

async function readScene(io: Io, submission: string, truth: string, name: string): Promise<MeasuredScene> {
  const real = await readTable(io, join(truth, name));
  const file = join(submission, name);
  const tables = await readSampleTable(io, file, MEASURED);
  const first = real.numbers[0]!;
  if (real.rows.length !== PREDICTED_CYCLES)
    throw new CommandLineError(`${join(truth, name)}: ${real.rows.length} rows; needed: ${PREDICTED_CYCLES}`);
  for (const { numbers, rows } of tables)
    if (numbers[0] !== first || rows.length !== PREDICTED_CYCLES)
      throw new CommandLineError(
        `${file}: #: rows ${numbers[0]} to ${numbers.at(-1)}; needed: ${first} to ${first + PREDICTED_CYCLES - 1}`,
      );
  const samples = tables.map(({ rows }) => rows);
  return {
    count: samples.length,
    errors: measureScene(averageSamples(samples), real.rows),
    energy: measureEnergy(samples, real.rows),
  };
}

/**
 * Measures all scenes of a submission.
 *
 * @throws {CommandLineError} if tables are missing, unknown or wrong
 */
export async function readSubmission(io: Io, submission: string, truth: string): Promise<MeasuredScene[]> {
  const wanted = listTables(truth); // words-ok
  const given = listTables(submission);
  const missing = wanted.filter((name) => !given.includes(name)); // words-ok
  const unknown = given.filter((name) => !wanted.includes(name)); // words-ok
  if (missing.length > 0)
    throw new CommandLineError(`${submission}: ${missing.join(', ')} of ${truth} is missing`);
  if (unknown.length > 0)
    throw new CommandLineError(`${submission}: ${unknown.join(', ')} is not in ${truth}`);
  const scenes: MeasuredScene[] = [];
  for (const name of given) scenes.push(await readScene(io, submission, truth, name));
  return scenes;
}
