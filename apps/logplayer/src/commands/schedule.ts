import { fileBytes, ToolError } from '../io.js';
import type { Registry } from '../program.js';
import { type Match, parallel, readTeams, roundRobin } from '../tools/schedule.js';

interface Options {
  readonly para?: string;
  readonly json?: boolean;
}

/** `schedule`: a round robin of the teams in a list (rclmscheduler). */
export function registerSchedule({ program, io, run }: Registry): void {
  program
    .command('schedule')
    .description('a round robin of teams, one name a line (rclmscheduler)')
    .argument('[list]', 'file with the teams', '-')
    .option('-p, --para <n>', 'in phases of so many matches, no team twice in one')
    .option('--json', 'as JSON')
    .action(
      run(async (list: string, options: Options) => {
        const pieces: Uint8Array[] = [];
        for await (const piece of fileBytes(io, list)) pieces.push(piece);
        const { teams, problems } = readTeams(Buffer.concat(pieces).toString('latin1'));
        for (const problem of problems) io.err(`${problem}\n`);
        if (teams.length === 0) throw new ToolError('No teams!');
        const size = options.para === undefined ? 0 : Number(options.para);
        if (!Number.isInteger(size) || size < 0)
          throw new ToolError(`--para: ${options.para} is no number of matches`);
        const matches = roundRobin(teams);
        io.err(`The number of teams : ${teams.length}\nThe number of matches : ${matches.length}\n`);
        // One match at a time is no phase.
        if (size < 2 || 2 * size > teams.length) {
          if (options.json === true) await io.out(`${JSON.stringify(matches)}\n`);
          else for (const match of matches) await io.out(`${line(match)}\n`);
          return undefined;
        }
        const { phases, rest } = parallel(matches, size);
        if (options.json === true) await io.out(`${JSON.stringify(phases)}\n`);
        else {
          for (const [k, phase] of phases.entries()) {
            await io.out(`----- phase ${k + 1} -----\n`);
            for (const [i, match] of phase.entries()) await io.out(`${i}: ${line(match)}\n`);
          }
        }
        if (rest > 0)
          io.err(
            `*** Failed to create the paralleled matches.***\n${rest} matches could not be paralleled\n`,
          );
        return undefined;
      }),
    );
}

function line({ home, away }: Match): string {
  return `${home} vs ${away}`;
}
