import { createAnalyzer, type MatchAnalysis, summarize } from '@rcss/logs/stats';
import { Option } from 'commander';
import { readRecords } from '../input.js';
import { type Io, openOutput, ToolError } from '../io.js';
import type { Registry } from '../program.js';
import { csvRow } from '../tools/csv-text.js';
import { objectOf, STATS_TABLES, type StatsTable, tableOf } from '../tools/stats-tables.js';
import { statsText } from '../tools/stats-text.js';

interface Options {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly table?: StatsTable;
  readonly until?: string;
  readonly step: string;
  readonly object: string;
  readonly output: string;
}

/** The analysis of a log file, in one pass. */
export async function analyzeFile(io: Io, log: string): Promise<MatchAnalysis> {
  const analyzer = createAnalyzer();
  for await (const record of readRecords(io, log, { reuseFrames: true })) analyzer.record(record);
  return analyzer.finish();
}

/** Last show whose time is not greater. */
function showUntil(analysis: MatchAnalysis, time: number): number {
  const { length, time: times } = analysis.columns;
  let show = length - 1;
  while (show > 0 && times[show]! > time) show--;
  return show;
}

function whole(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new ToolError(`--${name}: ${text} is no number of cycles`);
  return value;
}

/** `stats`: statistics of matches. */
export function registerStats({ program, io, run }: Registry): void {
  program
    .command('stats')
    .description(
      'statistics of one or many matches: report, JSON, or tables as CSV; defined in docs/statistics.md',
    )
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON: a list with one element per log')
    .option('--csv', 'as CSV, with a column that tells the log')
    .addOption(
      new Option('-t, --table <table>', 'which table; for --csv "teams" by default').choices([
        ...STATS_TABLES,
      ]),
    )
    .option('--until <time>', 'only what happened up to this game time')
    .option('--step <cycles>', 'distance of points in curves', '50')
    .option('--object <names>', 'heat maps of: ball, l1 to r11, with commas, or all', 'ball')
    .option('-o, --output <file>', 'write to a file instead of the standard output', '-')
    .action(
      run(async (logs: string[], options: Options) => {
        const step = Math.max(1, whole(options.step, 'step'));
        const until = options.until === undefined ? null : whole(options.until, 'until');
        const names =
          options.object === 'all'
            ? Array.from({ length: 23 }, (_, i) => i)
            : options.object.split(',').map(objectOf);
        const objects = names.filter((object) => object !== undefined);
        if (objects.length < names.length)
          throw new ToolError(`--object: ${options.object} names something else than ball, l1 to r11`);
        const output = await openOutput(io, options.output, logs);
        let failed = 0;
        let rows = 0;
        const table = options.table ?? 'teams';
        const json = options.json === true;
        if (json) await output.write('[');
        for (const log of logs) {
          let analysis: MatchAnalysis;
          try {
            analysis = await analyzeFile(io, log);
          } catch (error) {
            if (!(error instanceof ToolError)) throw error;
            io.err(`rcss-log: ${error.message}\n`);
            failed++;
            continue;
          }
          const last = until === null ? Number.POSITIVE_INFINITY : showUntil(analysis, until);
          const stats = summarize(analysis, last);
          if (!json && options.csv !== true && options.table === undefined) {
            await output.write(`${rows++ > 0 ? '\n' : ''}${statsText(log, stats)}`);
            continue;
          }
          const wanted = tableOf(table, analysis, stats, { step, until: last, objects });
          if (json) {
            const value = options.table === undefined ? { log, ...stats } : { log, [table]: wanted };
            await output.write(`${rows++ > 0 ? ',' : ''}\n${JSON.stringify(value)}`);
            continue;
          }
          for (const row of wanted) {
            if (rows++ === 0) await output.write(csvRow(['log', ...Object.keys(row)]));
            await output.write(csvRow([log, ...Object.values(row)]));
          }
        }
        if (json) await output.write('\n]\n');
        await output.close();
        return failed > 0 ? 1 : 0;
      }),
    );
}
