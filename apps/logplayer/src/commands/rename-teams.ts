import { CommandLineError, describeVerb, EXIT } from '@rcss/command-line';
import type { Command } from 'commander';
import { readRecords } from '../input.js';
import type { Io } from '../io.js';
import { checkName, renameTeams } from '../tools/rename.js';
import { filterRecords, writeRecords } from '../tools/write-log.js';
import { createLogOutputOption, LOG_ARGUMENT } from './options.js';

interface Options {
  readonly left?: string;
  readonly right?: string;
  readonly output: string;
}

/** Adds `rename-teams`: copies a log with other team names (rcgrenameteam). */
export function addRenameTeams(program: Command, io: Io): void {
  const verb = program
    .command('rename-teams')
    .description('copy a log with other team names; messages keep the old names (rcgrenameteam)')
    .argument('<log>', LOG_ARGUMENT)
    .option('-l, --left <name>', 'new name of the left team')
    .option('-r, --right <name>', 'new name of the right team')
    .addOption(createLogOutputOption())
    .action(async (log: string, { left, right, output }: Options) => {
      if (left === undefined && right === undefined) {
        throw new CommandLineError('no new team name: use --left NAME or --right NAME', EXIT.usage);
      }
      if (left !== undefined && left === right) {
        throw new CommandLineError(`both teams would have the name ${left}`, EXIT.usage);
      }
      for (const name of [left, right]) if (name !== undefined) checkName(name);
      const records = filterRecords(
        readRecords(io, log, { reuseFrames: true }),
        renameTeams({ left, right }),
      );
      await writeRecords(io, output, [log], records, null);
    });
  describeVerb(verb, [['--left Alpha -o new.rcg old.rcg', 'gives the left team the name Alpha']]);
}
