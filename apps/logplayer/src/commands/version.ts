import { CommandLineError, describeVerb, EXIT, formatJson } from '@rcss/command-line';
import type { Command } from 'commander';
import { formatVersion, readRecords } from '../input.js';
import type { Io } from '../io.js';

interface Row {
  readonly file: string;
  readonly version: string | null;
  readonly error?: string;
}

async function versionOf(io: Io, file: string): Promise<Row> {
  try {
    for await (const record of readRecords(io, file, { raw: true })) {
      return { file, version: record.type === 'header' ? formatVersion(record.version) : null };
    }
    return { file, version: null };
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
    if (row.version === null) io.err(`rcss-log: ${row.error ?? `${file}: not a game log`}\n`);
    else await io.out(`file=${file}, version=${row.version}\n`);
  }
  if (json) await io.out(`${formatJson(rows, null, 1)}\n`);
  if (rows.some((row) => row.version === null)) throw new CommandLineError('', EXIT.failed);
}

/** Adds `version`: prints the format of each log (rcgversion). */
export function addVersion(program: Command, io: Io): void {
  const verb = program
    .command('version')
    .description('print the format of each log: 1 to 6 or json (rcgversion)')
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON', false)
    .action((logs: string[], { json }: { readonly json: boolean }) => printVersions(io, logs, json));
  describeVerb(verb, [['a.rcg b.rcg.gz', 'prints file=a.rcg, version=6 and so on']]);
}
