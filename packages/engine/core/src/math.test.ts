import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clamp,
  deg,
  direction,
  EPS,
  quantize,
  rad,
  rint,
  toRoundedDegrees,
  toTruncatedDegrees,
  wrapAngle,
} from './math.js';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('conversion of angles agrees with recorded directions on a rounding boundary (spec 05 §1, spec 04 §1.2)', () => {
  it('a neck of 10 + 20 degrees is reported as 29, one of -30 as -29, but 40 - 30 + 20 as 30', () => {
    expect(toTruncatedDegrees(rad(10) + rad(20))).toBe(29);
    expect(toTruncatedDegrees(rad(-30))).toBe(-29);
    expect(toTruncatedDegrees(rad(-30) + rad(40) + rad(20))).toBe(30);
  });

  it('a line is seen at 69 degrees from body 21, and at 84 from body 11.3 and neck 15.5 - 20.3', () => {
    expect(toTruncatedDegrees(-rad(21) + Math.PI / 2)).toBe(69);
    expect(toRoundedDegrees(-rad(11.3) - (rad(15.5) + rad(-20.3)) + Math.PI / 2)).toBe(84);
  });

  it('a body of -97.1 degrees seen from -33.3 with neck -70.3 has the relative direction 7', () => {
    expect(toRoundedDegrees(rad(-97.1) - rad(-33.3) - rad(-70.3))).toBe(7);
  });

  it('converting to radians and back returns the angle', () => {
    expect(rad(180)).toBe(Math.PI);
    expect(deg(Math.PI)).toBe(180);
    fc.assert(
      fc.property(fc.double({ min: -720, max: 720, noNaN: true }), (degrees) => {
        expect(Math.abs(deg(rad(degrees)) - degrees)).toBeLessThanOrEqual(
          Math.abs(degrees) * 2 ** -51 + 1e-300,
        );
      }),
    );
  });
});

describe('rint, Q and norm (spec 04 §1.2)', () => {
  it('rint rounds ties to even and keeps the sign of zero', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5, 0.49999999999999994].map(rint)).toEqual([0, 2, 2, -0, -2, 0]);
    expect(rint(-0.3)).toBe(-0);
    expect(rint(0.3)).toBe(0);
    expect(rint(-0)).toBe(-0);
    expect(rint(1e300)).toBe(1e300);
    expect(rint(Number.NaN)).toBeNaN();
    expect([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(rint)).toEqual([
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ]);
  });

  it('rint returns the nearest integer of every number, the even one at a tie', () => {
    const tie = fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((n) => n + 0.5);
    const near2to52 = fc.integer({ min: -20, max: 20 }).map((n) => 2 ** 52 + n / 2);
    fc.assert(
      fc.property(fc.oneof(finite, fc.double({ min: -1e6, max: 1e6, noNaN: true }), tie, near2to52), (x) => {
        const r = rint(x);
        const below = Math.floor(x);
        const rest = x - below;
        const expected = rest < 0.5 ? below : rest > 0.5 ? below + 1 : below % 2 === 0 ? below : below + 1;
        expect(r).toBe(expected === 0 && (x < 0 || Object.is(x, -0)) ? -0 : expected);
        expect(rint(-x)).toBe(-r);
      }),
      { numRuns: 1000 },
    );
  });

  it('Q returns the value unchanged if the step is below 1e-10', () => {
    expect(quantize(1.2345, 0)).toBe(1.2345);
    expect(quantize(1.2345, 9e-11)).toBe(1.2345);
    expect(quantize(1.2345, -1)).toBe(1.2345);
    expect(quantize(7.38, 0.1)).toBeCloseTo(7.4, 12);
    expect(quantize(-0.04, 0.1)).toBe(-0);
    expect(quantize(0.25, 0.5)).toBe(0);
    expect(quantize(0.75, 0.5)).toBe(1);
  });

  it('Q returns a multiple of the step, at most half a step away', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -200, max: 200, noNaN: true }),
        fc.constantFrom(0.01, 0.1, 0.5, 1),
        (v, step) => {
          const q = quantize(v, step);
          expect(Math.abs(q - v)).toBeLessThanOrEqual(step / 2 + 1e-12);
          expect(q / step).toBeCloseTo(Math.round(q / step), 9);
        },
      ),
    );
  });

  it('norm keeps both ends of [-pi, pi]', () => {
    expect(wrapAngle(Math.PI)).toBe(Math.PI);
    expect(wrapAngle(-Math.PI)).toBe(-Math.PI);
    expect(wrapAngle(rad(225))).toBeCloseTo(rad(-135), 12);
    expect(deg(wrapAngle(rad(725)))).toBeCloseTo(5, 9);
    expect(wrapAngle(2 * Math.PI)).toBe(0);
    expect(wrapAngle(-2 * Math.PI)).toBe(0);
  });

  it('norm changes an angle only by whole turns, and does not change one in [-pi, pi]', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e4, max: 1e4, noNaN: true }), (a) => {
        const w = wrapAngle(a);
        expect(Math.abs(w)).toBeLessThanOrEqual(Math.PI);
        const turns = (a - w) / (2 * Math.PI);
        expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-9);
        expect(wrapAngle(w)).toBe(w);
      }),
    );
  });
});

describe('clamp, dir (spec 05 §1)', () => {
  it('clamp is min(max(lo, x), hi): it returns hi if lo > hi', () => {
    expect(clamp(5, -1, 1)).toBe(1);
    expect(clamp(-5, -1, 1)).toBe(-1);
    expect(clamp(0.5, -1, 1)).toBe(0.5);
    expect(clamp(0, 2, 1)).toBe(1);
    fc.assert(
      fc.property(finite, finite, finite, (lo, x, hi) => {
        expect(clamp(x, lo, hi) === Math.min(Math.max(lo, x), hi)).toBe(true);
      }),
    );
  });

  it('dir is 0 for the zero vector of any sign, otherwise the angle from +x to +y', () => {
    for (const x of [0, -0]) for (const y of [0, -0]) expect(direction(x, y)).toBe(0);
    expect(direction(1, 0)).toBe(0);
    expect(direction(0, 1)).toBe(Math.PI / 2);
    expect(direction(0, -1)).toBe(-Math.PI / 2);
    expect(direction(-1, 0)).toBe(Math.PI);
    expect(direction(-1, -0)).toBe(-Math.PI);
    expect(direction(1, 1)).toBe(Math.PI / 4);
  });

  it('eps is 1e-10', () => {
    expect(EPS).toBe(1e-10);
  });
});

describe('degrees of messages', () => {
  it('are truncated towards zero, or rounded with ties to even (spec 04 §1.2)', () => {
    expect(toTruncatedDegrees(rad(59.9))).toBe(59);
    expect(toTruncatedDegrees(rad(-59.9))).toBe(-59);
    expect(toRoundedDegrees(rad(59.6))).toBe(60);
    expect(toRoundedDegrees(rad(-59.6))).toBe(-60);
    expect(toRoundedDegrees(rad(0.4))).toBe(0);
  });
});
