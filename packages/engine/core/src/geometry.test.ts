import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isInDisc,
  isInRect,
  projectToBorder,
  projectToCircle,
  projectToHorizontalBorder,
  projectToVerticalBorder,
  rectAround,
} from './geometry.js';
import * as vec2 from './vec2.js';

const rect = { left: -2, top: -1, right: 4, bottom: 3 };
const coordinate = fc.double({ min: -60, max: 60, noNaN: true });

describe('areas (spec 05 §1)', () => {
  it('rectAround returns a rectangle around a center', () => {
    expect(rectAround(1, 1, 6, 4)).toEqual(rect);
  });

  it('a rectangle contains its border', () => {
    for (const [x, y] of [
      [-2, -1],
      [4, 3],
      [-2, 3],
      [4, 0],
      [0, -1],
    ] as const) {
      expect(isInRect(rect, { x, y })).toBe(true);
    }
    for (const [x, y] of [
      [-2.0000001, 0],
      [4.0000001, 0],
      [0, -1.0000001],
      [0, 3.0000001],
    ] as const) {
      expect(isInRect(rect, { x, y })).toBe(false);
    }
    expect(isInRect(rect, { x: Number.NaN, y: 0 })).toBe(false);
  });

  it('a disc contains its border', () => {
    expect(isInDisc(1, 1, 5, { x: 4, y: 5 })).toBe(true);
    expect(isInDisc(1, 1, 5, { x: 4, y: 5.0000001 })).toBe(false);
    expect(isInDisc(1, 1, 0, { x: 1, y: 1 })).toBe(true);
  });
});

describe('edges (spec 05 §1)', () => {
  it('edge(disc, p) is the point of the circle in the direction of p', () => {
    expect(projectToCircle(vec2.create(), 1, 1, 10, { x: 4, y: 5 })).toEqual({ x: 7, y: 9 });
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, coordinate, (cx, cy, x, y) => {
        fc.pre((x - cx) ** 2 + (y - cy) ** 2 > 1e-18);
        const e = projectToCircle(vec2.create(), cx, cy, 9.15, { x, y });
        expect((e.x - cx) ** 2 + (e.y - cy) ** 2).toBeCloseTo(9.15 ** 2, 6);
        // The edge point is on the ray from the center through p.
        expect((e.x - cx) * (x - cx) + (e.y - cy) * (y - cy)).toBeGreaterThan(0);
        expect(
          ((e.x - cx) * (y - cy) - (e.y - cy) * (x - cx)) / (Math.abs(x - cx) + Math.abs(y - cy)),
        ).toBeCloseTo(0, 6);
      }),
    );
  });

  it('edge(disc, center) uses the direction (eps, eps)', () => {
    const e = projectToCircle(vec2.create(), 3, -2, 2, { x: 3, y: -2 });
    expect(e.x).toBeCloseTo(3 + Math.SQRT2, 12);
    expect(e.y).toBeCloseTo(-2 + Math.SQRT2, 12);
  });

  it('edge(disc, p) may write into p itself', () => {
    const p = vec2.create(4, 5);
    expect(projectToCircle(p, 1, 1, 10, p)).toBe(p);
    expect(p).toEqual({ x: 7, y: 9 });
  });

  it('vedge uses the nearer of left and right, right on a tie, and clamps y', () => {
    expect(projectToVerticalBorder(vec2.create(), rect, { x: -1, y: 0 })).toEqual({ x: -2, y: 0 });
    expect(projectToVerticalBorder(vec2.create(), rect, { x: 3, y: -7 })).toEqual({ x: 4, y: -1 });
    expect(projectToVerticalBorder(vec2.create(), rect, { x: 1, y: 8 })).toEqual({ x: 4, y: 3 });
  });

  it('hedge uses the nearer of top and bottom, bottom on a tie, and clamps x', () => {
    expect(projectToHorizontalBorder(vec2.create(), rect, { x: 0, y: -0.5 })).toEqual({ x: 0, y: -1 });
    expect(projectToHorizontalBorder(vec2.create(), rect, { x: -9, y: 2 })).toEqual({ x: -2, y: 3 });
    expect(projectToHorizontalBorder(vec2.create(), rect, { x: 9, y: 1 })).toEqual({ x: 4, y: 3 });
  });

  it('edge(rect, p) is on the nearest line, on a horizontal one on a tie', () => {
    expect(projectToBorder(vec2.create(), rect, { x: 3.5, y: 0 })).toEqual({ x: 4, y: 0 });
    expect(projectToBorder(vec2.create(), rect, { x: 1, y: 2.5 })).toEqual({ x: 1, y: 3 });
    expect(projectToBorder(vec2.create(), rect, { x: 3.5, y: 2.5 })).toEqual({ x: 3.5, y: 3 });
    expect(projectToBorder(vec2.create(), rect, { x: -1.5, y: -0.5 })).toEqual({ x: -1.5, y: -1 });
  });

  it('edge points of a rectangle are on its border, also when written into p', () => {
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        for (const edge of [projectToBorder, projectToVerticalBorder, projectToHorizontalBorder]) {
          const apart = edge(vec2.create(), rect, { x, y });
          expect(isInRect(rect, apart)).toBe(true);
          expect(
            apart.x === rect.left ||
              apart.x === rect.right ||
              apart.y === rect.top ||
              apart.y === rect.bottom,
          ).toBe(true);
          const p = vec2.create(x, y);
          expect(edge(p, rect, p)).toEqual(apart);
        }
      }),
    );
  });
});
