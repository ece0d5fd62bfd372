import { describeVerb } from '@rcss/kit/command-line';
import { readRecords, writeRecords } from '@rcss/log-service/files';
import type { Io } from '@rcss/log-service/streams';
import { type LogVersion, logFeatures } from '@rcss/logs';
import { filterRecords } from '@rcss/logs/edit';
import type { Command } from 'commander';
import { createLogOutputOption, LOG_ARGUMENT, parseLogVersion } from './options.js';

interface Options {
  readonly output: string;
  readonly version: LogVersion;
  readonly strict: boolean;
}

/** Adds `convert`: writes a log in another version (rcgverconv, rcgconvert, rcg3to4, rcg4to3). */
export function addConvert(program: Command, io: Io): void {
  const verb = program
    .command('convert')
    .description('write a log in another version, up or down (rcgverconv, rcgconvert, rcg3to4, rcg4to3)')
    .argument('<log>', LOG_ARGUMENT)
    .option('-v, --version <n>', 'version to write: 1 to 7 or json (default: json)', parseLogVersion, -1)
    .addOption(createLogOutputOption())
    .option('--strict', 'stop at the first damaged place instead of leaving it out', false)
    .action(async (log: string, { output, version, strict }: Options) => {
      const records = readRecords(io, log, { reuseFrames: true, strict });
      let flights = 0;
      const counted = filterRecords(records, (record) => {
        if (record.type === 'show' && record.frame.ballZ > 0) flights++;
        return record;
      });
      await writeRecords(io, output, [log], counted, version);
      if (flights > 0 && !logFeatures(version).ballHeight)
        io.err(
          `${output}: version ${version} does not store the height of the ball, which is lost in ${flights} shows; versions 7 and json store it\n`,
        );
    });
  describeVerb(verb, [['-v 6 -o new.rcg.gz old.rcg', 'writes the log as version 6, compressed']]);
}
