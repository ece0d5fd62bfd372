import { CommandLineError, describeVerb, EXIT, formatJson } from '@rcss/kit/command-line';
import { readRecordPieces } from '@rcss/log-service/files';
import { type FileOutput, type Io, reportError, writeOutput } from '@rcss/log-service/streams';
import { formatCsvRow } from '@rcss/logs/text';
import { createAerialTracker, createAnalyzer, type MatchAnalysis, summarize } from '@rcss/stats';
import type { ActionValue } from '@rcss/stats/action-values';
import {
  createStatsTable,
  findObject,
  formatStats,
  formatValues,
  isValueTable,
  STATS_TABLES,
  type StatsTable,
  tableColumns,
} from '@rcss/stats/tables';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createTextOutputOption, parsePositive, parseWhole } from './options.js';

interface Options {
  readonly json: boolean;
  readonly csv: boolean;
  readonly table?: StatsTable;
  readonly values: boolean;
  readonly until?: number;
  readonly step: number;
  /** Objects of heat maps: 0 the ball, 1 to 22 the players. */
  readonly object: readonly number[];
  readonly output: string;
}

/** A match, and the values of its actions if they are needed. */
interface AnalyzedLog {
  readonly analysis: MatchAnalysis;
  readonly values: readonly ActionValue[] | null;
}

/** Analyzes a log file in one pass. */
async function analyzeFile(io: Io, log: string, hasValues: boolean): Promise<AnalyzedLog> {
  const analyzer = createAnalyzer(createAerialTracker());
  const library = hasValues ? await import('@rcss/stats/action-values') : null;
  const recorder = library === null ? null : new library.ValueRecorder();
  for await (const records of readRecordPieces(io, log, { reuseFrames: true })) {
    for (const record of records) {
      analyzer.addRecord(record);
      recorder?.addRecord(record);
    }
  }
  const analysis = analyzer.finish();
  return { analysis, values: recorder?.finish(analysis, library!.createStateModel).actions ?? null };
}

/** Finds the last show whose game time is at most `time`. */
function findLastShow(analysis: MatchAnalysis, time: number): number {
  const { length, time: times } = analysis.columns;
  let show = length - 1;
  while (show > 0 && times[show]! > time) show--;
  return show;
}

const ALL_OBJECTS: readonly number[] = Array.from({ length: 23 }, (_, i) => i);

function parseObjects(text: string): readonly number[] {
  if (text === 'all') return ALL_OBJECTS;
  return text.split(',').map((name) => {
    const object = findObject(name);
    if (object === undefined) {
      throw new InvalidArgumentError(
        `'${name}' is unknown. Allowed: all, or with commas ball, l1 to l11, r1 to r11.`,
      );
    }
    return object;
  });
}

/** Writes the statistics of logs in the form of the options, one log after the other. */
class StatsReport {
  readonly #output: FileOutput;
  readonly #options: Options;
  #rows = 0;

  constructor(output: FileOutput, options: Options) {
    this.#output = output;
    this.#options = options;
  }

  async begin(): Promise<void> {
    if (this.#options.json) await this.#output.write('[');
  }

  async add(log: string, { analysis, values }: AnalyzedLog): Promise<void> {
    const { json, csv, table, until, step, object } = this.#options;
    const last = until === undefined ? Number.POSITIVE_INFINITY : findLastShow(analysis, until);
    const stats = summarize(analysis, last);
    if (!json && !csv && table === undefined) {
      const counted = values?.filter(({ event }) => event.endShow <= last);
      await this.#output.write(`${this.#rows++ > 0 ? '\n' : ''}${formatStats(log, stats)}`);
      if (counted !== undefined) await this.#output.write(`\n${formatValues(analysis, stats, counted)}`);
      return;
    }
    const tableOptions = { step, until: last, objects: object, ...(values === null ? {} : { values }) };
    const createRows = (name: StatsTable) => createStatsTable(name, analysis, stats, tableOptions);
    const rows = createRows(table ?? 'teams');
    if (json) {
      const all =
        values === null
          ? {}
          : {
              values: {
                teams: createRows('team-values'),
                players: createRows('player-values'),
                moments: createRows('moments'),
              },
            };
      const value = table === undefined ? { log, ...stats, ...all } : { log, [table]: rows };
      await this.#output.write(`${this.#rows++ > 0 ? ',' : ''}\n${formatJson(value)}`);
      return;
    }
    const columns = tableColumns(table ?? 'teams', rows);
    if (this.#rows++ === 0) await this.#output.write(formatCsvRow(['log', ...columns]));
    for (const row of rows)
      await this.#output.write(formatCsvRow([log, ...columns.map((column) => row[column])]));
  }

  async end(): Promise<void> {
    if (this.#options.json) await this.#output.write('\n]\n');
  }
}

/** Prints the statistics of the logs that can be read, and returns the count of the others. */
async function printStats(
  io: Io,
  logs: readonly string[],
  options: Options,
  output: FileOutput,
): Promise<number> {
  const report = new StatsReport(output, options);
  await report.begin();
  let failed = 0;
  const hasValues = options.values || isValueTable(options.table ?? 'teams');
  for (const log of logs) {
    let analyzed: AnalyzedLog;
    try {
      analyzed = await analyzeFile(io, log, hasValues);
    } catch (error) {
      if (!(error instanceof CommandLineError)) throw error;
      reportError(io, error.message);
      failed++;
      continue;
    }
    await report.add(log, analyzed);
  }
  if (failed === logs.length) throw new CommandLineError('', EXIT.failed);
  await report.end();
  return failed;
}

/** Adds `stats`: prints statistics of matches. */
export function addStats(program: Command, io: Io): void {
  const verb = program
    .command('stats')
    .description(
      'print statistics of matches as a report, JSON or CSV; docs/use/analyst/statistics.md defines the numbers',
    )
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON: a list with one element per log', false)
    .addOption(
      new Option('--csv', 'as CSV, with the log in the first column').default(false).conflicts('json'),
    )
    .addOption(
      new Option('-t, --table <table>', 'table to print (default with --csv: teams)').choices(STATS_TABLES),
    )
    .addOption(
      new Option(
        '--values',
        'add the values of the actions to the report or the JSON: by team, by player, and the decisive moments',
      )
        .default(false)
        .conflicts(['csv', 'table']),
    )
    .option('--until <time>', 'count only up to this game time', parseWhole)
    .option('--step <cycles>', 'cycles from one point of a curve to the next', parsePositive, 50)
    .addOption(
      new Option('--object <names>', 'objects of heat maps: ball, l1 to r11, with commas, or all')
        .argParser(parseObjects)
        .default([0], 'ball'),
    )
    .addOption(createTextOutputOption())
    .action(async (logs: string[], options: Options) => {
      const failed = await writeOutput(io, options.output, logs, (output) =>
        printStats(io, logs, options, output),
      );
      if (failed > 0) throw new CommandLineError('', EXIT.failed);
    });
  describeVerb(verb, [
    ['match.rcg', 'prints a report'],
    ['--values match.rcg', 'adds the values of actions and the decisive moments'],
    ['--csv --table goals matches/*.rcg.gz', 'prints all goals of many matches as CSV'],
  ]);
}
