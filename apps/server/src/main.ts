import { loadConfiguration, SERVER_VERSION } from '@rcss/params';
import { processConsole } from './console-output.js';
import { hostFiles } from './host-files.js';
import { StartError, startServer } from './soccer-server.js';

/** The program `rcss-server`: configuration, server, signals, exit status (02). */
async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  processConsole.out(`rcssserver-${SERVER_VERSION}`);
  processConsole.out('');
  processConsole.out('RCSS, an independent implementation of the RoboCup 2D soccer simulator.');
  processConsole.out('Copyright (c) 2026 The RCSS developers. MIT licence.');
  processConsole.out('');
  const outcome = loadConfiguration({ argv, program: 'rcss-server', env: process.env, files: hostFiles });
  for (const { stream, text } of outcome.output) {
    if (stream === 'stdout') processConsole.out(text);
    else processConsole.err(text);
  }
  if (!outcome.ok) return outcome.exitStatus;
  try {
    const running = await startServer(outcome.config, processConsole);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => running.stop());
    await running.finished;
    return 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    processConsole.err(error.message);
    return 1;
  }
}

process.exitCode = await main();
// Sockets of clients that never answer must not keep the process alive.
process.exit();
