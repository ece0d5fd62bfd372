/**
 * Plays matches, collects their samples in a folder, and trains the model of `@rcss/values`:
 *   tsx --conditions=@rcss/source model/values/train-values.ts --data FOLDER [--matches N] [--half-cycles N] [--seed N] [--jobs N] [LOG...]
 * A second call plays only the matches that the folder does not have yet. See docs/use/analyst/values.md.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endPart, ownPart, runParts, send } from './parts.js';
import { collectSamples, readSamples } from './samples.js';
import { trainValues } from './train.js';

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string', default: 'value-samples' },
    first: { type: 'string', default: '1' },
    matches: { type: 'string', default: '600' },
    'half-cycles': { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    'no-training': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** Value of an option that is a whole number. */
function readCount(name: 'matches' | 'half-cycles' | 'seed' | 'first' | 'jobs', least = 1): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name}: ${values[name]} is not a whole number from ${least}`);
  process.exit(2);
}

const first = readCount('first');
const last = first + readCount('matches', 0) - 1;
const jobs = readCount('jobs');

if (ownPart === undefined) {
  let done = 0;
  await runParts(jobs, () => {
    done += 1;
    if (done % 10 === 0) console.error(`${done} of ${last - first + 1} matches`);
  });
  if (!values['no-training']) train();
} else {
  const part = [ownPart, jobs] as const;
  const halfCycles = readCount('half-cycles');
  await collectSamples({ folder: values.data, first, last, halfCycles, logs: positionals, part }, () =>
    send('match'),
  );
  endPart();
}

/** Trains on all samples of the folder and writes the model of the package. */
function train(): void {
  const model = trainValues(readSamples(values.data), readCount('seed'), (epoch, loss, base) =>
    console.log(`epoch ${epoch}: log loss ${loss.toFixed(4)}, of the shares ${base.toFixed(4)}`),
  );
  const path = fileURLToPath(new URL('../../../../play/values/src/value-model.json', import.meta.url));
  const { hidden, output, ...head } = model;
  const list = (rows: readonly (readonly number[])[]): string =>
    `[\n${rows.map((row) => `    ${JSON.stringify(row).replaceAll(',', ', ')}`).join(',\n')}\n  ]`;
  const text = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "hidden": ${list(hidden)},\n  "output": ${list(output)}\n}\n`;
  writeFileSync(path, text);
  const { matches, frames, teams } = model.training;
  console.log(`${frames} frames of ${matches} matches: ${JSON.stringify(teams)}; ${text.length} bytes`);
}
