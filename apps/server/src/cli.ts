import type { CommandLineProgram } from '@rcss/command-line';
import { Command } from 'commander';
import { processConsole } from './cli/process-console.js';
import { runProgram } from './cli/run-server.js';
import { hostFiles } from './config/host-files.js';

/** The program `rcss-server`. */
export const program: CommandLineProgram = {
  name: 'rcss-server',
  summary: 'run the soccer server',
  createCommand: () => new Command('rcss-server'),
  run: (argv) =>
    runProgram({
      argv,
      env: process.env,
      files: hostFiles,
      console: processConsole,
      onSignal: (handler) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handler);
      },
    }),
};
