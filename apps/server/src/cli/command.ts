import {
  CommandLineError,
  createIntegerParser,
  createProgram,
  describeVerb,
  EXIT,
} from '@rcss/kit/command-line';
import { SERVER_VERSION } from '@rcss/params';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { addCheckOptions } from './check-config.js';
import { exitWith } from './exit-with.js';
import { parsePlayers, writeMessages } from './messages.js';
import type { ProgramHost } from './program-host.js';
import { resume } from './resume.js';
import { addRoomsOptions } from './rooms.js';
import { runUntilEnd, serve, showParameters } from './serve.js';
import { verify } from './verify.js';

/** Default time limit for the players of a resumed match to reconnect, seconds. */
const RECONNECT_TIMEOUT_SECONDS = 60;

const MAX_INTEGER = 2 ** 31 - 1;

/** Exit codes of the verbs that run a match. */
const MATCH_EXIT_CODES = {
  [EXIT.ok]: 'the match ended, or a signal ended it',
  [EXIT.failed]: 'not started: wrong parameter, port in use, log folder; also after help',
  [EXIT.usage]: 'wrong verb, option or input file; with --check-config: wrong configuration',
  [EXIT.incomplete]: 'a fault of the server ended the match; logs and results are written',
  [EXIT.filesMissing]: 'the match ended, but a log or a result is missing or incomplete',
};

/** Creates the command `rcss-server` with its verbs. */
export function createServerCommand(host: ProgramHost): Command {
  const program = createProgram({
    name: 'rcss-server',
    description:
      'Runs a soccer match. Parameters are written module::name=value; the verb help lists the modules and their parameters.',
    version: `rcss-server ${manifest.version} (rcssserver-${SERVER_VERSION})`,
    examples: [
      ['rcss-server', 'waits for teams on UDP ports 6000 to 6002'],
      [
        'rcss-server server::port=0 server::coach_port=0 server::olcoach_port=0',
        'takes free ports and prints them',
      ],
      [
        'rcss-server server::auto_mode=on server::team_l_start= "./left.sh --x"',
        'a value with blanks is an argument of its own',
      ],
      ['rcss-server rcss::bind_address=0.0.0.0', 'serves clients of all machines'],
      [
        'rcss-server --rooms rooms.yaml --workers 4',
        'holds many matches, which programs control over HTTP (docs/use/organizer/rooms.md)',
      ],
      [
        'rcss-server --rooms rooms.yaml --check-config',
        'checks the file and prints the settings and rooms, without starting anything',
      ],
      ['rcss-server server::help', 'lists the parameters of a module'],
      ['rcss-server --check-config server::half_time=60', 'checks the configuration without a match'],
    ],
    exitCodes: MATCH_EXIT_CODES,
  })
    .usage('[verb] [module::name=value ...]')
    .helpCommand(false);
  addRoomsOptions(program);
  // A command line with --rooms does not come here.
  program.on('option:workers', () => {
    throw new CommandLineError('--workers needs --rooms FILE', EXIT.usage);
  });
  addServeVerb(program, host);
  addHelpVerb(program, host);
  addVerifyVerb(program, host);
  addMessagesVerb(program, host);
  addResumeVerb(program, host);
  return program;
}

function addServeVerb(program: Command, host: ProgramHost): void {
  const verb = addCheckOptions(program.command('serve', { isDefault: true }))
    .summary('run a match (default)')
    .description('Runs a match until it ends or a signal (SIGINT, SIGTERM, SIGHUP) ends it.')
    .argument('[parameters...]', 'parameters as module::name=value, include=FILE, help, module::help')
    .allowUnknownOption()
    .action((parameters: string[]) => exitWith(serve(host, parameters, program.name())));
  describeVerb(
    verb,
    [
      ['server::half_time=60 server::auto_mode=on', 'runs a short match'],
      ['--check-config server::half_time=60', 'prints the settings that differ from their defaults'],
    ],
    MATCH_EXIT_CODES,
  );
}

function addHelpVerb(program: Command, host: ProgramHost): void {
  const verb = program
    .command('help')
    .summary('list the parameters of a module')
    .description(
      'Lists the modules, or the parameters of one with their current values; then exits with 1, as the original does.',
    )
    .argument('[module]', 'server, player, CSVSaver, MySQLSaver or rcss')
    .action((module?: string) => exitWith(showParameters(host, module, program.name())));
  describeVerb(verb, [['server', 'lists the parameters of the module server']]);
}

function addVerifyVerb(program: Command, host: ProgramHost): void {
  const verb = program
    .command('verify')
    .summary('replay a recording and compare it with the match')
    .description(
      'Replays a recorded match and compares the state after every step, and the game log byte by byte.',
    )
    .argument('<recording>', 'file that was written with rcss::record')
    .option('--log <file>', 'game log to compare with, compressed or not')
    .action((recording: string, { log }: { log?: string }) => exitWith(verify(recording, log, host.console)));
  describeVerb(verb, [['match.rec.gz --log match.rcg', 'compares the match with its game log']], {
    [EXIT.ok]: 'the replay is the same',
    [EXIT.failed]: 'the replay differs',
    [EXIT.usage]: 'a file cannot be read, or wrong command line',
  });
}

function addMessagesVerb(program: Command, host: ProgramHost): void {
  const verb = program
    .command('messages')
    .summary('write what the players of a recorded match received and sent')
    .description(
      'Replays a recorded match and writes the sense_body, see and hear messages and the commands of its players as JSON lines (docs/use/team/debug-channel.md). The viewer shows them beside the game log.',
    )
    .argument('<recording>', 'file that was written with rcss::record')
    .requiredOption('--out <file>', 'file to write, such as match.debug.jsonl; it must not exist')
    .option('--player <list>', 'players, with commas: l7,r1 (default: all)', parsePlayers)
    .action((recording: string, options: { out: string; player?: readonly number[] }) =>
      exitWith(writeMessages(recording, options, host.console)),
    );
  describeVerb(
    verb,
    [['match.rec.gz --out match.debug.jsonl --player l7', 'writes the messages of left player 7']],
    {
      [EXIT.ok]: 'the file is written',
      [EXIT.failed]: 'the replay differs, or the file cannot be written completely',
      [EXIT.usage]: 'a file cannot be read or exists already, or wrong command line',
    },
  );
}

function addResumeVerb(program: Command, host: ProgramHost): void {
  const verb = program
    .command('resume')
    .summary('continue a recorded match at a cycle')
    .description(
      'Replays a recorded match up to a cycle, waits for its players to reconnect, and continues it.',
    )
    .argument('<recording>', 'file that was written with rcss::record')
    .argument(
      '[parameters...]',
      'ports, clocks, commands and logs as module::name=value; the others are those of the recording',
    )
    .requiredOption(
      '--cycle <n>',
      'cycle after which the match continues',
      createIntegerParser(0, MAX_INTEGER),
    )
    .option(
      '--wait <seconds>',
      'time limit for the players to reconnect',
      createIntegerParser(0, MAX_INTEGER),
      RECONNECT_TIMEOUT_SECONDS,
    )
    .action((recording: string, parameters: string[], options: { cycle: number; wait: number }) =>
      exitWith(runUntilEnd(host, () => resume(recording, parameters, options, host))),
    );
  describeVerb(
    verb,
    [['match.rec.gz --cycle 3000 server::port=7000', 'continues after cycle 3000 on another port']],
    MATCH_EXIT_CODES,
  );
}
