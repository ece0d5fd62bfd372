import { constants } from 'node:os';
import { execa } from 'execa';
import pMap from 'p-map';
import { HAS_GROUPS, SIGNALS, signalGroup } from '../launch/run-program.mjs';

/** Lines of output that are printed for a step that failed. */
const MAX_LINES = 40;

/** The last lines of an output, without empty ones, indented. */
function excerpt(output) {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const left = lines.length - MAX_LINES;
  return [...(left > 0 ? [`… ${left} more lines before`] : []), ...lines.slice(-MAX_LINES)].map(
    (line) => `    ${line}`,
  );
}

/**
 * Runs steps, several at a time, and prints a line when one starts, when it is late, and when it ends. After the line of a step that failed
 * come its output and what to do. A signal to this process ends the steps with all their processes; no further step starts then.
 *
 * @param {{ name: string, file: string, args: string[], command: string, lateAfter: number, fix?: string }[]} steps `command` runs the step
 *   alone, `fix` corrects what it reports, `lateAfter` is the time after which the step takes longer than it should, seconds
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, jobs: number, print: (line: string) => void, graceMs?: number }} options `graceMs`: time
 *   between a signal and the kill of what is still running
 * @returns {Promise<{ failed: string[], status: number }>} names of the steps that failed; the exit status, after a signal 128 plus its number
 */
export async function runSteps(steps, { cwd, env, jobs, print, graceMs = 3_000 }) {
  const failed = [];
  const width = Math.max(...steps.map(({ name }) => name.length));
  const line = (word, name, text) => print(`${word.padEnd(6)} ${name.padEnd(width)} ${text}`);
  const running = new Set();
  let ended;
  const pass = (signal) => {
    if (ended === undefined) print(`${signal}: ending ${running.size} steps`);
    ended = signal;
    for (const child of running) signalGroup(child, signal);
    setTimeout(() => {
      for (const child of running) signalGroup(child, 'SIGKILL');
    }, graceMs).unref();
  };
  const run = async ({ name, file, args, command, lateAfter, fix }) => {
    if (ended !== undefined) return;
    line('start', name, `late after ${lateAfter} s`);
    const child = execa(file, args, {
      cwd,
      env,
      stdin: 'ignore',
      all: true,
      reject: false,
      detached: HAS_GROUPS,
    });
    running.add(child);
    const timer = setTimeout(
      () => line('late', name, `> ${lateAfter} s; alone: ${command}`),
      1000 * lateAfter,
    );
    const step = await child;
    clearTimeout(timer);
    running.delete(child);
    signalGroup(child, 'SIGKILL');
    if (ended !== undefined) return;
    line(step.failed ? 'FAILED' : 'ok', name, `${(step.durationMs / 1000).toFixed(1).padStart(6)} s`);
    if (!step.failed) return;
    failed.push(name);
    for (const text of excerpt(step.all || step.shortMessage)) print(text);
    print(`    Run it alone: ${command}`);
    if (fix !== undefined) print(`    Correct it:   ${fix}`);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  await pMap(steps, run, { concurrency: jobs });
  for (const signal of SIGNALS) process.off(signal, pass);
  if (ended !== undefined) return { failed, status: 128 + constants.signals[ended] };
  return { failed, status: failed.length === 0 ? 0 : 1 };
}
