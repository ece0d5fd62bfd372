import type { LogRecord } from '@rcss/logs';
import { readRecords } from '../input.js';
import { openOutput } from '../io.js';
import type { Registry } from '../program.js';

interface Options {
  readonly output: string;
  readonly only?: string;
}

/** A record as JSON; blocks of binary logs as hexadecimal text. */
export function recordLine(record: LogRecord): string {
  return JSON.stringify(record, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
}

/** `json`: the records of a log as JSON, one a line. */
export function registerJson({ program, io, run }: Registry): void {
  program
    .command('json')
    .description(
      'every record as one line of JSON, damaged places and the end, too; for the JSON log format use "convert -v json"',
    )
    .argument('<log>', 'game log, - for the standard input')
    .option('-o, --output <file>', 'write to a file instead of the standard output', '-')
    .option('--only <types>', 'record types, with commas: header,show,playmode,team,msg,...')
    .action(
      run(async (log: string, options: Options) => {
        const only = options.only === undefined ? null : new Set(options.only.split(','));
        const output = await openOutput(io, options.output, [log]);
        for await (const record of readRecords(io, log, { reuseFrames: true, raw: true })) {
          if (only === null || only.has(record.type)) await output.write(`${recordLine(record)}\n`);
        }
        await output.close();
        return undefined;
      }),
    );
}
