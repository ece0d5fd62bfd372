import { basename, dirname, join } from 'node:path';
import { describeVerb } from '@rcss/kit/command-line';
import { readRecords, writeRecords } from '@rcss/log-service/files';
import type { Io } from '@rcss/log-service/streams';
import { filterRecords, reverseRecord } from '@rcss/logs/edit';
import type { Command } from 'commander';
import { LOG_ARGUMENT } from './options.js';

/** Returns the path of the reversed log: `reverse-` and the name without `.gz`, in the same folder. */
function reverseName(log: string): string {
  return join(dirname(log), `reverse-${basename(log).replace(/\.gz$/, '')}`);
}

/** Adds `reverse`: exchanges the sides of a match (rcgreverse). */
export function addReverse(program: Command, io: Io): void {
  const verb = program
    .command('reverse')
    .description('turn the pitch by 180 degrees and exchange the teams (rcgreverse)')
    .argument('<log>', LOG_ARGUMENT)
    .argument('[output]', 'log to write (default: reverse-LOG); - writes to the standard output')
    .action(async (log: string, output: string | undefined) => {
      const name = output ?? (log === '-' ? '-' : reverseName(log));
      const records = filterRecords(readRecords(io, log, { reuseFrames: true }), reverseRecord);
      await writeRecords(io, name, [log], records, null);
      io.err(`input file = ${log}\noutput file = ${name}\n`);
    });
  describeVerb(verb, [['match.rcg', 'writes reverse-match.rcg']]);
}
