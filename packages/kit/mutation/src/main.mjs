// Mutation tests: changes the code in small ways and counts how many changes the tests notice. See docs/inside/contributing/testing.md.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { planTests } from './plan.mjs';
import { distribute, Worker } from './pool.mjs';
import { countBy, formatTable, scoreOf } from './report.mjs';
import { sample } from './sample.mjs';
import { mutantsOf, SCOPES, testFilesOf } from './scopes.mjs';

const USAGE = `Usage: node packages/kit/mutation/src/main.mjs --package NAME[,NAME…] [options]

Changes the code in small ways (mutants), runs the tests that reach the change and reports the mutants that no test notices.

  --package NAMES  ${Object.keys(SCOPES).join(', ')}; all; or random: one of them, chosen by the seed
  --sample N       at most N random mutants per package (default: all)
  --seed TEXT      seed of the sample (default: 1)
  --file TEXT      only files whose path contains TEXT
  --line N         only mutants in line N
  --operator TEXT  only mutants of this operator, for example comparison
  --tests TEXTS    only test files whose path contains one of TEXT[,TEXT…]; the score is then a lower limit
  --again FILE     only mutants that survived or were not reached according to results of --json
  --list           prints the mutants and runs nothing
  --jobs J         worker processes (default: 1)
  --json FILE      appends each result to FILE as a line of JSON; mutants that FILE has already are not run again
  --minutes M      begins no further mutant after M minutes; survivors of the package's own tests are still run against
                   the tests of other packages
  --minimum P      exit code 1 if the score of all mutants together is below P percent
  --help
`;

class UsageError extends Error {}

/** Names of the packages that `--package` means. */
function readNames(text, known, seed) {
  if (text === 'all') return known;
  if (text === 'random')
    return sample(
      known.map((key) => ({ key })),
      1,
      seed,
    ).map(({ key }) => key);
  return text?.split(',') ?? [];
}

function readOptions(args) {
  const text = { type: 'string' };
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        package: text,
        sample: text,
        seed: text,
        file: text,
        line: text,
        operator: text,
        tests: text,
        again: text,
        list: { type: 'boolean' },
        jobs: text,
        json: text,
        minimum: text,
        minutes: text,
        help: { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new UsageError(error.message);
  }
  const count = (name, standard) => {
    const given = values[name];
    if (given === undefined) return standard;
    if (!/^\d+$/.test(given)) throw new UsageError(`--${name}: "${given}" is not a whole number.`);
    return Number(given);
  };
  const seed = values.seed ?? '1';
  const known = Object.keys(SCOPES);
  const names = readNames(values.package, known, seed);
  if (names.length === 0 && !values.help) throw new UsageError('--package is missing.');
  for (const name of names)
    if (!(name in SCOPES))
      throw new UsageError(`--package: "${name}" is unknown. Known: ${known.join(', ')}, all, random.`);
  return {
    ...values,
    names,
    sample: count('sample', Number.POSITIVE_INFINITY),
    seed,
    line: count('line'),
    jobs: Math.max(1, count('jobs', 1)),
    minimum: count('minimum', 0),
    minutes: count('minutes', Number.POSITIVE_INFINITY),
  };
}

const readResults = (file) =>
  file && existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];

function selectMutants(name, options) {
  const again =
    options.again &&
    new Set(
      readResults(options.again)
        .filter(({ status }) => status === 'survived' || status === 'uncovered')
        .map(({ key }) => key),
    );
  const mutants = mutantsOf(name).filter(
    ({ file, line, operator, key }) =>
      file.includes(options.file ?? '') &&
      (options.line === undefined || line === options.line) &&
      (options.operator ?? operator) === operator &&
      (!again || again.has(key)),
  );
  return sample(mutants, options.sample, options.seed);
}

const progress = (text) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};

/** Runs test files once without mutants and records which test reaches which mutant. */
async function readBaselines(title, testFiles, mutants, workers) {
  const places = mutants.map(({ id, file, coverStart, coverEnd, statement }) => ({
    id,
    file,
    coverStart,
    coverEnd,
    statement,
  }));
  for (const worker of workers) worker.greet({ type: 'prepareBaseline', mutants: places });
  const baselines = new Map(testFiles.map((file) => [file, undefined]));
  let done = 0;
  await distribute(
    workers,
    testFiles,
    (worker, testFile) => worker.request({ type: 'baseline', testFile }, 300_000),
    (testFile, answer) => {
      progress(`${title}: tests without mutants, ${++done} of ${testFiles.length}`);
      const { failure, status, message } = answer;
      if (failure || status)
        console.error(
          `\n${testFile}: fails without mutants, its failed tests are left out (${failure?.test ?? ''} ${failure?.message ?? message ?? status})`,
        );
      baselines.set(testFile, status ? { always: [], tests: [] } : answer);
    },
  );
  const names = [...baselines].map(([file, { tests }]) => [file, tests.map((test) => test.name)]);
  for (const worker of workers) worker.greet({ type: 'known', names });
  return baselines;
}

/** Result of a mutant. A process that ends is tried once more alone, because an earlier mutant can be the cause. */
async function runMutant(worker, mutant, plan) {
  if (plan.length === 0) return { status: 'uncovered' };
  const limit = 5_000 + 5 * plan.reduce((sum, { ms }) => sum + ms, 0);
  const request = { type: 'mutant', mutant, plan };
  const isUncertain = ({ status, unhandled }) => status === 'ended' || status === 'error' || unhandled;
  let answer = await worker.request(request, limit);
  if (isUncertain(answer)) {
    worker.stop();
    answer = await worker.request(request, limit);
  }
  return answer.status === 'ended' ? { ...answer, status: 'killed', message: 'the process ended' } : answer;
}

/** Runs `mutants` against `testFiles`. Mutants that no test notices go to `onSurvivor`, the others to `onResult`. */
async function runRound({ title, testFiles, mutants, workers, interrupted, onResult }) {
  if (mutants.length === 0 || interrupted()) return;
  const baselines = await readBaselines(title, testFiles, mutants, workers);
  const started = Date.now();
  let done = 0;
  await distribute(
    workers,
    mutants,
    async (worker, mutant) => {
      if (interrupted()) return undefined;
      const begin = Date.now();
      const { status, testFile, test, message } = await runMutant(
        worker,
        mutant,
        planTests(mutant, baselines),
      );
      return { status, testFile, test, message, ms: Date.now() - begin };
    },
    (mutant, answer) => {
      if (!answer) return;
      onResult(mutant, answer);
      const rest = ((Date.now() - started) / ++done) * (mutants.length - done);
      progress(`${title}: ${done} of ${mutants.length}, about ${Math.ceil(rest / 60_000)} min more`);
    },
  );
  progress('');
}

/**
 * @param {{ isStopped: () => boolean, isOver: () => boolean }} clock `isOver`: no further mutant is begun. A mutant that the package's
 * own tests do not notice is still finished, because the score would be too low otherwise.
 */
async function runPackage(name, options, workers, { isStopped, isOver }) {
  const mutants = selectMutants(name, options).map((mutant, id) => ({ ...mutant, id }));
  const earlier = new Map(readResults(options.json).map((result) => [result.key, result]));
  const results = new Map();
  for (const { key } of mutants) if (earlier.has(key)) results.set(key, earlier.get(key));
  const keep = (mutant, answer, isPartial) => {
    const { key, scope, file, line, column, operator, original, replacement } = mutant;
    const result = { key, scope, file, line, column, operator, original, replacement, ...answer };
    if (isPartial) result.isPartial = true;
    results.set(key, result);
    if (options.json) appendFileSync(options.json, `${JSON.stringify(result)}\n`);
  };
  const isUnnoticed = ({ status }) => status === 'survived' || status === 'uncovered';
  const isChosen = (testFile) => options.tests?.split(',').some((text) => testFile.includes(text)) ?? true;
  const { own, others } = testFilesOf(name);
  await runRound({
    title: name,
    testFiles: own.filter(isChosen),
    mutants: mutants.filter(({ key }) => !results.has(key)),
    workers,
    interrupted: () => isStopped() || isOver(),
    onResult: (mutant, answer) => keep(mutant, answer, isUnnoticed(answer) && others.length > 0),
  });
  // Tests of other packages only run for what the package's own tests do not notice.
  await runRound({
    title: `${name}, tests of other packages`,
    testFiles: others.filter(isChosen),
    mutants: mutants.filter(({ key }) => results.get(key)?.isPartial),
    workers,
    interrupted: isStopped,
    onResult(mutant, answer) {
      const isReached = results.get(mutant.key).status === 'survived' || answer.status === 'survived';
      keep(
        mutant,
        isUnnoticed(answer) ? { ...answer, status: isReached ? 'survived' : 'uncovered' } : answer,
      );
    },
  });
  return [...results.values()];
}

function printReport(results) {
  const survivors = results.filter(({ status }) => status === 'survived' || status === 'uncovered');
  if (survivors.length > 0) {
    console.log('Not noticed by any test:');
    for (const { key, status } of survivors)
      console.log(`  ${key}${status === 'uncovered' ? ' (not reached)' : ''}`);
    console.log();
  }
  for (const { key, message } of results.filter(({ status }) => status === 'error'))
    console.log(`Failed: ${key}: ${message}`);
  console.log(
    formatTable(
      'file',
      countBy(results, ({ file }) => file),
    ),
  );
  console.log();
  const byScope = countBy(results, ({ scope }) => scope);
  console.log(formatTable('package', byScope));
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  if (options.list) {
    for (const name of options.names) {
      const keys = selectMutants(name, options).map(({ key }) => key);
      for (const key of keys.sort(new Intl.Collator('en', { numeric: true }).compare)) console.log(key);
    }
    return 0;
  }
  let stopped = false;
  const end = Date.now() + options.minutes * 60_000;
  process.once('SIGINT', () => {
    stopped = true;
    console.error('\nStops after the running mutants. Press Ctrl+C again to stop at once.');
  });
  const workers = Array.from({ length: options.jobs }, () => new Worker());
  process.once('exit', () => {
    for (const worker of workers) worker.stop();
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(143));
  const results = [];
  try {
    for (const name of options.names)
      results.push(
        ...(await runPackage(name, options, workers, {
          isStopped: () => stopped,
          isOver: () => Date.now() > end,
        })),
      );
  } finally {
    for (const worker of workers) worker.stop();
  }
  printReport(results);
  const all = countBy(results, () => 'all').get('all');
  const score = all ? scoreOf(all) : 100;
  if (score < options.minimum) {
    console.error(`The score ${score.toFixed(1)} % is below ${options.minimum} %.`);
    return 1;
  }
  return stopped ? 130 : 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
