// Fuzzing: gives every decoder of foreign bytes inputs that follow its coverage. See docs/inside/contributing/testing.md.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeCorpus } from './corpus.mjs';
import { runTarget } from './run-target.mjs';

const ROOT = join(import.meta.dirname, '../../../..');
const CORPUS = join(import.meta.dirname, '../testdata');
const USAGE = `Usage: node packages/kit/fuzz/src/main.mjs [options]

Runs the decoders in */test/fuzz/ with inputs that follow the coverage. An input that throws, hangs or uses up the memory is a finding.

  --target NAMES   NAME[,NAME…]; default: all
  --inputs N       at most N inputs per target
  --seconds S      at most S seconds per target
  --seed N         seed of the inputs (default: 1)
  --save           writes a small set of inputs that reaches what was reached into packages/kit/fuzz/testdata
  --help

Exit code 1 if there is a finding; its bytes are in .rcss/fuzz/found/TARGET. Give them to the target's corpus with the repair.
`;
const KEPT_BYTES = 8_000;

function fail(message) {
  console.error(message);
  process.exit(2);
}

function readOptions() {
  const text = { type: 'string' };
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        target: text,
        inputs: text,
        seconds: text,
        seed: text,
        save: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }));
  } catch (error) {
    fail(`${error.message}\n\n${USAGE}`);
  }
  const count = (name, standard) => {
    const given = values[name] ?? standard;
    if (given !== undefined && !/^\d{1,15}$/.test(given))
      fail(`--${name}: "${given}" is not a whole number.`);
    return given === undefined ? Number.POSITIVE_INFINITY : Number(given);
  };
  const limits = { inputs: count('inputs'), seconds: count('seconds'), seed: count('seed', '1') };
  if (
    !values.help &&
    limits.inputs === Number.POSITIVE_INFINITY &&
    limits.seconds === Number.POSITIVE_INFINITY
  )
    fail('Give --inputs or --seconds.');
  return { ...values, ...limits };
}

/** Targets by name. */
function listTargets() {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*/test/fuzz/*.ts'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  return new Map(
    files
      .trim()
      .split('\n')
      .map((file) => [basename(file, '.ts'), join(ROOT, file)]),
  );
}

const options = readOptions();
if (options.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const targets = listTargets();
const names = options.target?.split(',') ?? [...targets.keys()];
for (const name of names)
  if (!targets.has(name)) fail(`--target: "${name}" is unknown. Known: ${[...targets.keys()].join(', ')}.`);

const output = join(ROOT, '.rcss/fuzz');
rmSync(join(output, 'found'), { recursive: true, force: true });
console.log('target               inputs   per second  places reached      kept  findings');
let findings = 0;
for (const name of names) {
  const corpus = join(CORPUS, `${name}.jsonl`);
  const result = await runTarget({
    root: ROOT,
    entry: targets.get(name),
    name,
    corpus,
    output,
    seed: options.seed,
    inputs: options.inputs,
    seconds: options.seconds,
    keepBytes: options.save ? KEPT_BYTES : 0,
    onProgress: ({ done, kept }) =>
      process.stderr.isTTY && process.stderr.write(`\r\u001b[K${name}: ${done} inputs, ${kept} kept`),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const rate = Math.round(result.done / Math.max(0.001, result.seconds));
  const reached = `${result.reached} of ${result.counters}`;
  console.log(
    `${name.padEnd(18)} ${String(result.done).padStart(8)} ${String(rate).padStart(12)} ${reached.padStart(15)} ${String(result.kept).padStart(9)} ${String(result.findings.length).padStart(9)}`,
  );
  for (const { path, text } of result.findings)
    console.error(`\n${path}\n${text.split('\n').slice(0, 8).join('\n')}\n`);
  findings += result.findings.length;
  if (options.save && result.findings.length === 0) writeCorpus(corpus, result.small);
}
process.exitCode = findings > 0 ? 1 : 0;
