import { describe, expect, it } from 'vitest';
import { createMt19937, drawBetween, nextUint32, nextUniform } from './mt19937.js';

const take = <T>(count: number, next: () => T): T[] => Array.from({ length: count }, next);

describe('the generator of player types (spec 05b §1.3)', () => {
  it.each([
    [0, [2357136044, 2546248239, 3071714933, 3626093760, 2588848963, 3684848379]],
    [1, [1791095845, 4282876139, 3093770124, 4005303368, 491263, 550290313]],
    [42, [1608637542, 3421126067, 4083286876, 787846414, 3143890026, 3348747335]],
    [2147483647, [1689602031, 3831148394, 2820341149, 2744746572, 370616153, 3004629480]],
  ])('gives the first outputs of seed %d', (seed, outputs) => {
    const mt = createMt19937(seed);
    expect(take(6, () => nextUint32(mt))).toEqual(outputs);
  });

  it.each([
    [0, [0.5928446165166826, 0.8442657442565983, 0.8579456199898299]],
    [1, [0.9971848082302656, 0.9325573613681655, 0.128124447772306]],
    [42, [0.796542984287846, 0.18343478789336848, 0.7796909976126613]],
  ])('gives the first reals of seed %d', (seed, reals) => {
    const mt = createMt19937(seed);
    expect(take(3, () => nextUniform(mt))).toEqual(reals);
  });

  it('the 10000th output of seed 5489 is the published check value', () => {
    const mt = createMt19937(5489);
    expect(take(10000, () => nextUint32(mt)).at(-1)).toBe(4123659995);
  });

  it('equal bounds consume no output; reversed bounds give the same values', () => {
    const a = createMt19937(3);
    const b = createMt19937(3);
    expect(drawBetween(a, 0.25, 0.25)).toBe(0.25);
    expect(drawBetween(a, -1, 2)).toBe(drawBetween(b, 2, -1));
    expect(nextUint32(a)).toBe(nextUint32(b));
  });
});
