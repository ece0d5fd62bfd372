import type { CommandLineProgram } from '@rcss/command-line';
import { createServerCommand } from './cli/command.js';
import { processConsole } from './cli/process-console.js';
import type { ProgramHost } from './cli/program-host.js';
import { runServerProgram } from './cli/run-server.js';
import { hostFiles } from './config/host-files.js';

/** The program `rcss-server`. */
export const program: CommandLineProgram = {
  name: 'rcss-server',
  summary: 'run the soccer server',
  createCommand: () => createServerCommand(processHost([])),
  run: (argv, name) => runServerProgram(processHost(argv), name),
};

function processHost(argv: readonly string[]): ProgramHost {
  return {
    argv,
    env: process.env,
    files: hostFiles,
    console: processConsole,
    onSignal: (handler) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handler);
    },
  };
}
