import { describeVerb } from '@rcss/command-line';
import type { LogRecord } from '@rcss/logs';
import type { Command } from 'commander';
import { readRecords } from '../input.js';
import { type Io, openOutput } from '../io.js';
import { LOG_ARGUMENT, namesOption, RECORD_TYPES, textOutputOption } from './options.js';

interface Options {
  readonly output: string;
  readonly only?: ReadonlySet<string>;
}

/** A record as JSON; blocks of binary logs as hexadecimal text. */
function recordLine(record: LogRecord): string {
  return JSON.stringify(record, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

/** `json`: the records of a log as JSON, one per line. */
export function addJson(program: Command, io: Io): void {
  const verb = program
    .command('json')
    .description(
      'print every record as a line of JSON, damaged places and the end included; the JSON log format is "convert -v json"',
    )
    .argument('<log>', LOG_ARGUMENT)
    .addOption(textOutputOption())
    .option(
      '--only <types>',
      'record types, with commas: header,show,playmode,team,msg',
      namesOption(RECORD_TYPES),
    )
    .action(async (log: string, { output: name, only }: Options) => {
      const output = await openOutput(io, name, [log]);
      for await (const record of readRecords(io, log, { reuseFrames: true, raw: true })) {
        if (only === undefined || only.has(record.type)) await output.write(`${recordLine(record)}\n`);
      }
      await output.close();
    });
  describeVerb(verb, [['--only playmode,team match.rcg', 'prints play modes and scores']]);
}
