import { describeVerb, formatJson } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import type { LogRecord } from '@rcss/logs';
import type { Command } from 'commander';
import { createNamesParser, createTextOutputOption, LOG_ARGUMENT, RECORD_TYPES } from './options.js';

interface Options {
  readonly output: string;
  readonly only?: ReadonlySet<string>;
}

/** Formats a record as JSON, with blocks of binary logs as hexadecimal text. */
function formatRecord(record: LogRecord): string {
  return formatJson(record, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

/** Adds `json`: prints the records of a log as JSON, one per line. */
export function addJson(program: Command, io: Io): void {
  const verb = program
    .command('json')
    .description(
      'print every record as a line of JSON, also damaged places and the end; for a JSON log use "convert -v json"',
    )
    .argument('<log>', LOG_ARGUMENT)
    .addOption(createTextOutputOption())
    .option(
      '--only <types>',
      'record types, with commas: header,show,playmode,team,msg',
      createNamesParser(RECORD_TYPES),
    )
    .action((log: string, { output: name, only }: Options) =>
      writeOutput(io, name, [log], async (output) => {
        for await (const record of readRecords(io, log, { reuseFrames: true, raw: true })) {
          if (only === undefined || only.has(record.type)) await output.write(`${formatRecord(record)}\n`);
        }
      }),
    );
  describeVerb(verb, [['--only playmode,team match.rcg', 'prints play modes and scores']]);
}
