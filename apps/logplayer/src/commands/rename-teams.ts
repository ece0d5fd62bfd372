import { CommandLineError, describeVerb, EXIT } from '@rcss/kit/command-line';
import { readRecords, writeRecords } from '@rcss/log-service/files';
import type { Io } from '@rcss/log-service/streams';
import { filterRecords, isTeamName, renameTeams } from '@rcss/logs/edit';
import type { Command } from 'commander';
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
      for (const name of [left, right]) {
        if (name === undefined || isTeamName(name)) continue;
        throw new CommandLineError(
          `${JSON.stringify(name)} is not a team name. Allowed: 1 to 31 ASCII characters without blanks, double quotes and parentheses`,
          EXIT.usage,
        );
      }
      const records = filterRecords(
        readRecords(io, log, { reuseFrames: true }),
        renameTeams({ left, right }),
      );
      await writeRecords(io, output, [log], records, null);
    });
  describeVerb(verb, [['--left Alpha -o new.rcg old.rcg', 'gives the left team the name Alpha']]);
}
