/** `rcss predict futures`: continues each scene many times with base teams. */

import { join } from 'node:path';
import { FUTURE_OBJECT_COUNT, playFutures } from '@rcss/base-team/futures';
import { createIntegerParser, describeVerb } from '@rcss/kit/command-line';
import { createLogProgress, type Io } from '@rcss/log-service/streams';
import {
  averageSamples,
  formatPositionTable,
  formatSampleTable,
  PREDICTED_CYCLES,
  ROW_LENGTH,
} from '@rcss/stats/trajectories';
import type { Command } from 'commander';
import { listTables, readTable, writeText } from '../predict/predict-files.js';
import { readSceneStates } from '../predict/read-scene.js';
import { parsePositive } from './options.js';

interface Options {
  readonly output: string;
  readonly samples?: string;
  readonly count: number;
  readonly seed: number;
}

/** Rows before the last one that the players perceive. */
const ROWS_BEFORE = 10;

/** Returns the continuations of a scene: rows of positions for each of them. */
async function continueScene(
  io: Io,
  input: string,
  name: string,
  { count, seed }: Options,
  onProgress: (done: number) => void,
) {
  const { params, states } = await readSceneStates(io, input, name, { rows: ROWS_BEFORE + 1, seed });
  const { futures } = await playFutures(states.at(-1)!, {
    params,
    before: states.slice(0, -1),
    count,
    cycles: PREDICTED_CYCLES,
    seed,
    trajectories: true,
    onProgress,
  });
  const width = 2 * FUTURE_OBJECT_COUNT;
  return futures.map(({ trajectory }) =>
    Array.from({ length: PREDICTED_CYCLES }, (_, cycle) =>
      Float64Array.from(trajectory!.subarray(cycle * width, cycle * width + ROW_LENGTH)),
    ),
  );
}

async function writeFutures(io: Io, input: string, options: Options): Promise<void> {
  const names = listTables(input);
  const progress = createLogProgress(io, 'playing');
  try {
    for (const [i, name] of names.entries()) {
      const samples = await continueScene(io, input, name, options, (done) =>
        progress.step(i * options.count + done, names.length * options.count),
      );
      const last = (await readTable(io, join(input, name))).numbers.at(-1)!;
      const numbers = samples[0]!.map((_, cycle) => last + 1 + cycle);
      await writeText(io, options.output, name, formatPositionTable(numbers, averageSamples(samples)));
      if (options.samples !== undefined)
        await writeText(io, options.samples, name, formatSampleTable(numbers, samples));
    }
  } finally {
    progress.done();
  }
}

/** Adds `futures`. */
export function addPredictFutures(program: Command, io: Io): void {
  const verb = program
    .command('futures')
    .description(
      'write a submission from continuations of each scene, played by base teams; the prediction is their mean',
    )
    .argument('<input>', 'folder with tables of what is known')
    .requiredOption('-o, --output <folder>', 'folder for the submission')
    .option('--samples <folder>', 'folder for tables with all continuations, for evaluate --samples')
    .option('--count <n>', 'continuations of each scene', createIntegerParser(1, 100_000), 100)
    .option('--seed <n>', 'seed of the continuations', parsePositive, 1)
    .action((input: string, options: Options) => writeFutures(io, input, options));
  describeVerb(verb, [
    ['-o mean --samples all scenes/input', 'plays each scene on 100 times'],
    ['--count 20 -o mean scenes/input', 'plays each scene on 20 times'],
  ]);
}
