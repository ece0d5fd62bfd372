// Process that runs test files with and without mutants. Requests and answers: see `pool.mjs`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { applyMutant, markMutants } from './apply.mjs';
import { Loader } from './loader.mjs';
import { root } from './root.mjs';
import { runTestFile } from './test-file.mjs';

// The same cases in every run; the first failure is enough.
fc.configureGlobal({ seed: 1, endOnFailure: true });

let unhandled;
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    unhandled ??= error;
  });

const source = (file) => readFileSync(join(root, file), 'utf8');
const loader = new Loader(root);
/** Names of the tests of each test file, from a run without mutants. */
let known = new Map();
/** Whether a test passes alone, by test, and the files in which a test depends on an earlier one. */
const passedAlone = new Map();
const dependent = new Set();

/** Loader of sources in which the places of mutants are marked, with the array that the marks write to. */
let baseline;

function prepareBaseline(mutants) {
  const marked = new Map();
  for (const [file, list] of groupBy(mutants)) marked.set(join(root, file), markMutants(source(file), list));
  const reached = new Uint8Array(1 + Math.max(0, ...mutants.map(({ id }) => id)));
  globalThis.__reached = reached;
  baseline = { loader: new Loader(root, marked), reached };
}

async function runBaseline({ testFile }) {
  const { reached } = baseline;
  const take = () => {
    const ids = [];
    for (let id = 0; id < reached.length; id++) if (reached[id] === 1) ids.push(id);
    reached.fill(0);
    return ids;
  };
  const always = new Set();
  const tests = [];
  const keep = () => {
    for (const id of take()) always.add(id);
  };
  const path = join(root, testFile);
  const started = performance.now();
  await baseline.loader.prepare(path);
  const { failure } = await runTestFile(path, () => baseline.loader.execute(path), {
    bail: false,
    onStart: keep,
    onEnd: (name, ms, failed) => tests.push({ name, ms, failed, reached: take() }),
  });
  keep();
  return { tests, always: [...always], failure, ms: performance.now() - started };
}

function groupBy(mutants) {
  const groups = new Map();
  for (const mutant of mutants) {
    const group = groups.get(mutant.file) ?? [];
    group.push(mutant);
    groups.set(mutant.file, group);
  }
  return groups;
}

/** True if the test passes without mutants and without the tests before it. */
async function passesAlone(path, test) {
  const key = `${path} ${test}`;
  if (!passedAlone.has(key)) {
    const { failure } = await runTestFile(path, () => loader.execute(path), {
      selected: (name) => name === test,
    });
    passedAlone.set(key, failure === undefined);
  }
  return passedAlone.get(key);
}

async function runMutant({ mutant, plan }) {
  const file = join(root, mutant.file);
  let run;
  try {
    ({ run } = await loader.compile(file, applyMutant(source(mutant.file), mutant)));
  } catch (error) {
    return { status: 'invalid', message: String(error.message).split('\n')[0] };
  }
  const replaced = new Map([[file, run]]);
  for (const { testFile, tests } of plan) {
    const path = join(root, testFile);
    await loader.prepare(path);
    const names = known.get(testFile);
    const partial = tests !== undefined && !dependent.has(testFile);
    const chosen = new Set(tests);
    const execute = () => loader.execute(path, replaced);
    let { failure } = await runTestFile(path, execute, {
      selected: partial ? (name) => chosen.has(name) || !names.has(name) : undefined,
    });
    if (failure?.test && partial && names.has(failure.test) && !(await passesAlone(path, failure.test))) {
      dependent.add(testFile);
      ({ failure } = await runTestFile(path, execute));
    }
    // Errors of timers and events arrive after the tests.
    await new Promise((resolve) => setImmediate(resolve));
    if (failure) return { status: 'killed', testFile, test: failure.test, message: failure.message };
    if (unhandled) return { status: 'killed', testFile, message: `unhandled: ${unhandled}`, unhandled: true };
  }
  return { status: 'survived' };
}

const handlers = {
  prepareBaseline: ({ mutants }) => prepareBaseline(mutants),
  baseline: runBaseline,
  mutant: runMutant,
  known: ({ names }) => {
    known = new Map(names.map(([file, list]) => [file, new Set(list)]));
  },
};

/** True if the tests left sockets open, as a failed test can. */
async function hasOpenSockets() {
  const isOpen = () => process.getActiveResourcesInfo().some((name) => /^(UDP|TCP)/.test(name));
  // The end of a closed socket arrives a little later.
  for (let i = 0; i < 5 && isOpen(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  return isOpen();
}

process.on('message', async (request) => {
  unhandled = undefined;
  let answer;
  try {
    answer = await handlers[request.type](request);
  } catch (error) {
    answer = { status: 'error', message: error.stack };
  }
  process.send({ ...answer, leaves: (await hasOpenSockets()) || unhandled !== undefined });
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
