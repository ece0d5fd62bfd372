/**
 * Plays matches, collects their samples in a folder, and trains the model of `@rcss/values`:
 *   tsx --conditions=@rcss/source model/values/train-values.ts --data FOLDER [--matches N] [--half-cycles N] [--seed N] [LOG...]
 * A second call plays only the matches that the folder does not have yet. See docs/use/values.md.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { collectSamples, readSamples } from './samples.js';
import { trainValues } from './train.js';

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string', default: 'value-samples' },
    matches: { type: 'string', default: '600' },
    'half-cycles': { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    'no-training': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** Value of an option that is a whole number. */
function readCount(name: 'matches' | 'half-cycles' | 'seed', least = 1): number {
  const value = Number(values[name]);
  if (Number.isSafeInteger(value) && value >= least) return value;
  console.error(`--${name}: ${values[name]} is not a whole number from ${least}`);
  process.exit(2);
}

await collectSamples(
  values.data,
  readCount('matches', 0),
  readCount('half-cycles'),
  positionals,
  (done, of) => console.error(`${done} of ${of} matches`),
);
if (!values['no-training']) {
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
