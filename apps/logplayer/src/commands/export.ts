import { CommandLineError, describeVerb, EXIT, makeFolderOf } from '@rcss/kit/command-line';
import {
  CONTROL_STEP,
  type ExportJob,
  type ExportResult,
  exportLogs,
  gameIdOf,
  LOG_TABLES,
  type LogTable,
  MATCH_FORMATS,
  type MatchFormat,
  TABLE_FORMATS,
  type TableFormat,
} from '@rcss/log-service/export';
import { findLogs } from '@rcss/log-service/files';
import {
  clearBeforeOutput,
  createLogProgress,
  type FileOutput,
  type Io,
  removeUnfinishedOnSignal,
  writeOutput,
} from '@rcss/log-service/streams';
import { encodeArrow } from '@rcss/stats/arrow';
import {
  type ExportTable,
  joinTables,
  matchTableFields,
  selectNames,
  TRACKING_FIELDS,
} from '@rcss/stats/export';
import { encodeParquet } from '@rcss/stats/parquet';
import { type Command, Option } from 'commander';
import { createJobsOption, parsePositive } from './options.js';

interface Options {
  readonly format: TableFormat | MatchFormat;
  readonly table: LogTable;
  readonly fields?: readonly string[];
  readonly step?: number;
  readonly output?: string;
  readonly directory: string;
  readonly jobs: number;
}

function selectFields({ table, fields }: Options): readonly string[] | null {
  if (fields === undefined) return null;
  try {
    return selectNames(table === 'tracking' ? TRACKING_FIELDS : matchTableFields(table), fields);
  } catch (error) {
    throw new CommandLineError(`--fields: ${(error as Error).message}`, EXIT.usage);
  }
}

async function createJobs(paths: readonly string[], options: Options): Promise<ExportJob[]> {
  const { format, table, output, directory } = options;
  const isMatchFormat = (MATCH_FORMATS as readonly string[]).includes(format);
  if (isMatchFormat && (output !== undefined || options.fields !== undefined || table !== 'tracking')) {
    throw new CommandLineError(
      `--format ${format} writes files with fixed contents per log: use --directory, without --output, --table and --fields`,
      EXIT.usage,
    );
  }
  if (options.step !== undefined && table !== 'pitch-control')
    throw new CommandLineError('--step needs --table pitch-control', EXIT.usage);
  const fields = selectFields(options);
  const seen = new Map<string, string>();
  const jobs: ExportJob[] = [];
  for (const path of paths) {
    for (const log of await findLogs(path)) {
      const gameId = gameIdOf(log);
      const other = seen.get(gameId);
      if (other !== undefined) {
        throw new CommandLineError(
          `${other} and ${log} have the same name, so their rows or files would have the same id. Rename one`,
        );
      }
      seen.set(gameId, log);
      jobs.push({
        log,
        gameId,
        format,
        table,
        fields,
        ...(options.step !== undefined && { step: options.step }),
        directory: output === undefined ? directory : null,
      });
    }
  }
  return jobs;
}

/** Writes the tables of all logs to one output. */
class TableWriter {
  readonly #output: FileOutput;
  readonly #format: Options['format'];
  readonly #tables: ExportTable[] = [];
  #hasHeader = false;

  constructor(output: FileOutput, format: Options['format']) {
    this.#output = output;
    this.#format = format;
  }

  async add({ header, text, table }: ExportResult): Promise<void> {
    if (table !== null) this.#tables.push(table);
    if (text === null) return;
    if (!this.#hasHeader) await this.#output.write(header);
    this.#hasHeader = true;
    await this.#output.write(text);
  }

  async finish(): Promise<void> {
    if (this.#tables.length === 0) return;
    await this.#output.write(
      this.#format === 'arrow' ? encodeArrow(joinTables(this.#tables)) : encodeParquet(this.#tables),
    );
  }
}

async function exportAll(streams: Io, paths: readonly string[], options: Options): Promise<void> {
  const jobs = await createJobs(paths, options);
  const workers = jobs.some(({ log }) => log === '-') ? 1 : options.jobs;
  const progress = createLogProgress(streams, 'exporting');
  const io = clearBeforeOutput(streams, progress);
  const { output: name } = options;
  let failed = 0;
  try {
    if (name === undefined) {
      makeFolderOf('--directory', options.directory);
      // Worker threads write the files.
      removeUnfinishedOnSignal(options.directory);
      failed = await exportLogs(io, jobs, workers, async ({ files }, index) => {
        for (const file of files) await io.out(`${file}\n`);
        progress.step(index + 1, jobs.length);
      });
    } else {
      const inputs = jobs.map(({ log }) => log);
      failed = await writeOutput(io, name, inputs, async (output) => {
        const writer = new TableWriter(output, options.format);
        const count = await exportLogs(io, jobs, workers, async (result, index) => {
          await writer.add(result);
          progress.step(index + 1, jobs.length);
        });
        if (count === jobs.length) throw new CommandLineError('', EXIT.failed);
        await writer.finish();
        return count;
      });
    }
  } finally {
    progress.done();
  }
  if (failed > 0) throw new CommandLineError('', EXIT.failed);
}

/** Adds `export`: writes logs in formats of other programs. */
export function addExport(program: Command, io: Io): void {
  const verb = program
    .command('export')
    .description(
      'write tables or tracking data of many logs for other programs; see docs/use/analyst/exports.md',
    )
    .argument('<logs...>', 'game logs, or folders with game logs; - reads the standard input')
    .addOption(
      new Option('-f, --format <format>', 'format of the files')
        .choices([...TABLE_FORMATS, ...MATCH_FORMATS])
        .default('csv'),
    )
    .addOption(
      new Option('-t, --table <table>', 'table to export, with csv, jsonl, parquet and arrow')
        .choices([...LOG_TABLES])
        .default('tracking'),
    )
    .option(
      '--fields <names>',
      'columns of the table, with commas; * stands for any characters: time,ball_*,l*_x',
      (text: string) => text.split(','),
    )
    .option(
      '--step <cycles>',
      `with --table pitch-control: cycles from one show to the next (default: ${CONTROL_STEP})`,
      parsePositive,
    )
    .option('-d, --directory <path>', 'folder for one file per log and table', '.')
    .option(
      '-o, --output <file>',
      'write the tables of all logs to one file instead; - is the standard output',
    )
    .addOption(createJobsOption())
    .action((logs: string[], options: Options) => exportAll(io, logs, options));
  describeVerb(verb, [
    ['--format parquet --table spadl -o actions.parquet matches', 'writes the actions of all matches'],
    ['--table pitch-control --step 10 match.rcg', 'writes the pitch control of one show of ten'],
    ['--fields time,ball_*,l*_x,l*_y -o - match.rcg', 'prints some columns as CSV'],
    ['--format tracab -d out match.rcg.gz', 'writes out/match.dat and out/match.xml'],
  ]);
}
