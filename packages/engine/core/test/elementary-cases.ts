import { acos, atan2, cos, exp, log, pow, sin } from '../src/elementary.js';
import * as exact from './exact.js';

/** Random numbers in [0, 1) from integer arithmetic only, independent of the package under test. */
export function createUniformGenerator(seed: number): () => number {
  let state = seed | 0 || 1;
  const word = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;
}

type Draw = (next: () => number) => number[];
type RealFunction = (...args: number[]) => number;

export interface ElementaryCase {
  readonly name: string;
  readonly own: RealFunction;
  readonly exact: (...args: number[]) => exact.ExactValue;
  readonly engine: RealFunction;
  readonly draw: Draw;
}

const drawBetween =
  (lo: number, hi: number): Draw =>
  (next) => [lo + (hi - lo) * next()];
/** A double of any exponent in 2^lo .. 2^hi, computed without logarithms. */
const drawAnyExponent = (next: () => number, lo: number, hi: number): number => {
  let e = lo + Math.floor(next() * (hi - lo));
  let x = 1 + next();
  for (; e > 0; e--) x *= 2;
  for (; e < 0; e++) x /= 2;
  return x;
};
const withRandomSign = (next: () => number, x: number): number => (next() < 0.5 ? -x : x);
/** A neighbor of x, up to 4 units in the last place away. */
const drawNear = (next: () => number, x: number): number => x * (1 + Math.floor(next() * 9 - 4) / 2 ** 52);
const drawInteger = (next: () => number, n: number): number => Math.floor(next() * (2 * n + 1)) - n;

const caseFactory =
  (f: RealFunction, e: ElementaryCase['exact'], engine: RealFunction) =>
  (name: string, draw: Draw): ElementaryCase => ({ name, own: f, exact: e, engine, draw });

const sines = caseFactory(
  sin as RealFunction,
  exact.sin as ElementaryCase['exact'],
  Math.sin as RealFunction,
);
const cosines = caseFactory(
  cos as RealFunction,
  exact.cos as ElementaryCase['exact'],
  Math.cos as RealFunction,
);
const directions = caseFactory(
  atan2 as RealFunction,
  exact.atan2 as ElementaryCase['exact'],
  Math.atan2 as RealFunction,
);
const arcs = caseFactory(
  acos as RealFunction,
  exact.acos as ElementaryCase['exact'],
  Math.acos as RealFunction,
);
const exps = caseFactory(exp as RealFunction, exact.exp as ElementaryCase['exact'], Math.exp as RealFunction);
const logs = caseFactory(log as RealFunction, exact.log as ElementaryCase['exact'], Math.log as RealFunction);
const powers = caseFactory(
  pow as RealFunction,
  exact.pow as ElementaryCase['exact'],
  Math.pow as RealFunction,
);

/** Samples of arguments: first the ranges of a match, then difficult and very large arguments. */
export const ELEMENTARY_CASES: readonly ElementaryCase[] = [
  sines('sin of angles in [-2 pi, 2 pi]', drawBetween(-6.2832, 6.2832)),
  sines('sin of whole degrees', (next) => [drawInteger(next, 360) * (Math.PI / 180)]),
  sines('sin of small angles', (next) => [withRandomSign(next, drawAnyExponent(next, -40, 0))]),
  sines('sin next to the steps of the table', (next) => [
    drawNear(next, drawInteger(next, 1000) * (Math.PI / 64)),
  ]),
  sines('sin of huge angles', (next) => [withRandomSign(next, drawAnyExponent(next, 5, 1023))]),
  cosines('cos of angles in [-2 pi, 2 pi]', drawBetween(-6.2832, 6.2832)),
  cosines('cos of whole degrees', (next) => [drawInteger(next, 360) * (Math.PI / 180)]),
  cosines('cos next to its zeros', (next) => [drawNear(next, (drawInteger(next, 31) + 0.5) * Math.PI)]),
  cosines('cos of huge angles', (next) => [withRandomSign(next, drawAnyExponent(next, 5, 1023))]),
  directions('atan2 on the field', (next) => [-39 + 78 * next(), -57 + 114 * next()]),
  directions('atan2 of any size', (next) => [
    withRandomSign(next, drawAnyExponent(next, -20, 20)),
    withRandomSign(next, drawAnyExponent(next, -20, 20)),
  ]),
  directions('atan2 of extreme size', (next) => {
    const size = drawAnyExponent(next, -1000, 900);
    return [withRandomSign(next, size), withRandomSign(next, size * drawAnyExponent(next, -70, 70))];
  }),
  directions('atan2 next to the steps of the table', (next) => [
    drawNear(next, (drawInteger(next, 128) + 0.5) / 128),
    1,
  ]),
  arcs('acos', drawBetween(-1, 1)),
  arcs('acos next to 1', (next) => [withRandomSign(next, 1 - drawAnyExponent(next, -50, -3))]),
  arcs('acos next to 0', (next) => [withRandomSign(next, drawAnyExponent(next, -60, -3))]),
  exps('exp of logarithms of distances', drawBetween(-23.1, 7)),
  exps('exp of any size', drawBetween(-708, 709.7)),
  exps('exp below the normal numbers', drawBetween(-745.13, -707)),
  exps('exp of small numbers', (next) => [withRandomSign(next, drawAnyExponent(next, -60, -1))]),
  logs('log of distances', (next) => [drawAnyExponent(next, -34, 10)]),
  logs('log of chance', (next) => [1 - next()]),
  logs('log next to 1', drawBetween(0.98, 1.02)),
  logs('log closest to 1', (next) => [1 + withRandomSign(next, drawAnyExponent(next, -52, -10))]),
  logs('log of any size', (next) => [drawAnyExponent(next, -1074, 1023)]),
  powers('pow(x, 6)', (next) => [2 * next(), 6]),
  powers('pow(x, 10)', (next) => [2 * next(), 10]),
  powers('pow of any exponent', (next) => [2 * next(), -10 + 20 * next()]),
  powers('pow(decay, cycles)', (next) => [0.4 + 0.6 * next(), Math.floor(100 * next())]),
  powers('pow of any size', (next) => {
    const x = drawAnyExponent(next, -1000, 1000);
    return [x, (-707 + 1416 * next()) / log(x)];
  }),
  powers('pow next to 1', (next) => {
    const x = 0.999 + 0.002 * next();
    return [x, (-707 + 1416 * next()) / log(x)];
  }),
];

/**
 * Measures over a fixed sample: worst error, share of nearest doubles, share of results equal to those of the engine.
 */
export function measureCase(
  c: ElementaryCase,
  count: number,
  seed = 1,
): { worst: number; at: number[]; nearest: number; agree: number; engineWorst: number } {
  const next = createUniformGenerator(seed * 7919);
  let worst = 0;
  let at: number[] = [];
  let nearest = 0;
  let agree = 0;
  let engineWorst = 0;
  for (let i = 0; i < count; i++) {
    const args = c.draw(next);
    const truth = c.exact(...args);
    const got = c.own(...args);
    const error = exact.errorInUlps(got, truth);
    if (!(error <= worst)) {
      worst = error;
      at = args;
    }
    if (error <= 0.5) nearest++;
    const other = c.engine(...args);
    if (Object.is(other, got)) agree++;
    else if (Number.isFinite(other)) engineWorst = Math.max(engineWorst, exact.errorInUlps(other, truth));
  }
  return { worst, at, nearest: nearest / count, agree: agree / count, engineWorst };
}

/** Digest of the bits of results at fixed arguments: 64 bits in two halves, integer arithmetic. */
export function digestResults(count: number): string {
  const double = new DataView(new ArrayBuffer(8));
  let a = 0x811c9dc5 | 0;
  let b = 0x1000193 | 0;
  const next = createUniformGenerator(20_260_101);
  for (const c of ELEMENTARY_CASES) {
    for (let i = 0; i < count; i++) {
      double.setFloat64(0, c.own(...c.draw(next)));
      a = Math.imul(a ^ double.getInt32(0), 0x9e3779b1 | 0) ^ (a >>> 15);
      b = Math.imul(b ^ double.getInt32(4) ^ a, 0x85ebca6b | 0) ^ (b >>> 13);
    }
  }
  return [a, b].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
