/** Runs other programs: to their end, or until their output contains a text. */
import { execa } from 'execa';

const STOP_TIMEOUT_MS = 15_000;

export class CommandFailure extends Error {}

/** Programs that still run. Each leads a group, so that what it has started ends with it. */
const running = new Set();
function signalGroup(program, signal) {
  try {
    process.kill(-program.pid, signal);
  } catch {
    // The group has ended.
  }
}
process.on('exit', () => {
  for (const program of running) signalGroup(program, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** How a program ended, or why it did not start. */
const describeEnd = ({ exitCode, signal, originalMessage: text }) =>
  `Ended with ${exitCode ?? signal ?? text}`;

/** A program that runs, with its output until now, `ended` with the result of execa, and the error of a failure. */
function start(file, args, { cwd, env, stdin = 'ignore' }) {
  const program = execa(file, args, { cwd, env, stdin, detached: true, all: true, reject: false });
  running.add(program);
  const state = { output: '' };
  program.all.on('data', (chunk) => {
    state.output += chunk;
    state.onOutput?.();
  });
  const ended = program.finally(() => running.delete(program));
  const command = [file, ...args].join(' ');
  const failure = (what, text = state.output) =>
    new CommandFailure(`${what}\n  command: ${command}\n  folder:  ${cwd}\n${text.trimEnd()}`);
  return { program, command, state, ended, failure };
}

/**
 * Runs a program to its end and returns its outputs: `stdout`, and `all` of it.
 *
 * @throws {CommandFailure} if the exit code is not 0 or the time is over
 */
export async function run(file, args, { timeoutMs = 120_000, ...options }) {
  const { program, ended, failure } = start(file, args, options);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    signalGroup(program, 'SIGKILL');
  }, timeoutMs);
  const result = await ended;
  clearTimeout(timer);
  if (late) throw failure(`Did not end within ${timeoutMs / 1000} s`);
  if (result.failed) throw failure(describeEnd(result), result.all);
  return result;
}

/**
 * Starts a program and waits until its output contains `text`. If `text` is a number, it waits that many seconds.
 * `stop` of the result ends the program with SIGINT; 130 is the exit code of an interrupted command.
 *
 * @throws {CommandFailure} if the program ends before, the time is over, or it does not stop with one of `exitCodes`
 */
export async function startUntil(file, args, text, { timeoutMs = 30_000, ...options }) {
  const { program, command, state, ended, failure } = start(file, args, { ...options, stdin: 'pipe' });
  const isTime = typeof text === 'number';
  let timer;
  const outcome = await Promise.race([
    ended.then((result) => `${describeEnd(result)} before `),
    new Promise((resolve) => {
      timer = setTimeout(() => resolve(isTime ? 'seen' : 'It was late: '), isTime ? text * 1000 : timeoutMs);
      state.onOutput = () => !isTime && state.output.includes(text) && resolve('seen');
    }),
  ]);
  clearTimeout(timer);
  if (outcome !== 'seen') {
    signalGroup(program, 'SIGKILL');
    throw failure(outcome + (isTime ? `${text} s were over` : `it printed "${text}"`));
  }
  return {
    async stop(exitCodes = [0, 130]) {
      const force = setTimeout(() => signalGroup(program, 'SIGKILL'), STOP_TIMEOUT_MS);
      signalGroup(program, 'SIGINT');
      const result = await ended;
      clearTimeout(force);
      signalGroup(program, 'SIGKILL');
      // npx ends by the signal itself.
      const isInterrupted = result.signal === 'SIGINT' && command.includes('npx ');
      if (!exitCodes.includes(result.exitCode) && !isInterrupted)
        throw failure(`${describeEnd(result)} after SIGINT`);
    },
  };
}
