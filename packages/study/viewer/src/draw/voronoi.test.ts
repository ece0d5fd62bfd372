import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeVoronoiCell, createVoronoiCell, type VoronoiCell, type VoronoiSite } from './voronoi.js';

/** Positions with the precision of game logs; equal positions occur. */
const meters = (most: number) =>
  fc.integer({ min: -most * 10_000, max: most * 10_000 }).map((n) => n / 10_000);
const site = fc.record({
  x: fc.oneof(meters(55), fc.constantFrom(-10, 0, 10)),
  y: fc.oneof(meters(36), fc.constantFrom(-10, 0, 10)),
  isPresent: fc.boolean(),
});
const sites = fc.array(site, { minLength: 22, maxLength: 22 });

function computeArea({ corners, count }: VoronoiCell): number {
  let area = 0;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    area += (corners[2 * i]! * corners[2 * j + 1]! - corners[2 * j]! * corners[2 * i + 1]!) / 2;
  }
  return area;
}

/** Whether a cell contains a point, except for rounding: 1 µm, or more beside an edge that is itself shorter than 1 mm. */
function contains({ corners, count }: VoronoiCell, x: number, y: number): boolean {
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const [ax, ay, bx, by] = [corners[2 * i]!, corners[2 * i + 1]!, corners[2 * j]!, corners[2 * j + 1]!];
    const tolerance = 1e-6 * Math.hypot(bx - ax, by - ay) + 1e-9;
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < -tolerance) return false;
  }
  return count > 0;
}

const computeAll = (all: readonly VoronoiSite[]) =>
  all.map((_, i) => computeVoronoiCell(all, i, createVoronoiCell()));

describe('Voronoi cells', () => {
  it('cover the pitch exactly if a player is present', () => {
    fc.assert(
      fc.property(sites, (all) => {
        const area = computeAll(all).reduce((sum, cell) => sum + computeArea(cell), 0);
        const pitch = 4 * PITCH_HALF_LENGTH * PITCH_HALF_WIDTH;
        expect(area).toBeCloseTo(all.some((one) => one.isPresent) ? pitch : 0, 3);
      }),
    );
  });

  it('contain the points that are nearest to their player', () => {
    fc.assert(
      fc.property(
        sites,
        fc.double({ min: -52, max: 52, noNaN: true }),
        fc.double({ min: -33, max: 33, noNaN: true }),
        (all, x, y) => {
          const distances = all.map((one) =>
            one.isPresent ? Math.hypot(one.x - x, one.y - y) : Number.POSITIVE_INFINITY,
          );
          const nearest = Math.min(...distances);
          if (nearest === Number.POSITIVE_INFINITY) return;
          const owners = computeAll(all).flatMap((cell, i) => (contains(cell, x, y) ? [i] : []));
          for (const owner of owners) expect(distances[owner]).toBeCloseTo(nearest, 3);
          expect(owners.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
