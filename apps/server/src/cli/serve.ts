import { CommandLineError, EXIT } from '@rcss/command-line';
import { SERVER_VERSION } from '@rcss/params';
import { type ConfigurationOutcome, loadConfiguration } from '../config/configuration.js';
import {
  type LaunchedServer,
  launchServer,
  type SoccerServer,
  StartError,
} from '../lifecycle/start-server.js';
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
  const { console } = host;
  printBanner(host);
  const outcome = loadAndPrint(host, parameters, program);
  if (!outcome.ok) {
    if (outcome.reason === 'error') console.err(`${program}: ${summarizeConfigError(outcome.output)}`);
    return outcome.exitStatus;
  }
  return runUntilEnd(host, () => launchServer(outcome.config, console));
}

/** Prints the usage, or the parameters of a module, and returns the exit code 1 of the original. */
export function showParameters(host: ProgramHost, module: string | undefined, program: string): number {
  printBanner(host);
  const outcome = loadAndPrint(host, [module === undefined ? 'help' : `${module}::help`], program);
  if (outcome.ok) {
    const known = 'server, player, CSVSaver, MySQLSaver, rcss';
    throw new CommandLineError(`unknown module '${module}'. Known modules: ${known}`, EXIT.usage);
  }
  return outcome.exitStatus;
}

function printBanner({ console }: ProgramHost): void {
  console.out(`rcssserver-${SERVER_VERSION}`);
  console.out('');
  console.out('RCSS, an independent implementation of the RoboCup 2D soccer simulator.');
  console.out('Copyright (c) 2026 The RCSS developers. MIT license.');
  console.out('');
}

/** Loads the configuration and prints its messages. */
function loadAndPrint(host: ProgramHost, argv: readonly string[], program: string): ConfigurationOutcome {
  const { env, files, console } = host;
  const outcome = loadConfiguration({ argv, program, env, files });
  for (const { stream, text } of outcome.output) {
    if (stream === 'stdout') console.out(text);
    else console.err(text);
  }
  return outcome;
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
    return chooseExitCode(running.handle);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    host.console.err(error.message);
    return EXIT.failed;
  }
}

/** Returns the exit code. If the server had a fault and files are missing too, the code is that of the fault. */
function chooseExitCode({ fault, fileProblems }: SoccerServer): number {
  if (fault !== null) return EXIT.incomplete;
  return fileProblems.length > 0 ? EXIT.filesMissing : EXIT.ok;
}
