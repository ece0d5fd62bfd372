import { execa } from 'execa';
import pMap from 'p-map';

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
 * Runs steps, several at a time, and prints one line for each, in the order in which they end. After the line of a step that failed
 * come its output and what to do.
 *
 * @param {{ name: string, file: string, args: string[], command: string, fix?: string }[]} steps `command` runs the step alone, `fix`
 *   corrects what it reports
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, jobs: number, print: (line: string) => void }} options
 * @returns {Promise<string[]>} names of the steps that failed
 */
export async function runSteps(steps, { cwd, env, jobs, print }) {
  const failed = [];
  const width = Math.max(...steps.map(({ name }) => name.length));
  const run = async ({ name, file, args, command, fix }) => {
    const step = await execa(file, args, { cwd, env, stdin: 'ignore', all: true, reject: false });
    const seconds = (step.durationMs / 1000).toFixed(1);
    print(`${step.failed ? 'FAILED' : 'ok    '} ${name.padEnd(width)} ${seconds.padStart(6)} s`);
    if (!step.failed) return;
    failed.push(name);
    for (const line of excerpt(step.all || step.shortMessage)) print(line);
    print(`    Run it alone: ${command}`);
    if (fix !== undefined) print(`    Correct it:   ${fix}`);
  };
  await pMap(steps, run, { concurrency: jobs });
  return failed;
}
