import { Command, CommanderError } from 'commander';
import { registerConvert } from './commands/convert.js';
import { registerCsv } from './commands/csv.js';
import { registerCut } from './commands/cut.js';
import { registerDiff } from './commands/diff.js';
import { registerIndex } from './commands/index-log.js';
import { registerJson } from './commands/json.js';
import { registerPlay } from './commands/play.js';
import { registerRenameTeams } from './commands/rename-teams.js';
import { registerResult } from './commands/result.js';
import { registerReverse } from './commands/reverse.js';
import { registerSchedule } from './commands/schedule.js';
import { registerSplit } from './commands/split.js';
import { registerStats } from './commands/stats.js';
import { registerTable } from './commands/table.js';
import { registerText } from './commands/text.js';
import { registerValidate } from './commands/validate.js';
import { registerVersion } from './commands/version.js';
import { registerWeb } from './commands/web.js';
import { registerXml } from './commands/xml.js';
import { type Io, ToolError } from './io.js';

/** What a command leaves behind: its exit code, 0 if nothing is said. */
export type Action = number | undefined;

/** Everything a command needs to hang itself on the program. */
export interface Registry {
  readonly program: Command;
  readonly io: Io;
  /** Wraps an action so that its exit code is known. */
  run<A extends unknown[]>(action: (...args: A) => Promise<Action>): (...args: A) => Promise<void>;
}

const REGISTERED = [
  registerPlay,
  registerWeb,
  registerStats,
  registerCut,
  registerConvert,
  registerText,
  registerCsv,
  registerJson,
  registerXml,
  registerVersion,
  registerResult,
  registerRenameTeams,
  registerReverse,
  registerSplit,
  registerValidate,
  registerDiff,
  registerIndex,
  registerSchedule,
  registerTable,
];

/** Run the program with arguments (without `node` and the script); gives its exit code. Never throws. */
export async function runProgram(args: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  const program = new Command('rcss-log')
    .description('Play, serve, inspect, convert and analyse game logs of all versions (packed ones, too).')
    .exitOverride()
    .configureOutput({ writeOut: (text) => void io.out(text), writeErr: (text) => io.err(text) })
    .showHelpAfterError('(use --help for all options)');
  const registry: Registry = {
    program,
    io,
    run:
      (action) =>
      async (...parameters) => {
        exitCode = (await action(...parameters)) ?? 0;
      },
  };
  for (const register of REGISTERED) register(registry);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof ToolError) {
      io.err(`rcss-log: ${error.message}\n`);
      return error.exitCode;
    }
    throw error;
  }
  return exitCode;
}
