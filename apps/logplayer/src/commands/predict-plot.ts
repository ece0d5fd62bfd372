/** `rcss predict plot`: pictures of submissions. */
import { basename, join, resolve } from 'node:path';
import { CommandLineError, describeVerb } from '@rcss/kit/command-line';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import { type ErrorSeries, plotPredictionErrors, plotScene } from '@rcss/stats/plots';
import { HORIZONS, summarizeErrors } from '@rcss/stats/trajectories';
import type { Command } from 'commander';
import { listTables, readSampleTable, readTable, SUFFIX } from '../predict/predict-files.js';
import { readSubmission } from './evaluate-submission.js';
import { createTextOutputOption } from './options.js';

interface Options {
  readonly truth: string;
  readonly input?: string;
  readonly scene?: string;
  readonly output: string;
}

/** Returns the error of the challenge by cycle; the energy score if the submission has several continuations of each scene. */
async function createSeries(io: Io, submission: string, truth: string): Promise<ErrorSeries> {
  const scenes = await readSubmission(io, submission, truth);
  const hasSamples = scenes.some(({ count }) => count > 1);
  const errors = HORIZONS.map((_, i) =>
    summarizeErrors(scenes.map((scene) => scene.energy.byHorizon.challenge[i]!)),
  );
  return {
    name: `${basename(resolve(submission))}${hasSamples ? ' (energy)' : ''}`,
    cycles: HORIZONS,
    errors,
  };
}

async function plot(io: Io, submissions: readonly string[], options: Options): Promise<void> {
  const { truth, input, scene } = options;
  let svg: string;
  if (scene === undefined) {
    const series: ErrorSeries[] = [];
    for (const submission of submissions) series.push(await createSeries(io, submission, truth));
    svg = plotPredictionErrors(series, `Error of predictions, ${listTables(truth).length} scenes`);
  } else {
    const name = `${scene}${SUFFIX}`;
    if (!listTables(truth).includes(name))
      throw new CommandLineError(
        `--scene ${scene}: ${truth} does not have ${name}; it has ${listTables(truth)
          .slice(0, 5)
          .map((table) => table.slice(0, -SUFFIX.length))
          .join(', ')}`,
      );
    const real = (await readTable(io, join(truth, name))).rows;
    const known = input === undefined ? real[0]! : (await readTable(io, join(input, name))).rows.at(-1)!;
    svg = plotScene(
      scene,
      known,
      real,
      (await readSampleTable(io, join(submissions[0]!, name))).map(({ rows }) => rows),
    );
  }
  await writeOutput(io, options.output, [], (output) => output.write(svg));
}

/** Adds `plot`. */
export function addPredictPlot(program: Command, io: Io): void {
  const verb = program
    .command('plot')
    .description(
      'draw the error of submissions by cycle with 95 % intervals, or one scene on the pitch, as SVG',
    )
    .argument('<submissions...>', 'folders with one table per scene')
    .requiredOption('-t, --truth <folder>', 'folder with what followed')
    .option('--scene <name>', 'draw this scene of the first submission')
    .option('--input <folder>', 'with --scene: folder with what is known, for the places at the beginning')
    .addOption(createTextOutputOption())
    .action((submissions: string[], options: Options) => plot(io, submissions, options));
  describeVerb(verb, [
    ['-t scenes/truth -o errors.svg guess mean', 'compares two submissions'],
    ['-t scenes/truth --scene match-1 -o scene.svg all', 'draws all continuations of a scene'],
  ]);
}
