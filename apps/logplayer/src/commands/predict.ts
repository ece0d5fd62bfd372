/** The verbs of `rcss predict`: data set, baseline and evaluation of the Trajectory Prediction Challenge of the league. */
import { join } from 'node:path';
import { CommandLineError, describeVerb, formatJson } from '@rcss/kit/command-line';
import { type Io, readText, writeOutput } from '@rcss/log-service/streams';
import { formatCsvRow } from '@rcss/logs/text';
import {
  BASELINES,
  type Baseline,
  checkMotionModel,
  ERROR_GROUPS,
  type ErrorGroup,
  findChallengeScene,
  formatPositionTable,
  HORIZONS,
  MOTION_MODEL,
  type MotionModel,
  PREDICTED_CYCLES,
  predictBaseline,
  predictMotion,
  type SceneErrors,
  summarizeErrors,
} from '@rcss/stats/trajectories';
import { type Command, Option } from 'commander';
import { predictEngineMotion } from '../predict/engine-motion.js';
import {
  listTables,
  readTable,
  SUFFIX,
  TYPES_SUFFIX,
  tableName,
  takeValue,
  writeText,
} from '../predict/predict-files.js';
import { type MeasuredScene, readSubmission } from './evaluate-submission.js';
import { createTextOutputOption } from './options.js';
import { addPredictFutures } from './predict-futures.js';
import { addPredictPlot } from './predict-plot.js';
import { addPredictTrain, readLogPositions } from './predict-train.js';

/** Writes the scenes of logs: what a prediction may use, and what followed. */
async function writeData(io: Io, logs: readonly string[], folder: string): Promise<void> {
  const named = new Map<string, string>();
  for (const log of logs) {
    const name = tableName(log);
    const other = named.get(name);
    if (other !== undefined)
      throw new CommandLineError(
        `${other} and ${log}: both tables would have the name ${name}; rename one log`,
      );
    named.set(name, log);
  }
  let scenes = 0;
  for (const [name, log] of named) {
    const { text, types, parsed } = await readLogPositions(io, log);
    if (!parsed.ok) {
      io.err(`${parsed.error.message}\n`);
      continue;
    }
    const last = findChallengeScene(parsed.value);
    if (last === null) {
      io.err(`${log}: no scene: no goal of the left team after 50 cycles of open play\n`);
      continue;
    }
    const lines = text.split('\n');
    const part = (first: number, end: number) =>
      `${[lines[0]!, ...lines.slice(first + 1, end + 1)].join('\n')}\n`;
    await writeText(io, join(folder, 'input'), name, part(0, last + 1));
    await writeText(io, join(folder, 'input'), name.replace(SUFFIX, TYPES_SUFFIX), types);
    await writeText(io, join(folder, 'truth'), name, part(last + 1, last + 1 + PREDICTED_CYCLES));
    scenes++;
  }
  if (scenes === 0) throw new CommandLineError('none of the logs has a scene');
  io.err(`${scenes} scenes in ${join(folder, 'input')} and ${join(folder, 'truth')}\n`);
}

/** Baselines that continue the motion, also in the engine itself, and the learned one. */
const MODELS = [...BASELINES, 'motion', 'learned'] as const;

interface BaselineOptions {
  readonly output: string;
  readonly model: (typeof MODELS)[number];
  readonly trained?: string;
}

async function readModel(io: Io, file: string | undefined): Promise<MotionModel> {
  if (file === undefined) return MOTION_MODEL;
  let value: unknown;
  try {
    value = JSON.parse(await readText(io, file));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandLineError(`${file}: the file is not JSON: ${error.message}`);
  }
  return takeValue(checkMotionModel(value, file));
}

async function writeBaseline(
  io: Io,
  input: string,
  { output, model, trained }: BaselineOptions,
): Promise<void> {
  const learned = model === 'learned' ? await readModel(io, trained) : null;
  for (const name of listTables(input)) {
    const table = await readTable(io, join(input, name));
    const first = table.numbers.at(-1)! + 1;
    const rows =
      model === 'motion'
        ? await predictEngineMotion(io, input, name)
        : learned === null
          ? predictBaseline(table, model as Baseline)
          : predictMotion(table, learned);
    const numbers = rows.map((_, i) => first + i);
    await writeText(io, output, name, formatPositionTable(numbers, rows));
  }
}

interface EvaluateOptions {
  readonly truth: string;
  readonly json: boolean;
  readonly csv: boolean;
  readonly output: string;
}

/** A row of the table of errors. */
interface ErrorRow {
  readonly objects: ErrorGroup;
  /** Cycles after the last known row, or `all` for the mean over all cycles. */
  readonly cycle: number | 'all';
  readonly mean: number;
  readonly margin: number;
  /** Energy score of the continuations; the error if there is one for each scene. */
  readonly energy: number;
  readonly energyMargin: number;
}

function createErrorRows(scenes: readonly MeasuredScene[]): ErrorRow[] {
  const summarize = (read: (errors: SceneErrors) => number) => {
    const energy = summarizeErrors(scenes.map((scene) => read(scene.energy)));
    return {
      ...summarizeErrors(scenes.map((scene) => read(scene.errors))),
      energy: energy.mean,
      energyMargin: energy.margin,
    };
  };
  return ERROR_GROUPS.flatMap((objects) => [
    ...HORIZONS.map((cycle, i) => ({
      objects,
      cycle,
      ...summarize(({ byHorizon }) => byHorizon[objects][i]!),
    })),
    { objects, cycle: 'all' as const, ...summarize(({ average }) => average[objects]) },
  ]);
}

function formatErrors(scenes: readonly MeasuredScene[], { json, csv }: EvaluateOptions): string {
  const rows = createErrorRows(scenes);
  if (json) return `${formatJson({ scenes: scenes.length, errors: rows })}\n`;
  if (csv)
    return [
      ['objects', 'cycle', 'mean', 'margin', 'energy', 'energyMargin'],
      ...rows.map((row) => Object.values(row)),
    ]
      .map(formatCsvRow)
      .join('');
  const cell = (mean: number, margin: number) =>
    Number.isNaN(mean) ? '-' : `${mean.toFixed(2)}${Number.isNaN(margin) ? '' : ` ± ${margin.toFixed(2)}`}`;
  const formatTable = (format: (row: ErrorRow) => string) =>
    [
      ['cycle'.padEnd(7), ...ERROR_GROUPS.map((objects) => objects.padEnd(15))],
      ...[...HORIZONS, 'all' as const].map((cycle) => [
        String(cycle).padEnd(7),
        ...ERROR_GROUPS.map((objects) =>
          format(rows.find((row) => row.objects === objects && row.cycle === cycle)!).padEnd(15),
        ),
      ]),
    ]
      .map((line) => `${line.join('').trimEnd()}\n`)
      .join('');
  const endpoint = rows.find((row) => row.objects === 'challenge' && row.cycle === PREDICTED_CYCLES)!;
  const most = Math.max(...scenes.map(({ count }) => count));
  const energy =
    most > 1
      ? `\nenergy score of ${most} continuations\n${formatTable((row) => cell(row.energy, row.energyMargin))}`
      : '';
  return `${scenes.length} scenes; errors in meters with 95 % intervals\nendpoint error of the challenge: ${cell(endpoint.mean, endpoint.margin)}\n\n${formatTable((row) => cell(row.mean, row.margin))}${energy}`;
}

async function evaluate(io: Io, submission: string, options: EvaluateOptions): Promise<void> {
  const scenes = await readSubmission(io, submission, options.truth);
  await writeOutput(io, options.output, [], (output) => output.write(formatErrors(scenes, options)));
}

/** Adds all verbs of `rcss predict`. */
export function addPredict(program: Command, io: Io): void {
  const data = program
    .command('data')
    .description('write the scenes of logs for the challenge: 30 cycles before a goal of the left team')
    .argument('<logs...>', 'game logs')
    .requiredOption('-o, --output <folder>', 'folder for input/ and truth/')
    .action((logs: string[], { output }: { output: string }) => writeData(io, logs, output));
  describeVerb(data, [['-o scenes matches/*.rcg.gz', 'writes scenes/input and scenes/truth']]);
  const baseline = program
    .command('baseline')
    .description('write a submission that continues the motion of all objects')
    .argument('<input>', 'folder with tables of what is known')
    .requiredOption('-o, --output <folder>', 'folder for the submission')
    .addOption(
      new Option(
        '-m, --model <model>',
        'all stay, all keep their velocity, the ball rolls as in the engine, all repeat their last dash in the engine, or what was learned from matches',
      )
        .choices(MODELS)
        .default('velocity'),
    )
    .option('--trained <file>', 'with -m learned: a model of train (default: the one of the package)')
    .action((input: string, options: BaselineOptions) => writeBaseline(io, input, options));
  describeVerb(baseline, [['-m engine -o guess scenes/input', 'predicts all scenes; the ball slows down']]);
  addPredictTrain(program, io);
  addPredictFutures(program, io);
  const verb = program
    .command('evaluate')
    .description(
      'print the errors of a submission, and the energy score of its continuations; docs/use/analyst/predict.md defines them',
    )
    .argument('<submission>', 'folder with one table per scene')
    .requiredOption('-t, --truth <folder>', 'folder with what followed')
    .option('--json', 'as JSON', false)
    .addOption(new Option('--csv', 'as CSV').default(false).conflicts('json'))
    .addOption(createTextOutputOption())
    .action((submission: string, options: EvaluateOptions) => evaluate(io, submission, options));
  describeVerb(verb, [['-t scenes/truth guess', 'prints a table by cycle and objects']]);
  addPredictPlot(program, io);
}
