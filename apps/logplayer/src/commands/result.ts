import { CommandLineError, describeVerb, EXIT, formatJson } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { findModificationTime, type Io, reportError } from '@rcss/log-service/streams';
import { formatLoggedResult, type LoggedResult, ResultReader } from '@rcss/logs/contents';
import type { Command } from 'commander';

interface Options {
  readonly json: boolean;
}

async function printResults(io: Io, logs: readonly string[], { json }: Options): Promise<void> {
  const rows: ({ file: string } & LoggedResult)[] = [];
  let failed = 0;
  for (const file of logs) {
    const reader = new ResultReader();
    try {
      for await (const record of readRecords(io, file, { reuseFrames: true })) reader.add(record);
    } catch (error) {
      if (!(error instanceof CommandLineError)) throw error;
      reportError(io, error.message);
      failed++;
      continue;
    }
    const result = reader.result({ name: file, modified: await findModificationTime(file) });
    if (json) rows.push({ file, ...result });
    else await io.out(`${formatLoggedResult(result)}\n`);
  }
  if (json) await io.out(`${formatJson(rows, null, 1)}\n`);
  if (failed > 0) throw new CommandLineError('', EXIT.failed);
}

/** Adds `result`: prints one line per match (rcgresultprinter), which `table` reads. */
export function addResult(program: Command, io: Io): void {
  const verb = program
    .command('result')
    .description(
      'print date, teams and scores of each log, one line each; input of "table" (rcgresultprinter)',
    )
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON', false)
    .action((logs: string[], options: Options) => printResults(io, logs, options));
  describeVerb(verb, [['matches/*.rcg.gz', 'prints one line per match']]);
}
