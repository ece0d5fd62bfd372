import { CommandLineError, escapeText, runProgram } from '@rcss/kit/command-line';
import { CHECK_OPTION, checkConfig } from './check-config.js';
import { createServerCommand } from './command.js';
import type { ProgramHost } from './program-host.js';
import { createRoomsCommand, isRoomsCommand } from './rooms.js';
import { serve } from './serve.js';

/** Verbs whose arguments are options of this program, not parameters of a match. */
const TOOL_VERBS: readonly string[] = ['verify', 'messages', 'resume'];
const HELP_AND_VERSION = new Set(['--help', '-h', '--version', '-V']);

/**
 * Runs the program `rcss-server` and returns its exit code. Parameters of a match do not pass through the option parser, which
 * would change what the grammar of the original accepts (`-server::port=1`, `=`, `//`).
 *
 * @param name Name that help and errors show.
 */
export async function runServerProgram(host: ProgramHost, name = 'rcss-server'): Promise<number> {
  const { argv, console } = host;
  const [first, ...rest] = argv;
  const parameters = first === 'serve' ? rest : argv;
  const isVerb = TOOL_VERBS.includes(first ?? '') || (first === 'help' && rest.length > 0);
  const helpOption = argv.find((argument) => HELP_AND_VERSION.has(argument));
  const output = {
    out: (text: string) => console.out(text.replace(/\n$/, '')),
    err: (text: string) => console.err(text.replace(/\n$/, '')),
  };
  if (isVerb || helpOption !== undefined) {
    const command = createServerCommand(host).name(name);
    return runProgram(command, toVerbArguments(argv, helpOption), output);
  }
  if (isRoomsCommand(argv)) return await runProgram(createRoomsCommand(host, name), parameters, output);
  try {
    if (parameters.includes(CHECK_OPTION)) return await checkConfig(host, parameters, name);
    return await serve(host, parameters, name);
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    console.err(`${name}: ${escapeText(error.message)}`);
    return error.exitCode;
  }
}

/**
 * Returns the arguments for the option parser. If `--help` is next to parameters, the help of the program is
 * shown; `help VERB` shows the help of the verb.
 */
function toVerbArguments(argv: readonly string[], about: string | undefined): readonly string[] {
  const [first = '', second] = argv;
  if (first === 'help' && second !== undefined && ['serve', ...TOOL_VERBS].includes(second)) {
    return [second, '--help'];
  }
  if (about === undefined || ['serve', 'help', ...TOOL_VERBS].includes(first)) return argv;
  return [about];
}
