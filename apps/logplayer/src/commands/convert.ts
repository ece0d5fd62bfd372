import { readRecords } from '../input.js';
import type { Registry } from '../program.js';
import { parseVersion, writeRecords } from '../tools/write-log.js';

interface Options {
  readonly output: string;
  readonly version: string;
  readonly strict?: boolean;
}

/** `convert`: any version into any other (rcgverconv, rcgconvert, rcg3to4, rcg4to3). */
export function registerConvert({ program, io, run }: Registry): void {
  program
    .command('convert')
    .description('write a log in another version, both ways (rcgverconv, rcgconvert, rcg3to4, rcg4to3)')
    .argument('<log>', 'game log, - for the standard input')
    .option('-v, --version <n>', 'version to write: 1 to 6 or json', 'json')
    .requiredOption('-o, --output <file>', 'packed when the name ends in .gz; - for the standard output')
    .option('--strict', 'stop at the first damaged place instead of leaving it out')
    .action(
      run(async (log: string, { output, version, strict = false }: Options) => {
        const target = parseVersion(version);
        await writeRecords(io, output, [log], readRecords(io, log, { reuseFrames: true, strict }), target);
        return undefined;
      }),
    );
}
