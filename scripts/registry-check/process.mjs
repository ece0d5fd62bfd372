/** Runs other programs: to their end, or until their output contains a text. */
import { spawn } from 'node:child_process';

const DEFAULT_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;

export class CommandFailure extends Error {}

function failure(what, command, { cwd, output }) {
  return new CommandFailure(`${what}\n  command: ${command}\n  folder:  ${cwd}\n${output.trimEnd()}`);
}

/** Ends a program and everything that it has started. */
function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}

/** Groups that still run. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

function start(file, args, { cwd, env = {}, input = 'ignore' }) {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input, 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  const state = { cwd, output: '', stdout: '', stderr: '' };
  const keep = (name) => (chunk) => {
    state[name] += chunk;
    state.output += chunk;
    state.onOutput?.();
  };
  child.stdout.on('data', keep('stdout'));
  child.stderr.on('data', keep('stderr'));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      state.output += `${error.message}\n`;
      resolve(127);
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? signal);
    });
  });
  return { child, state, ended };
}

/**
 * Runs a program to its end and returns its output.
 *
 * @throws {CommandFailure} if the exit code is not 0 or the time is over
 */
export async function run(file, args, { timeoutMs = DEFAULT_TIMEOUT_MS, ...options }) {
  const command = [file, ...args].join(' ');
  const { child, state, ended } = start(file, args, options);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    signalGroup(child, 'SIGKILL');
  }, timeoutMs);
  const code = await ended;
  clearTimeout(timer);
  if (late) throw failure(`Did not end within ${timeoutMs / 1000} s`, command, state);
  if (code !== 0) throw failure(`Ended with ${code}`, command, state);
  return state;
}

/**
 * Starts a program and waits until its output contains `text`. If `text` is a number, it waits that many seconds.
 * `stop` of the result ends the program with SIGINT; 130 is the exit code of an interrupted command.
 *
 * @throws {CommandFailure} if the program ends before, the time is over, or it does not stop with one of `exitCodes`
 */
export async function startUntil(file, args, text, { timeoutMs = 30_000, ...options }) {
  const command = [file, ...args].join(' ');
  const { child, state, ended } = start(file, args, { ...options, input: 'pipe' });
  const outcome = await new Promise((resolve) => {
    const timer =
      typeof text === 'number'
        ? setTimeout(() => resolve('seen'), text * 1000)
        : setTimeout(() => resolve('late'), timeoutMs);
    const settle = (value) => {
      clearTimeout(timer);
      resolve(value);
    };
    state.onOutput = () => typeof text === 'string' && state.output.includes(text) && settle('seen');
    ended.then(settle);
  });
  if (outcome !== 'seen') {
    signalGroup(child, 'SIGKILL');
    const what =
      outcome === 'late'
        ? `Did not print "${text}" within ${timeoutMs / 1000} s`
        : `Ended with ${outcome} before ${typeof text === 'number' ? `${text} s were over` : `it printed "${text}"`}`;
    throw failure(what, command, state);
  }
  return {
    state,
    async stop(exitCodes = [0, 130]) {
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
      signalGroup(child, 'SIGINT');
      const code = await ended;
      clearTimeout(timer);
      signalGroup(child, 'SIGKILL');
      // npx ends by the signal itself.
      if (!exitCodes.includes(code) && !(code === 'SIGINT' && command.includes('npx ')))
        throw failure(`Ended with ${code} after SIGINT`, command, state);
    },
  };
}

/** Calls `work` for every item, a few at a time; the first failure ends it. */
export async function forEachLimited(items, limit, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
