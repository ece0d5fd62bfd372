import { PITCH_HALF_LENGTH, PITCH_HALF_WIDTH } from '@rcss/core/pitch';

/** Most corners of a cell: four of the pitch, and one more for each other player. */
const MAX_CORNERS = 4 + 22;

/** Corners of a cell, x and y in turn, meters; the first `count` corners are valid. */
export interface VoronoiCell {
  readonly corners: Float64Array;
  count: number;
}

/** Creates an empty cell, which {@link computeVoronoiCell} fills. */
export function createVoronoiCell(): VoronoiCell {
  return { corners: new Float64Array(2 * MAX_CORNERS), count: 0 };
}

/** A position, meters; players that are not on the field have no cell. */
export interface VoronoiSite {
  readonly x: number;
  readonly y: number;
  readonly isPresent: boolean;
}

const spare = createVoronoiCell();

/**
 * Fills `cell` with the part of the pitch that is nearer to a site than to all other sites, and returns it. The cell is convex. It is
 * empty if another site is at the same position and comes first, or if the site is not present.
 */
export function computeVoronoiCell(
  sites: readonly VoronoiSite[],
  index: number,
  cell: VoronoiCell,
): VoronoiCell {
  const site = sites[index] as VoronoiSite;
  cell.count = 0;
  if (!site.isPresent) return cell;
  cell.corners.set([
    -PITCH_HALF_LENGTH,
    -PITCH_HALF_WIDTH,
    PITCH_HALF_LENGTH,
    -PITCH_HALF_WIDTH,
    PITCH_HALF_LENGTH,
    PITCH_HALF_WIDTH,
    -PITCH_HALF_LENGTH,
    PITCH_HALF_WIDTH,
  ]);
  cell.count = 4;
  for (let i = 0; i < sites.length && cell.count > 0; i++) {
    const other = sites[i] as VoronoiSite;
    if (i === index || !other.isPresent) continue;
    if (other.x === site.x && other.y === site.y) {
      if (i < index) cell.count = 0;
      continue;
    }
    cutCell(cell, site, other);
  }
  return cell;
}

/** Removes the part of the cell that is nearer to `other`. */
function cutCell(cell: VoronoiCell, site: VoronoiSite, other: VoronoiSite): void {
  const { corners, count } = cell;
  // A point p is nearer to the site if (p - middle) · (other - site) is negative.
  const [nx, ny] = [other.x - site.x, other.y - site.y];
  const offset = ((site.x + other.x) / 2) * nx + ((site.y + other.y) / 2) * ny;
  const out = spare.corners;
  let n = 0;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const [ax, ay] = [corners[2 * i] as number, corners[2 * i + 1] as number];
    const [bx, by] = [corners[2 * j] as number, corners[2 * j + 1] as number];
    const a = ax * nx + ay * ny - offset;
    const b = bx * nx + by * ny - offset;
    if (a <= 0) {
      out[2 * n] = ax;
      out[2 * n + 1] = ay;
      n++;
    }
    if (a <= 0 !== b <= 0) {
      const share = a / (a - b);
      out[2 * n] = ax + (bx - ax) * share;
      out[2 * n + 1] = ay + (by - ay) * share;
      n++;
    }
  }
  for (let i = 0; i < 2 * n; i++) corners[i] = out[i] as number;
  cell.count = n;
}
