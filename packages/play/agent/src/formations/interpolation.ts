import type { Vec2 } from '@rcss/core';
import { hypot } from '@rcss/core/math';
import Delaunator from 'delaunator';

/** Shares of the samples in a place: the place is the sum of the samples' values times the weights. */
export interface SampleWeights {
  /** Indices of up to three samples. */
  readonly indices: readonly number[];
  /** Weights of these samples; not negative, sum 1. */
  readonly weights: readonly number[];
}

/** Returns the weights of the samples for a point; see {@link createInterpolation}. */
export type Interpolation = (point: Readonly<Vec2>) => SampleWeights;

const triangulate = (points: readonly Readonly<Vec2>[]): Delaunator<Float64Array> =>
  new Delaunator(Float64Array.from(points.flatMap(({ x, y }) => [x, y])));

/** Triangles of the Delaunay triangulation over which {@link createInterpolation} interpolates, as indices of their corners; empty for points on one line. */
export function listTriangles(points: readonly Readonly<Vec2>[]): (readonly [number, number, number])[] {
  const { triangles } = triangulate(points);
  return Array.from({ length: triangles.length / 3 }, (_, t) => [
    triangles[3 * t]!,
    triangles[3 * t + 1]!,
    triangles[3 * t + 2]!,
  ]);
}

/** Tolerance of the test whether a point is in a triangle, as a share of the triangle. */
const EDGE_TOLERANCE = -1e-9;

/**
 * Creates a linear interpolation over the Delaunay triangulation of points. The result is continuous. Outside the convex hull, the
 * nearest point of the hull counts. Fewer than three points, or points on one line, are interpolated along that line.
 *
 * @param points At least one point; no two are equal.
 */
export function createInterpolation(points: readonly Readonly<Vec2>[]): Interpolation {
  const { triangles, hull } = triangulate(points);
  if (triangles.length === 0) return interpolateOnLine(points);
  return (point) => {
    for (let t = 0; t < triangles.length; t += 3) {
      const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
      const weights = findBarycentric(corners.map((i) => points[i]!) as [Vec2, Vec2, Vec2], point);
      if (weights.every((w) => w >= EDGE_TOLERANCE)) return { indices: corners, weights };
    }
    const edges = Array.from(hull, (from, i) => [from, hull[(i + 1) % hull.length]!] as const);
    return findNearestOnEdges(points, edges, point);
  };
}

/** Barycentric coordinates of a point in a triangle. */
function findBarycentric([a, b, c]: readonly [Vec2, Vec2, Vec2], p: Readonly<Vec2>): number[] {
  const area = (b.y - c.y) * (a.x - c.x) + (c.x - b.x) * (a.y - c.y);
  const wa = ((b.y - c.y) * (p.x - c.x) + (c.x - b.x) * (p.y - c.y)) / area;
  const wb = ((c.y - a.y) * (p.x - c.x) + (a.x - c.x) * (p.y - c.y)) / area;
  return [wa, wb, 1 - wa - wb];
}

/** Weights of the point of the edges that is nearest to `p`. */
function findNearestOnEdges(
  points: readonly Readonly<Vec2>[],
  edges: readonly (readonly [number, number])[],
  p: Readonly<Vec2>,
): SampleWeights {
  let best: SampleWeights = { indices: [0], weights: [1] };
  let nearest = Number.POSITIVE_INFINITY;
  for (const [from, to] of edges) {
    const a = points[from]!;
    const b = points[to]!;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const share = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)));
    const gap = hypot(p.x - a.x - share * dx, p.y - a.y - share * dy);
    if (gap < nearest) {
      nearest = gap;
      best = { indices: [from, to], weights: [1 - share, share] };
    }
  }
  return best;
}

function interpolateOnLine(points: readonly Readonly<Vec2>[]): Interpolation {
  const order = points
    .map((_, i) => i)
    .sort((i, j) => {
      const a = points[i]!;
      const b = points[j]!;
      return a.x - b.x || a.y - b.y;
    });
  const edges = order.slice(1).map((to, i) => [order[i]!, to] as const);
  return (point) => findNearestOnEdges(points, edges, point);
}
