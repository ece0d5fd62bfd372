import type { Place } from './world.js';

/** Returns the distance of two places in meters. */
export const measureDistance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Returns true for a place in or on the rectangle with two opposite corners and sides parallel to the axes. */
export function isInRectangle(at: Place, p: Place, q: Place): boolean {
  return (
    Math.min(p.x, q.x) <= at.x &&
    at.x <= Math.max(p.x, q.x) &&
    Math.min(p.y, q.y) <= at.y &&
    at.y <= Math.max(p.y, q.y)
  );
}

/** Returns twice the area of the triangle: positive if `c` is on one side of a-b, negative on the other. */
const computeCross = (a: Place, b: Place, c: Place): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Returns true for a place in a polygon (even-odd rule) or on one of its sides. */
export function isInPolygon(at: Place, corners: readonly Place[]): boolean {
  let odd = false;
  for (let i = 0; i < corners.length; i++) {
    const a = corners[i]!;
    const b = corners[(i + 1) % corners.length]!;
    if (computeCross(a, b, at) === 0 && isInRectangle(at, a, b)) return true;
    if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}

/** A part of a ring: radii in meters, angles in degrees. */
export interface Sector {
  readonly innerRadius: number;
  readonly outerRadius: number;
  readonly startAngle: number;
  readonly spanAngle: number;
}

/** Returns true for a place in a part of a ring or on its border (spec 08 §9.8). */
export function isInSector(at: Place, center: Place, sector: Sector): boolean {
  const { innerRadius, outerRadius, startAngle, spanAngle } = sector;
  const far = measureDistance(at, center);
  if (!(innerRadius <= far && far <= outerRadius)) return false;
  if (Math.abs(spanAngle) >= 360) return true;
  const direction = (Math.atan2(at.y - center.y, at.x - center.x) * 180) / Math.PI;
  const from = (((direction - startAngle) % 360) + 360) % 360;
  // a sector with a negative span is the sector with a positive span that begins at the other end
  return spanAngle >= 0 ? from <= spanAngle : from === 0 || from >= 360 + spanAngle;
}
