import { createRandomStream, normal } from '@rcss/core/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSpsa,
  isTuned,
  nextTrial,
  recordTrial,
  type SpsaPlan,
  type SpsaState,
  spsaGain,
} from './spsa.js';

/** Tunes with a value function and noise; larger values are better. */
function tune(plan: SpsaPlan, value: (x: readonly number[]) => number, noise: number): SpsaState {
  const rng = createRandomStream(plan.seed ?? 0, 'noise');
  let state = createSpsa(plan);
  while (!isTuned(state)) {
    const { plus, minus } = nextTrial(state);
    state = recordTrial(state, value(plus) - value(minus) + normal(rng, 0, noise));
  }
  return state;
}

const parameter = (name: string, start: number) => ({ name, start, min: -10, max: 10, perturbation: 1 });

describe('SPSA', () => {
  it('finds the maximum of a quadratic function of several parameters in spite of noise', () => {
    const start = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(start, fc.integer(), (starts, seed) => {
        const plan: SpsaPlan = {
          parameters: starts.map((value, i) => parameter(`p${i}`, value)),
          steps: 1500,
          gain: 0.3,
          seed,
        };
        const target = starts.map((_, i) => i - 1);
        const { values } = tune(
          plan,
          (x) => -x.reduce((sum, value, i) => sum + 0.5 * (value - target[i]!) ** 2, 0),
          0.5,
        );
        for (const [i, value] of values.entries()) expect(Math.abs(value - target[i]!)).toBeLessThan(0.6);
      }),
      { numRuns: 30 },
    );
  });

  it('improves a function with a curved ridge (Rosenbrock 1960)', () => {
    const value = ([x, y]: readonly number[]) => -((1 - x!) ** 2 + 5 * (y! - x! * x!) ** 2);
    const parameters = ['x', 'y'].map((name) => ({ name, start: -1, min: -2, max: 2, perturbation: 0.1 }));
    const { values } = tune({ parameters, steps: 4000, gain: 0.5, seed: 1 }, value, 0.01);
    expect(value(values)).toBeGreaterThan(-0.3);
    expect(value([-1, -1])).toBe(-24);
  });

  it('continues after JSON with the same trials', () => {
    const plan = { parameters: [parameter('a', 0), parameter('b', 1)], steps: 20, seed: 'x' };
    let state = createSpsa(plan);
    let resumed = createSpsa(plan);
    for (let i = 0; i < 20; i++) {
      resumed = JSON.parse(JSON.stringify(resumed));
      expect(nextTrial(resumed)).toEqual(nextTrial(state));
      state = recordTrial(state, i % 3);
      resumed = recordTrial(resumed, i % 3);
    }
    expect(resumed).toEqual(state);
  });

  it('stays within the limits of the parameters', () => {
    const differences = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(differences, (list) => {
        let state = createSpsa({ parameters: [parameter('a', 9.9), parameter('b', -9.9)], steps: 30 });
        for (const difference of list) {
          const { plus, minus } = nextTrial(state);
          state = recordTrial(state, difference);
          for (const value of [...plus, ...minus, ...state.values])
            expect(Math.abs(value)).toBeLessThanOrEqual(10);
        }
      }),
    );
  });

  it('has the gains of Spall 1998: they start at the given gain and decrease with exponent 0.602', () => {
    const plan = { parameters: [parameter('a', 0)], steps: 100, gain: 2 };
    expect(spsaGain(plan, 0)).toBe(2);
    expect(spsaGain(plan, 99)).toBeCloseTo(2 * (11 / 110) ** 0.602, 12);
  });

  it('rejects parameters that cannot be tuned', () => {
    const plan = { parameters: [{ ...parameter('RISK', 20) }], steps: 10 };
    expect(() => createSpsa(plan)).toThrow('RISK: start 20 must be in min–max, -10–10');
    expect(() => createSpsa({ ...plan, steps: 0 })).toThrow('steps 0 is not');
    expect(() => recordTrial(createSpsa({ parameters: [parameter('a', 0)], steps: 1 }), Number.NaN)).toThrow(
      'difference NaN',
    );
  });
});
