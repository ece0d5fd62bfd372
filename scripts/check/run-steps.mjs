import { spawn } from 'node:child_process';

/** Lines of output that are printed for a step that failed. */
const MAX_LINES = 40;

/**
 * Runs one step; its output is kept.
 *
 * @returns `{ status, output, seconds }`; status 1 if the program could not be started
 */
function runStep({ file, args }, { cwd, env }) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const end = (status) => resolve({ status, output, seconds: (performance.now() - startedAt) / 1000 });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      output += `${file}: ${error.message}\n`;
      end(1);
    });
    child.once('close', (status) => end(status ?? 1));
  });
}

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
  const waiting = [...steps];
  const width = Math.max(...steps.map(({ name }) => name.length));
  async function work() {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { status, output, seconds } = await runStep(step, { cwd, env });
      const mark = status === 0 ? 'ok    ' : 'FAILED';
      print(`${mark} ${step.name.padEnd(width)} ${seconds.toFixed(1).padStart(6)} s`);
      if (status === 0) continue;
      failed.push(step.name);
      for (const line of excerpt(output)) print(line);
      print(`    Run it alone: ${step.command}`);
      if (step.fix !== undefined) print(`    Correct it:   ${step.fix}`);
    }
  }
  await Promise.all(Array.from({ length: jobs }, work));
  return failed;
}
