import { processConsole } from './console-output.js';
import { hostFiles } from './host-files.js';
import { runProgram } from './program.js';

process.exitCode = await runProgram({
  argv: process.argv.slice(2),
  env: process.env,
  files: hostFiles,
  console: processConsole,
  onSignal: (handler) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handler);
  },
});
// Sockets of clients that never answer must not keep the process alive.
process.exit();
