import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundleTarget } from './bundle.mjs';
import { writeFinding } from './corpus.mjs';

const MAX_BYTES = 1 << 20;

/**
 * Runs a target with inputs that follow the coverage. An input that throws, that needs more than `limitSeconds`, or after which
 * the memory is used up is a finding; its bytes are in a file of `output`.
 *
 * @param {object} options
 * @param {string} options.root - folder of the repository
 * @param {string} options.entry - TypeScript file whose default export is the target
 * @param {string} options.name
 * @param {string} options.corpus - file of inputs to start from
 * @param {string} options.output - folder for the build and the findings
 * @param {number} options.seed
 * @param {number} options.inputs - at most so many inputs
 * @param {number} options.seconds - no new input after so many seconds
 * @param {number} [options.limitSeconds] - of one input
 * @param {number} [options.keepBytes] - size of the small corpus in the result; 0 for none
 * @param {(progress: { done: number, kept: number }) => void} [options.onProgress]
 */
export async function runTarget({
  root,
  entry,
  name,
  corpus,
  output,
  seed,
  inputs,
  seconds,
  limitSeconds = 10,
  keepBytes = 0,
  onProgress,
}) {
  mkdirSync(output, { recursive: true });
  const bundle = join(output, `${name}.mjs`);
  const { counters, words } = await bundleTarget({ entry, root, output: bundle });
  const shared = new SharedArrayBuffer(8 + MAX_BYTES);
  const sequence = new Int32Array(shared, 0, 2);
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData: {
      bundle: pathToFileURL(bundle).href,
      counters,
      words,
      corpus,
      seed,
      inputs,
      seconds,
      shared,
      keepBytes,
    },
    resourceLimits: { maxOldGenerationSizeMb: 768 },
    execArgv: ['--enable-source-maps'],
    // Targets do not print.
    stdout: true,
  });
  const findings = [];
  const addFinding = (bytes, text) =>
    findings.push({ path: writeFinding(join(output, 'found', name), bytes), text });
  const readCurrent = () => Buffer.from(Buffer.from(shared, 8, sequence[1]));
  let last = -1;
  let end = { done: 0, seconds: 0, reached: 0, kept: 0, small: [] };
  await new Promise((resolve) => {
    let watch;
    const watchInputs = () => {
      const now = Atomics.load(sequence, 0);
      if (now === last) {
        addFinding(readCurrent(), `No answer within ${limitSeconds} s`);
        void worker.terminate();
      }
      last = now;
    };
    worker.on('message', (message) => {
      if (message.type === 'finding') addFinding(Buffer.from(message.bytes), message.text);
      else if (message.type === 'ready') watch = setInterval(watchInputs, limitSeconds * 1000);
      else if (message.type === 'progress') onProgress?.(message);
      else end = message;
    });
    worker.on('error', (error) => addFinding(readCurrent(), error.stack ?? String(error)));
    worker.on('exit', () => {
      clearInterval(watch);
      resolve();
    });
  });
  return { name, counters, ...end, findings };
}
