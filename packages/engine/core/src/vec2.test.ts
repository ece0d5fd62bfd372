import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hypot, rad } from './math.js';
import * as vec2 from './vec2.js';

const coordinate = fc.double({ min: -60, max: 60, noNaN: true });
const angle = fc.double({ min: -7, max: 7, noNaN: true });

describe('vectors (spec 05 §1)', () => {
  it('norm is the length and dist2 the squared distance', () => {
    expect(hypot(3, -4)).toBe(5);
    expect(vec2.length({ x: 3, y: -4 })).toBe(5);
    expect(vec2.distance({ x: 1, y: 1 }, { x: 4, y: 5 })).toBe(5);
    expect(vec2.distanceSquared({ x: 1, y: 1 }, { x: 4, y: 5 })).toBe(25);
    // Products are rounded before they are summed, so this differs from hypot in the last bit.
    expect(hypot(0.1, 0.2)).toBe(Math.sqrt(0.1 * 0.1 + 0.2 * 0.2));
  });

  it('polar(r, a) accepts a negative r', () => {
    const p = vec2.setPolar(vec2.create(), -2, rad(60));
    expect(p.x).toBeCloseTo(-1, 12);
    expect(p.y).toBeCloseTo(-Math.sqrt(3), 12);
    expect(vec2.setPolar(vec2.create(), 2, 0)).toEqual({ x: 2, y: 0 });
  });

  it('rot turns from +x to +y, keeps the length, and may write into its argument', () => {
    const v = vec2.create(1, 0);
    expect(vec2.rotate(v, v, rad(90))).toBe(v);
    expect(v.x).toBeCloseTo(0, 15);
    expect(v.y).toBeCloseTo(1, 15);
    fc.assert(
      fc.property(coordinate, coordinate, angle, (x, y, a) => {
        const turned = vec2.rotate(vec2.create(), { x, y }, a);
        expect(vec2.length(turned)).toBeCloseTo(hypot(x, y), 10);
        const back = vec2.rotate(turned, turned, -a);
        expect(back.x).toBeCloseTo(x, 10);
        expect(back.y).toBeCloseTo(y, 10);
      }),
    );
  });

  it('rotatePolar gives the vector of rotate but for the last bits; a zero vector gets signs', () => {
    fc.assert(
      fc.property(coordinate, coordinate, angle, (x, y, a) => {
        const v = vec2.create(x, y);
        const expected = vec2.rotate(vec2.create(), v, a);
        expect(vec2.rotatePolar(v, v, a)).toBe(v);
        expect(v.x).toBeCloseTo(expected.x, 10);
        expect(v.y).toBeCloseTo(expected.y, 10);
      }),
    );
    expect(vec2.rotatePolar(vec2.create(), { x: 0, y: 0 }, rad(-100))).toEqual({ x: -0, y: -0 });
    expect(vec2.rotatePolar(vec2.create(), { x: 0, y: 0 }, rad(100))).toEqual({ x: -0, y: 0 });
  });

  it('scaled(v, L) has length |L|, or less if v is shorter than eps; L may be negative; zero stays zero', () => {
    expect(vec2.setLength(vec2.create(), { x: 3, y: 4 }, 10)).toEqual({ x: 6, y: 8 });
    expect(vec2.setLength(vec2.create(), { x: 3, y: 4 }, -10)).toEqual({ x: -6, y: -8 });
    expect(vec2.setLength(vec2.create(), { x: 0, y: 0 }, 10)).toEqual({ x: 0, y: 0 });
    expect(vec2.setLength(vec2.create(), { x: 5e-11, y: 0 }, 10).x).toBeCloseTo(5, 12);
    const v = vec2.create(0, 2);
    expect(vec2.setLength(v, v, 1)).toEqual({ x: 0, y: 1 });
  });

  it('copy and set write into the first argument', () => {
    const v = vec2.create();
    expect(vec2.copy(v, { x: 1, y: 2 })).toBe(v);
    expect(v).toEqual({ x: 1, y: 2 });
    expect(vec2.set(v, 3, 4)).toBe(v);
    expect(v).toEqual({ x: 3, y: 4 });
  });
});
