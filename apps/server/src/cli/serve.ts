import { CommandLineError, EXIT } from '@rcss/kit/command-line';
import {
  type ConfigurationOutcome,
  type ConsoleOutput,
  createLogConsole,
  createLogSettings,
  type LaunchedServer,
  launchServer,
  loadConfiguration,
  type SoccerServer,
  StartError,
} from '@rcss/match-server/program';
import { SERVER_VERSION } from '@rcss/params';
import { applyPriority } from './apply-priority.js';
import type { ProgramHost } from './program-host.js';
import { summarizeConfigError } from './summarize-config-error.js';
import { explainWrongArguments } from './wrong-arguments.js';

/**
 * Runs a match with the given parameters and returns the exit code (spec 02 §1, §8).
 *
 * @param program Name of the program in usage and errors.
 * @throws {CommandLineError} if an argument is neither parameter nor verb.
 */
export async function serve(
  host: ProgramHost,
  parameters: readonly string[],
  program: string,
): Promise<number> {
  const wrong = explainWrongArguments(parameters);
  if (wrong !== null) throw new CommandLineError(`${wrong}\nHelp: ${program} --help`, EXIT.usage);
  const outcome = loadConfiguration({ argv: parameters, program, env: host.env, files: host.files });
  const console = outcome.ok
    ? createLogConsole(host.console, createLogSettings(outcome.config.rcss))
    : host.console;
  printBanner(console);
  printOutput(console, outcome);
  if (!outcome.ok) {
    if (outcome.reason === 'error') console.err(`${program}: ${summarizeConfigError(outcome.output)}`);
    return outcome.exitStatus;
  }
  return runUntilEnd({ ...host, console }, async () => {
    const launched = await launchServer(outcome.config, host.console);
    applyPriority(outcome.config, { ...host, console });
    return launched;
  });
}

/** Names of all modules, as in `MODULE::name`. */
const MODULE_NAMES: readonly string[] = ['server', 'player', 'CSVSaver', 'MySQLSaver', 'rcss'];

/** Prints the usage, or the parameters of a module, and returns the exit code 1 of the original. */
export function showParameters(host: ProgramHost, module: string | undefined, program: string): number {
  if (module !== undefined && !MODULE_NAMES.includes(module)) {
    const known = MODULE_NAMES.join(', ');
    throw new CommandLineError(`unknown module '${module}'. Known modules: ${known}`, EXIT.usage);
  }
  const { console, env, files } = host;
  const argv = [module === undefined ? 'help' : `${module}::help`];
  // The original creates missing files also for its word `help`.
  const createsFiles = module === undefined;
  const outcome = loadConfiguration({ argv, program, env, files, createsFiles });
  printBanner(console);
  printOutput(console, outcome);
  return outcome.ok ? EXIT.failed : outcome.exitStatus;
}

function printBanner(console: ConsoleOutput): void {
  const record = { event: 'version' };
  console.out(`rcssserver-${SERVER_VERSION}`, record);
  console.out('', record);
  console.out('RCSS, an independent implementation of the RoboCup 2D soccer simulator.', record);
  console.out('Copyright (c) 2026 The RCSS developers. MIT license.', record);
  console.out('', record);
}

/** Prints the messages of a configuration. */
function printOutput(console: ConsoleOutput, { output }: ConfigurationOutcome): void {
  for (const { stream, text } of output) {
    const level = stream === 'stderr' && /: (?:warning|error|note): /.test(text) ? 'warn' : 'info';
    console[stream === 'stdout' ? 'out' : 'err'](text, { event: 'configuration', level });
  }
}

/** Starts a server, runs it until the match or a signal ends it, and returns the exit code. */
export async function runUntilEnd(host: ProgramHost, start: () => Promise<LaunchedServer>): Promise<number> {
  // A signal may come before the server has started (spec 02 §1.1, point 3).
  let running: LaunchedServer | null = null;
  let signalled = false;
  host.onSignal(() => {
    signalled = true;
    running?.handle.stop();
  });
  try {
    running = await start();
    if (signalled) running.handle.stop();
    await running.handle.finished;
    const code = chooseExitCode(running.handle);
    const outputError = (await host.findOutputError?.()) ?? null;
    if (outputError === null) return code;
    host.console.err(
      `Error: the standard output with the result of the match is incomplete: ${outputError}`,
      {
        event: 'output_incomplete',
        level: 'error',
      },
    );
    return code === EXIT.ok ? EXIT.filesMissing : code;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    host.console.err(error.message, { event: 'not_started', level: 'error' });
    return EXIT.failed;
  }
}

/** Returns the exit code. If the match is incomplete and files are missing too, the code is that of the match. */
function chooseExitCode({ fault, isAbandoned, fileProblems }: SoccerServer): number {
  if (fault !== null || isAbandoned) return EXIT.incomplete;
  return fileProblems.length > 0 ? EXIT.filesMissing : EXIT.ok;
}
