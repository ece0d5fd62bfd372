import { createProgram, EXIT, type Output, runProgram } from '@rcss/kit/command-line';
import type { Command } from 'commander';
import { COMPLETION_SUMMARY, SUBCOMMANDS as PROGRAMS, type Subcommand } from './subcommands.js';
import { packageVersion } from './version.js';

const SUBCOMMANDS: readonly Subcommand[] = [
  ...PROGRAMS,
  {
    name: 'completion',
    summary: COMPLETION_SUMMARY,
    load: async () => (await import('./completion/program.js')).createCompletion(createRcss, PROGRAMS),
  },
];

/** The command `rcss` with the names of its subcommands: for help, version and errors. */
export function createRcss(): Command {
  const rcss = createProgram({
    name: 'rcss',
    description: 'RoboCup 2D soccer simulation: play, watch, serve, replay and analyze matches.',
    version: packageVersion,
    examples: [
      ['rcss match', 'plays a match of the demonstration team'],
      ['rcss match --left ./myteam/start.sh --right demo', 'plays with your team'],
      ['rcss watch --open', 'runs a server, shows the match in the browser'],
      ['rcss help log stats', 'shows the help of a verb'],
      ['eval "$(rcss completion bash)"', 'completes command lines in this shell'],
    ],
    exitCodes: {
      [EXIT.ok]: 'success',
      [EXIT.failed]: 'the work failed',
      [EXIT.usage]: 'wrong command line',
      [EXIT.incomplete]: 'the work is done, but something is missing',
      [EXIT.interrupted]: 'interrupted by Ctrl-C',
    },
  });
  rcss
    .usage('SUBCOMMAND [arguments]')
    .helpCommand('help [subcommand] [verb]', 'print the help of a subcommand');
  for (const { name, summary } of SUBCOMMANDS) {
    rcss.command(name).description(summary).usage('').allowUnknownOption();
  }
  return rcss;
}

function findSubcommand(name: string | undefined): Subcommand | undefined {
  return SUBCOMMANDS.find((subcommand) => subcommand.name === name);
}

/**
 * Runs the command `rcss` and returns its exit code.
 *
 * @param output Destinations of help and errors of `rcss` itself.
 */
export async function runRcss(argv: readonly string[], output?: Output): Promise<number> {
  const [name, ...rest] = argv;
  const subcommand = findSubcommand(name);
  if (subcommand !== undefined) return (await subcommand.load()).run(rest, `rcss ${subcommand.name}`);
  if (name === 'help') {
    const [topic, ...verbs] = rest;
    const helped = findSubcommand(topic);
    if (helped !== undefined) return (await helped.load()).run([...verbs, '--help'], `rcss ${helped.name}`);
    // An unknown topic is reported like an unknown subcommand.
    return runProgram(createRcss(), topic === undefined ? ['--help'] : [topic], output);
  }
  return runProgram(createRcss(), argv, output);
}
