import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeInheritedFiles, findCommandProblem, startGuarded } from '@rcss/core/node';
import type { DecidingProcess, ProcessEvents, StartProcess } from '../process/deciding-process.js';

/** Time that a process has to end after its input is closed, ms. */
const END_MS = 1000;

/**
 * Returns a function that starts a command in a shell, with standard input and output for the messages; its standard error is ours. The
 * variable `RCSS_TEAM_PROCESS` is set in its environment. It ends with this process, also if it is busy.
 *
 * @param command As in a shell, for example `python3 team.py`. @param environment Further variables.
 */
export function startCommand(
  command: string,
  environment: Readonly<Record<string, string>> = {},
): StartProcess {
  return (events) => runCommand(command, environment, events);
}

function runCommand(
  command: string,
  environment: Readonly<Record<string, string>>,
  { onBytes, onEnd }: ProcessEvents,
): DecidingProcess {
  // A group of its own, so that the shell and what it started end together.
  const isGroup = process.platform !== 'win32';
  closeInheritedFiles();
  const { child, release } = startGuarded((variables) =>
    spawn(command, {
      shell: true,
      detached: isGroup,
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...environment, ...variables, RCSS_TEAM_PROCESS: '1' },
    }),
  );
  let isClosed = false;
  const kill = (): void => {
    if (child.pid === undefined || isClosed) return;
    try {
      if (isGroup) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  };
  // A process that has ended cannot be written to; `close` reports its end.
  child.stdin.on('error', () => {});
  child.stdout.on('data', (bytes: Buffer) => onBytes(bytes));
  child.on('error', ({ message }) => onEnd(`'${command}' cannot be started: ${message}`));
  child.on('close', (code, signal) => {
    // What the command has left in its group.
    kill();
    isClosed = true;
    release();
    // The codes of a shell that could not start it.
    const problem = code === 126 || code === 127 ? findCommandProblem(command, process.cwd()) : null;
    const how = signal === null ? `with exit code ${code}` : `by the signal ${signal}`;
    onEnd(`'${command}' ended ${how}${problem === null ? '' : `: ${problem}`}`);
  });
  return {
    write: (bytes) => child.stdin.write(bytes),
    close() {
      child.stdin.end();
      const timer = setTimeout(kill, END_MS);
      void once(child, 'close').then(() => clearTimeout(timer));
    },
    kill,
  };
}
