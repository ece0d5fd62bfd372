import { CommandLineError, describeVerb, EXIT, formatJson } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type Io, reportError } from '@rcss/log-service/streams';
import { formatLogVersion } from '@rcss/logs';
import type { Command } from 'commander';

interface Row {
  readonly file: string;
  readonly version: string | null;
  readonly error?: string;
}

/** Finds the version of a log. Every file could be a log of version 1, which has no header: the first record shows whether it is one. */
async function versionOf(io: Io, file: string): Promise<Row> {
  try {
    let version: string | null = null;
    for await (const record of readRecords(io, file, { raw: true })) {
      if (record.type !== 'header') break;
      version = formatLogVersion(record.version);
    }
    return { file, version };
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    return { file, version: null, error: error.message };
  }
}

async function printVersions(io: Io, logs: readonly string[], json: boolean): Promise<void> {
  const rows: Row[] = [];
  for (const file of logs) {
    const row = await versionOf(io, file);
    rows.push(row);
    if (json) continue;
    if (row.version === null) reportError(io, String(row['error'] ?? `${file}: not a game log`));
    else await io.out(`file=${file}, version=${row.version}\n`);
  }
  if (json) await io.out(`${formatJson(rows, null, 1)}\n`);
  if (rows.some((row) => row.version === null)) throw new CommandLineError('', EXIT.failed);
}

/** Adds `version`: prints the format of each log (rcgversion). */
export function addVersion(program: Command, io: Io): void {
  const verb = program
    .command('version')
    .description('print the format of each log: 1 to 7 or json (rcgversion)')
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON', false)
    .action((logs: string[], { json }: { readonly json: boolean }) => printVersions(io, logs, json));
  describeVerb(verb, [['a.rcg b.rcg.gz', 'prints file=a.rcg, version=6 and so on']]);
}
