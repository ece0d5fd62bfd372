import { basename, dirname, join } from 'node:path';
import { readRecords } from '../input.js';
import type { Registry } from '../program.js';
import { reverseRecord } from '../tools/reverse.js';
import { filtered, writeRecords } from '../tools/write-log.js';

/** `reverse-` + name, packed no more. */
export function reverseName(log: string): string {
  return join(dirname(log), `reverse-${basename(log).replace(/\.gz$/, '')}`);
}

/** `reverse`: the match seen from the other side (rcgreverse). */
export function registerReverse({ program, io, run }: Registry): void {
  program
    .command('reverse')
    .description('turn the pitch by 180 degrees and exchange the teams (rcgreverse)')
    .argument('<log>', 'game log, - for the standard input')
    .argument('[output]', 'default: reverse-LOG; - for the standard output')
    .action(
      run(async (log: string, output: string | undefined) => {
        const name = output ?? (log === '-' ? '-' : reverseName(log));
        const records = filtered(readRecords(io, log, { reuseFrames: true }), reverseRecord);
        await writeRecords(io, name, [log], records, null);
        io.err(`input file = ${log}\noutput file = ${name}\n`);
        return undefined;
      }),
    );
}
