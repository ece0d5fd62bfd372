import { CommandLineError, createIntegerParser, describeVerb, formatJson } from '@rcss/kit/command-line';
import { type Io, readText, reportProblems } from '@rcss/log-service/streams';
import { createRoundRobin, groupIntoPhases, type PlannedMatch, parseTeams } from '@rcss/tournament';
import type { Command } from 'commander';

interface Options {
  readonly para: number;
  readonly json: boolean;
}

/** Limit of teams: they have 499,500 matches. */
const MAX_TEAMS = 1000;

function line({ home, away }: PlannedMatch): string {
  return `${home} vs ${away}`;
}

async function printSchedule(io: Io, list: string, { para, json }: Options): Promise<void> {
  const { teams, problems } = parseTeams(await readText(io, list));
  reportProblems(io, problems);
  if (teams.length === 0)
    throw new CommandLineError(
      `${list === '-' ? 'standard input' : list}: no team names. Give one name per line`,
    );
  if (teams.length > MAX_TEAMS)
    throw new CommandLineError(
      `${list === '-' ? 'standard input' : list}: ${teams.length} teams. Allowed: up to ${MAX_TEAMS}`,
    );
  const matches = createRoundRobin(teams);
  io.err(`The number of teams : ${teams.length}\nThe number of matches : ${matches.length}\n`);
  // Phases need at least two matches at a time, and enough teams for them.
  if (para < 2 || 2 * para > teams.length) {
    if (json) await io.out(`${formatJson(matches)}\n`);
    else for (const match of matches) await io.out(`${line(match)}\n`);
    return;
  }
  const { phases, restCount } = groupIntoPhases(matches, para);
  if (json) await io.out(`${formatJson(phases)}\n`);
  else {
    for (const [k, phase] of phases.entries()) {
      await io.out(`----- phase ${k + 1} -----\n`);
      for (const [i, match] of phase.entries()) await io.out(`${i}: ${line(match)}\n`);
    }
  }
  if (restCount > 0) {
    io.err(
      `*** Failed to create the paralleled matches.***\n${restCount} matches at the end: a team may play twice in a phase\n`,
    );
  }
}

/** Adds `schedule`: prints a round robin of the teams in a list (rclmscheduler). */
export function addSchedule(program: Command, io: Io): void {
  const verb = program
    .command('schedule')
    .description('print a round robin of teams (rclmscheduler)')
    .argument('[list]', 'file with one team name per line; - reads the standard input', '-')
    .option(
      '-p, --para <n>',
      'print phases of n matches; a team plays at most once in a phase',
      createIntegerParser(0, 1000),
      0,
    )
    .option('--json', 'as JSON', false)
    .action((list: string, options: Options) => printSchedule(io, list, options));
  describeVerb(verb, [['--para 4 teams.txt', 'prints phases of four matches']]);
}
