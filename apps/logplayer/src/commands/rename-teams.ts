import { readRecords } from '../input.js';
import { ToolError } from '../io.js';
import type { Registry } from '../program.js';
import { checkName, renameTeams } from '../tools/rename.js';
import { filtered, writeRecords } from '../tools/write-log.js';

interface Options {
  readonly left?: string;
  readonly right?: string;
  readonly output: string;
}

/** `rename-teams`: other team names (rcgrenameteam). */
export function registerRenameTeams({ program, io, run }: Registry): void {
  program
    .command('rename-teams')
    .description('copy a log with other team names; messages keep the old ones (rcgrenameteam)')
    .argument('<log>', 'game log, - for the standard input')
    .option('-l, --left <name>', 'new name of the left team')
    .option('-r, --right <name>', 'new name of the right team')
    .requiredOption('-o, --output <file>', 'packed when the name ends in .gz; - for the standard output')
    .action(
      run(async (log: string, { left, right, output }: Options) => {
        if (left === undefined && right === undefined)
          throw new ToolError('no new team names (--left, --right)');
        if (left !== undefined && left === right)
          throw new ToolError(`both teams would have the name ${left}`);
        for (const name of [left, right]) if (name !== undefined) checkName(name);
        const records = filtered(readRecords(io, log, { reuseFrames: true }), renameTeams({ left, right }));
        await writeRecords(io, output, [log], records, null);
        return undefined;
      }),
    );
}
