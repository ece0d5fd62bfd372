// Runs one target until its inputs or its time have ended, and reports what it finds. Started by run-target.mjs.
import { parentPort, workerData } from 'node:worker_threads';
import { createRandom } from '../../kit/test/random.mjs';
import { readCorpus, reduceCorpus } from './corpus.mjs';
import { mutate } from './mutate.mjs';

const {
  bundle,
  counters,
  words: texts,
  corpus: corpusFile,
  seed,
  inputs,
  seconds,
  shared,
  keepBytes,
} = workerData;
const MAX_MEMORY = 256 * 2 ** 20;
const MAX_FINDINGS = 20;

const hits = new Uint8Array(Math.ceil(counters / 4) * 4);
const groups = new Uint32Array(hits.buffer);
globalThis.__hits = hits;
const { default: target } = await import(bundle);
const maxBytes = target.maxBytes ?? 4096;

const sequence = new Int32Array(shared, 0, 2);
const current = Buffer.from(shared, 8);
const words = [...texts, ...(target.words ?? [])].map((word) => Buffer.from(word));
if (words.length === 0) words.push(Buffer.from('0'));
const draw = createRandom(seed);
const random = (limit) => Math.floor(draw() * limit);

/** How often a place ran, in eight steps: once, twice, three times, up to 7, 15, 31, 127, more. */
const stepOf = (count) =>
  count < 4 ? count - 1 : count < 8 ? 3 : count < 16 ? 4 : count < 32 ? 5 : count < 128 ? 6 : 7;

const seen = new Uint8Array(hits.length);

/** The features of the last input; `news` is whether one of them was not seen before. */
function readFeatures() {
  const features = [];
  let news = false;
  for (let group = 0; group < groups.length; group++) {
    if (groups[group] === 0) continue;
    for (let at = group * 4; at < group * 4 + 4; at++) {
      if (hits[at] === 0) continue;
      const step = stepOf(hits[at]);
      features.push(at * 8 + step);
      if ((seen[at] & (1 << step)) === 0) news = true;
      seen[at] |= 1 << step;
    }
  }
  return { features, news };
}

const prototypes = [Object.prototype, Array.prototype, Function.prototype];
const ownNames = prototypes.map((prototype) => new Set(Reflect.ownKeys(prototype)));

/** Throws if the input gave all objects a property, and removes it. */
function checkPrototypes() {
  for (const [i, prototype] of prototypes.entries()) {
    const added = Reflect.ownKeys(prototype).filter((name) => !ownNames[i].has(name));
    for (const name of added) delete prototype[name];
    if (added.length > 0) throw new Error(`All objects have got ${added.map(String).join(', ')}`);
  }
}

/** What the target threw for the input, or null. */
async function execute(bytes) {
  current.set(bytes);
  sequence[1] = bytes.length;
  Atomics.add(sequence, 0, 1);
  hits.fill(0);
  try {
    // The target may change what it gets.
    const running = target.run(Buffer.from(bytes));
    if (running) await running;
    checkPrototypes();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(`thrown: ${String(error)}`);
  }
}

/** One key per fault: kind and place, without numbers and texts of the input. */
const keyOf = (error) =>
  `${error.name} ${(error.stack ?? '').split('\n').find((line) => /^\s+at /.test(line)) ?? error.message}`;

/** A shorter input with the same fault. */
async function shrink(bytes, key) {
  let best = bytes;
  for (let size = best.length >> 1; size > 0; size >>= 1)
    for (let at = 0; at + size <= best.length; ) {
      const shorter = Buffer.concat([best.subarray(0, at), best.subarray(at + size)]);
      const error = await execute(shorter);
      if (error && keyOf(error) === key) best = shorter;
      else at += size;
    }
  return best;
}

const found = new Map();
async function report(bytes, error) {
  const key = keyOf(error);
  if (found.has(key)) return;
  found.set(key, true);
  const shortest = await shrink(bytes, key);
  parentPort.postMessage({ type: 'finding', bytes: shortest, text: error.stack ?? String(error) });
}

const corpus = [];
async function tryInput(bytes) {
  const error = await execute(bytes);
  const { features, news } = readFeatures();
  if (error) return report(bytes, error);
  if (news) corpus.push({ bytes, features });
  return undefined;
}

function checkMemory(bytes, before) {
  const { arrayBuffers } = process.memoryUsage();
  if (arrayBuffers - before > MAX_MEMORY)
    return report(
      bytes,
      new Error(`The buffers have ${Math.round(arrayBuffers / 2 ** 20)} MiB after this input`),
    );
  return undefined;
}

parentPort.postMessage({ type: 'ready' });
const first = [...(target.seeds ?? []).map((text) => Buffer.from(text)), ...readCorpus(corpusFile)];
for (const bytes of first) await tryInput(bytes.subarray(0, maxBytes));
if (corpus.length === 0) corpus.push({ bytes: Buffer.alloc(0), features: [] });

const { arrayBuffers } = process.memoryUsage();
const started = performance.now();
let done = 0;
let reported = started;
for (; done < inputs && found.size < MAX_FINDINGS; done++) {
  const now = performance.now();
  if (now - started > seconds * 1000) break;
  if (now - reported > 1000) {
    reported = now;
    parentPort.postMessage({ type: 'progress', done, kept: corpus.length });
    // Messages leave when the loop of events turns.
    await new Promise(setImmediate);
  }
  // Half of the time one of the newest inputs: they reach what is not explored yet.
  const newest = Math.min(corpus.length, 16);
  const parent = random(2) ? corpus[corpus.length - 1 - random(newest)] : corpus[random(corpus.length)];
  const others = [corpus[random(corpus.length)].bytes, corpus[random(corpus.length)].bytes];
  const bytes = mutate(parent.bytes, { random, words, others, maxBytes });
  await tryInput(bytes);
  if (done % 256 === 0) await checkMemory(bytes, arrayBuffers);
}

parentPort.postMessage({
  type: 'end',
  done,
  seconds: (performance.now() - started) / 1000,
  reached: seen.reduce((sum, steps) => sum + (steps > 0), 0),
  kept: corpus.length,
  small: keepBytes > 0 ? reduceCorpus(corpus, keepBytes) : [],
});
