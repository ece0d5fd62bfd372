/**
 * Bytes that a step of one match allocates on the heap, per agent, with random actions and without resets. Usage, from the repository root:
 * `node --expose-gc --min-semi-space-size=128 --max-semi-space-size=128 --conditions=@rcss/source --import tsx packages/play/env/bench/allocation.ts SCENARIO [OBSERVATION]`
 *
 * V8 makes an object of each fractional number that a function which is not inlined gets or returns. Nothing else is
 * allocated. The semi-space is larger than what is measured, so that no collection changes the result.
 */
import { type BatchOptions, createBatch } from '../src/index.js';

const MATCHES = 8;
const WARM_UP_STEPS = 3000;
const STEPS = 400;

const [scenario = '11v11', type = 'egocentric'] = process.argv.slice(2);
const options = {
  scenario,
  matches: MATCHES,
  horizon: 1_000_000_000,
  autoReset: 'none',
  observation: { type },
};
const batch = createBatch(options as BatchOptions);
const { actions, actionLayout } = batch;
let word = 1;

function act(): void {
  for (let i = 0; i < actions.length; i++) {
    word = (Math.imul(word, 1664525) + 1013904223) | 0;
    const { low, high, isChoice } = actionLayout[i % actionLayout.length] as (typeof actionLayout)[number];
    const drawn = low + ((high - low) * (word >>> 8)) / 2 ** 24;
    actions[i] = isChoice === true ? Math.round(drawn) : drawn;
  }
}

batch.reset();
for (let n = 0; n < WARM_UP_STEPS; n++) {
  if (n % 50 === 0) act();
  if (n % 500 === 0) batch.reset();
  batch.step();
}
const { gc } = globalThis as { gc?: () => void };
if (gc === undefined) throw new Error('the option --expose-gc of node is missing');
const measured: number[] = [];
for (let round = 0; round < 5; round++) {
  batch.reset();
  act();
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < STEPS; n++) batch.step();
  measured.push((process.memoryUsage().heapUsed - before) / STEPS / MATCHES / batch.agents.length);
}
measured.sort((a, b) => a - b);
console.log(JSON.stringify({ scenario, type, bytes: Math.round(measured[2] as number) }));
