import {
  CommandLineError,
  type CommandLineProgram,
  createProgram,
  EXIT,
  runProgram,
} from '@rcss/kit/command-line';
import { isTeamFile } from '@rcss/kit/match-runner';
import type { Command } from 'commander';
import { packageVersion } from '../version.js';
import { addMatchOptions, readMatchPlan } from './options.js';
import { playEpisodes } from './play-episodes.js';
import { playQuickMatch } from './play-match.js';
import { findTeamSizes } from './policy-teams.js';

const EXIT_CODES = {
  [EXIT.ok]: 'the match was played to its end',
  [EXIT.failed]: 'a team did not connect or left, or the server failed',
  [EXIT.usage]: 'wrong command line, or a start script that does not exist',
  [EXIT.incomplete]: 'the match was played, but a team had fewer than 11 players',
  [EXIT.filesMissing]: 'the match was played, but a log is missing or incomplete',
  [EXIT.interrupted]: 'interrupted by Ctrl-C; the logs are complete up to then',
};

/** At most 80 columns, as in a terminal. */
const TEAM_HELP = `
Teams:
  FILE      a start script; it gets the arguments HOST PORT OLCOACH_PORT TEAM
            and runs in its own folder. A folder stands for the start.sh in it.
  TEAM.yaml  a team file as in leagues (.yaml, .json), with its environment,
            options, templates, limits and, in a synchronous match, its box
  COMMAND   a line for the shell with {host} {port} {coach_port} {olcoach_port}
            {team} {players}, for example "./start.sh {host} {team}" for a
            script of the older form, or with options of the team, such as a
            file for debug records:
            "./start.sh {host} {port} {olcoach_port} {team} --debug FILE"
  demo      the demonstration team
  chaser    eleven simple agents that run after the ball
  policy:FILE  a learned policy, with as many players as its scenario has
  module:FILE  a team module of JavaScript or TypeScript, in its own process
  NAME      the demonstration team with that name
  Start commands also get RCSS_HOST, RCSS_PORT, RCSS_COACH_PORT,
  RCSS_OLCOACH_PORT, RCSS_TEAM, RCSS_SIDE, RCSS_SEED (the seed of the match) and
  RCSS_PLAYERS in their environment,
  and RCSS_COACH=off if no coach should connect. RCSS_OPTIONS has the options of
  --left-options, --left-set and so on, as a JSON object. The output of a team
  is in LOGS/TIME-left-NAME.log or LOGS/TIME-right-NAME.log; the report at the
  end names the files.`;

/** Creates the program of a subcommand that plays a match. */
function createMatchProgram(
  verb: 'match' | 'watch',
  description: string,
  examples: readonly (readonly [string, string])[],
): CommandLineProgram {
  const name = `rcss ${verb}`;
  function createCommand(): Command {
    const command = createProgram({
      name,
      description,
      version: packageVersion,
      examples,
      exitCodes: EXIT_CODES,
    });
    command.addHelpText('after', TEAM_HELP);
    return addMatchOptions(command, verb);
  }
  return {
    name,
    createCommand,
    run(argv, shownName = name) {
      const command = createCommand().name(shownName);
      command.action(async () => {
        const {
          left = '',
          right = '',
          sandbox,
        } = command.opts<{ left?: string; right?: string; sandbox: boolean }>();
        const hasFile = [left, right].some((team) => isTeamFile(team, process.cwd()));
        // It takes longer to load than all else.
        const league = hasFile || sandbox ? await import('@rcss/league-runner/program') : undefined;
        const plan = readMatchPlan(command, verb, process.cwd(), league?.openNamedTeam);
        const sizes = await findTeamSizes(plan);
        const { scenario } = plan;
        const exitCode = await (scenario === null
          ? playQuickMatch(plan, process, sizes)
          : playEpisodes({ ...plan, scenario }, sizes));
        if (exitCode !== EXIT.ok) throw new CommandLineError('', exitCode);
      });
      return runProgram(command, argv);
    },
  };
}

/** The subcommand `rcss match`. */
export const match: CommandLineProgram = createMatchProgram(
  'match',
  'Plays a match between two teams. Starts the server and both teams, prints the result, ends everything.',
  [
    ['rcss match', 'the demonstration team against itself'],
    ['rcss match --seed 42 --left Reds --right Blues', 'the same match every time'],
    ['rcss match --left ./myteam/start.sh --right demo', 'your team on the left'],
    ['rcss match --left "./run {host} {port} {team}" --right demo', 'a command with other arguments'],
    ['rcss match --left ./myteam --left-set line=-10', 'with other values of its parameters'],
    ['rcss match --left ./myteam/team.yaml --synchronous', 'as its team file says, with its box'],
    ['rcss match --left ./myteam --watch --open', 'in the browser, by the clock'],
    ['rcss match --json', 'the result for a script'],
    ['rcss match --left policy:3v3.json --right demo', 'a learned policy'],
    [
      'rcss match --left module:./team.js --left-set line=-10',
      'a team module, with a value of its parameters',
    ],
    ['rcss match --scenario 1v1-keeper --left policy:k.json', 'episodes of a scenario'],
  ],
);

/** The subcommand `rcss watch`. */
export const watch: CommandLineProgram = createMatchProgram(
  'watch',
  'Runs a server and a page that shows the match in a browser. Without --left and --right it waits for teams to connect; ' +
    'with them it starts the teams and plays by the clock. The page stays until Ctrl-C.',
  [
    ['rcss watch --open', 'waits for teams; the kick-off button is on the page'],
    ['rcss watch --auto', 'gives the kick-off when 22 players are there'],
    ['rcss watch --left demo --right ./myteam/start.sh', 'starts both teams'],
  ],
);
