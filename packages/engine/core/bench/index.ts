/** Measures the elementary functions, as a ratio to those of the engine in the same run. */
import { Bench } from 'tinybench';
import * as own from '../src/elementary.js';
import { createRandomStream, normal, uniform } from '../src/random.js';

const COUNT = 1024;
const rng = createRandomStream(1, 'bench');
const draw = (lo: number, hi: number): Float64Array =>
  Float64Array.from({ length: COUNT }, () => uniform(rng, lo, hi));

type Binary = (a: number, b: number) => number;
type Row = readonly [name: string, own: Binary, engine: Binary, a: Float64Array, b: Float64Array];
const sixes = new Float64Array(COUNT).fill(6);
const none = new Float64Array(COUNT);

const rows: readonly Row[] = [
  ['sin', own.sin, Math.sin, draw(-6.3, 6.3), none],
  ['cos', own.cos, Math.cos, draw(-6.3, 6.3), none],
  ['atan2', own.atan2, Math.atan2, draw(-34, 34), draw(-52, 52)],
  ['acos', own.acos, Math.acos, draw(-1, 1), none],
  ['exp', own.exp, Math.exp, draw(-23, 7), none],
  ['log', own.log, Math.log, draw(1e-10, 1e3), none],
  ['pow(x, 6)', own.pow, Math.pow, draw(0, 2), sixes],
  ['pow', own.pow, Math.pow, draw(0, 2), draw(-10, 10)],
];

let sink = 0;
/** Returns a separate loop for each function, so that the engine can inline it. */
function loop(f: Binary, a: Float64Array, b: Float64Array): () => void {
  const make = new Function(
    'f',
    'a',
    'b',
    'return () => { let s = 0; for (let i = 0; i < a.length; i++) s += f(a[i], b[i]); return s; }',
  ) as (f: Binary, a: Float64Array, b: Float64Array) => () => number;
  const run = make(f, a, b);
  return () => {
    sink += run();
  };
}

const bench = new Bench({ time: 200, warmupTime: 100 });
for (const [name, mine, engine, a, b] of rows) {
  bench.add(`${name} own`, loop(mine, a, b));
  bench.add(`${name} engine`, loop(engine, a, b));
}
await bench.run();

const time = (name: string): number => {
  const median = bench.getTask(name)?.result?.latency?.p50;
  if (median === undefined) throw new Error(`no result of ${name}`);
  return (median * 1e6) / COUNT;
};
console.table(
  Object.fromEntries(
    rows.map(([name]) => [
      name,
      {
        'own, ns': time(`${name} own`).toFixed(1),
        'engine, ns': time(`${name} engine`).toFixed(1),
        ratio: (time(`${name} own`) / time(`${name} engine`)).toFixed(2),
      },
    ]),
  ),
);

const started = process.hrtime.bigint();
for (let i = 0; i < 200_000; i++) sink += normal(rng, 0, 1);
console.log(`normal(): ${(Number(process.hrtime.bigint() - started) / 200_000).toFixed(0)} ns`);
if (Number.isNaN(sink)) throw new Error('a result is not a number');
