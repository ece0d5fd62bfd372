import { readRecords } from '../input.js';
import { ToolError } from '../io.js';
import type { Registry } from '../program.js';
import { createResultReader, type MatchResult, resultLine } from '../tools/match-result.js';

interface Options {
  readonly json?: boolean;
}

/** `result`: one line per match (rcgresultprinter), which `table` reads. */
export function registerResult({ program, io, run }: Registry): void {
  program
    .command('result')
    .description('date, teams and scores of each log, one line each (rcgresultprinter); input of "table"')
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON')
    .action(
      run(async (logs: string[], options: Options) => {
        const rows: ({ file: string } & MatchResult)[] = [];
        let failed = 0;
        for (const file of logs) {
          const reader = createResultReader();
          try {
            for await (const record of readRecords(io, file, { reuseFrames: true })) reader.record(record);
          } catch (error) {
            if (!(error instanceof ToolError)) throw error;
            io.err(`rcss-log: ${error.message}\n`);
            failed++;
            continue;
          }
          const result = reader.result(file);
          if (options.json === true) rows.push({ file, ...result });
          else await io.out(`${resultLine(result)}\n`);
        }
        if (options.json === true) await io.out(`${JSON.stringify(rows, null, 1)}\n`);
        return failed > 0 ? 1 : 0;
      }),
    );
}
