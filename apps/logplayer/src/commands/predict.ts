/** The verbs of `rcss predict`: data set, baseline and evaluation of the Trajectory Prediction Challenge of the league. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CommandLineError, describeVerb, formatJson, makeFolder } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { createLogFileError, type Io, readText, writeOutput } from '@rcss/log-service/streams';
import { createTableLines, formatCsvRow } from '@rcss/logs/text';
import {
  BASELINES,
  type Baseline,
  ERROR_GROUPS,
  type ErrorGroup,
  findChallengeScene,
  formatPositionTable,
  HORIZONS,
  measureScene,
  type Positions,
  PREDICTED_CYCLES,
  PREDICTED_OBJECTS,
  parsePositions,
  predictBaseline,
  type SceneErrors,
  summarizeErrors,
} from '@rcss/stats/prediction';
import { type Command, Option } from 'commander';
import { createTextOutputOption } from './options.js';

const SUFFIX = '.tracking.csv';

/** Returns the names of the tables in a folder, sorted. */
function listTables(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw createLogFileError(folder, error);
  }
  const tables = names.filter((name) => name.endsWith(SUFFIX)).sort();
  if (tables.length === 0)
    throw new CommandLineError(`${folder}: the folder has no files that end in ${SUFFIX}`);
  return tables;
}

async function readTable(io: Io, file: string, required?: readonly string[]): Promise<Positions> {
  const parsed = parsePositions(await readText(io, file), { file, ...(required && { required }) });
  if (!parsed.ok) throw new CommandLineError(parsed.error.message);
  return parsed.value;
}

async function writeText(io: Io, folder: string, name: string, text: string): Promise<void> {
  makeFolder(folder);
  await writeOutput(io, join(folder, name), [], (output) => output.write(text));
}

const tableName = (log: string): string =>
  `${basename(log)
    .replace(/\.gz$/, '')
    .replace(/\.rcg$/, '')}${SUFFIX}`;

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
    let text = '';
    for await (const lines of createTableLines(readRecords(io, log, { reuseFrames: true })))
      if (lines.table === 'tracking') text += lines.text;
    const parsed = parsePositions(text, { file: log });
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
    await writeText(io, join(folder, 'truth'), name, part(last + 1, last + 1 + PREDICTED_CYCLES));
    scenes++;
  }
  if (scenes === 0) throw new CommandLineError('none of the logs has a scene');
  io.err(`${scenes} scenes in ${join(folder, 'input')} and ${join(folder, 'truth')}\n`);
}

async function writeBaseline(io: Io, input: string, output: string, model: Baseline): Promise<void> {
  for (const name of listTables(input)) {
    const table = await readTable(io, join(input, name));
    const first = table.numbers.at(-1)! + 1;
    const rows = predictBaseline(table, model);
    const numbers = rows.map((_, i) => first + i);
    await writeText(io, output, name, formatPositionTable(numbers, rows));
  }
}

/** Objects that a submission must predict. */
const MEASURED = PREDICTED_OBJECTS.filter((name) => !name.startsWith('r'));

async function readScene(io: Io, submission: string, truth: string, name: string): Promise<SceneErrors> {
  const real = await readTable(io, join(truth, name));
  const file = join(submission, name);
  const table = await readTable(io, file, MEASURED);
  const first = real.numbers[0]!;
  if (real.rows.length !== PREDICTED_CYCLES)
    throw new CommandLineError(`${join(truth, name)}: ${real.rows.length} rows; needed: ${PREDICTED_CYCLES}`);
  if (table.numbers[0] !== first || table.rows.length !== PREDICTED_CYCLES)
    throw new CommandLineError(
      `${file}: #: rows ${table.numbers[0]} to ${table.numbers.at(-1)}; needed: ${first} to ${first + PREDICTED_CYCLES - 1}`,
    );
  return measureScene(table.rows, real.rows);
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
}

function createErrorRows(scenes: readonly SceneErrors[]): ErrorRow[] {
  return ERROR_GROUPS.flatMap((objects) => [
    ...HORIZONS.map((cycle, i) => ({
      objects,
      cycle,
      ...summarizeErrors(scenes.map(({ byHorizon }) => byHorizon[objects][i]!)),
    })),
    { objects, cycle: 'all' as const, ...summarizeErrors(scenes.map(({ average }) => average[objects])) },
  ]);
}

function formatErrors(scenes: readonly SceneErrors[], { json, csv }: EvaluateOptions): string {
  const rows = createErrorRows(scenes);
  if (json) return `${formatJson({ scenes: scenes.length, errors: rows })}\n`;
  if (csv)
    return [['objects', 'cycle', 'mean', 'margin'], ...rows.map((row) => Object.values(row))]
      .map(formatCsvRow)
      .join('');
  const cell = ({ mean, margin }: ErrorRow) =>
    Number.isNaN(mean) ? '-' : `${mean.toFixed(2)}${Number.isNaN(margin) ? '' : ` ± ${margin.toFixed(2)}`}`;
  const find = (objects: ErrorGroup, cycle: number | 'all') =>
    rows.find((row) => row.objects === objects && row.cycle === cycle)!;
  const lines = [...HORIZONS, 'all' as const].map((cycle) =>
    [String(cycle).padEnd(7), ...ERROR_GROUPS.map((objects) => cell(find(objects, cycle)).padEnd(15))]
      .join('')
      .trimEnd(),
  );
  const head = ['cycle'.padEnd(7), ...ERROR_GROUPS.map((objects) => objects.padEnd(15))].join('').trimEnd();
  const endpoint = find('challenge', PREDICTED_CYCLES);
  return `${scenes.length} scenes; errors in meters with 95 % intervals\nendpoint error of the challenge: ${cell(endpoint)}\n\n${head}\n${lines.join('\n')}\n`;
}

async function evaluate(io: Io, submission: string, options: EvaluateOptions): Promise<void> {
  const wanted = listTables(options.truth); // words-ok
  const given = listTables(submission);
  const missing = wanted.filter((name) => !given.includes(name)); // words-ok
  const unknown = given.filter((name) => !wanted.includes(name)); // words-ok
  if (missing.length > 0)
    throw new CommandLineError(`${submission}: ${missing.join(', ')} of ${options.truth} is missing`);
  if (unknown.length > 0)
    throw new CommandLineError(`${submission}: ${unknown.join(', ')} is not in ${options.truth}`);
  const scenes: SceneErrors[] = [];
  for (const name of given) scenes.push(await readScene(io, submission, options.truth, name));
  await writeOutput(io, options.output, [], (output) => output.write(formatErrors(scenes, options)));
}

/** Adds `data`, `baseline` and `evaluate`. */
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
        'all stay, all keep their velocity, or the ball rolls as in the engine',
      )
        .choices(BASELINES)
        .default('velocity'),
    )
    .action((input: string, { output, model }: { output: string; model: Baseline }) =>
      writeBaseline(io, input, output, model),
    );
  describeVerb(baseline, [['-m engine -o guess scenes/input', 'predicts all scenes; the ball slows down']]);
  const verb = program
    .command('evaluate')
    .description('print the errors of a submission; docs/use/predict.md defines them')
    .argument('<submission>', 'folder with one table per scene')
    .requiredOption('-t, --truth <folder>', 'folder with what followed')
    .option('--json', 'as JSON', false)
    .addOption(new Option('--csv', 'as CSV').default(false).conflicts('json'))
    .addOption(createTextOutputOption())
    .action((submission: string, options: EvaluateOptions) => evaluate(io, submission, options));
  describeVerb(verb, [['-t scenes/truth guess', 'prints a table by cycle and objects']]);
}
