import { LANDMARKS } from '@rcss/core/landmarks';
import { atan2, cos, sin } from '@rcss/core/math';
import type { SeenObjectMessage } from '@rcss/protocol';
import { normalizeAngle, toRadians } from '../geometry.js';
import { square } from '../square.js';
import type { VisionModel } from './vision.js';

/** Position and view direction of a player; team frame, meters and radians. */
export interface Pose {
  /** Meters. */
  x: number;
  /** Meters. */
  y: number;
  /** Direction of body plus neck. */
  face: number;
}

/** A pose with its standard deviations. */
export interface PoseBelief extends Pose {
  posError: number;
  faceError: number;
}

/** Directions to the lines, seen from inside the pitch, in the order of LINE_NAMES: left, right, top, bottom. */
const LINE_NORMALS: readonly number[] = [Math.PI, 0, -Math.PI / 2, Math.PI / 2];

/**
 * Estimates the pose of a player from a see message: a least squares fit (Gauss-Newton) of the bearings and distances of all
 * landmarks and the direction of a line, starting from the estimated pose.
 */
export class Localizer {
  /** Landmarks of the message: position and what was seen. */
  readonly #lx = new Float64Array(LANDMARKS.length);
  readonly #ly = new Float64Array(LANDMARKS.length);
  readonly #dist = new Float64Array(LANDMARKS.length);
  readonly #dir = new Float64Array(LANDMARKS.length);
  #count = 0;
  /** Face direction by the line, NaN if none is seen. */
  #lineFace = Number.NaN;
  readonly #sign: number;
  /** Deviations of what is seen; may change when the player gets another type. */
  vision: VisionModel;

  /** @param mirrored Whether the player belongs to the right team. */
  constructor(mirrored: boolean, vision: VisionModel) {
    this.#sign = mirrored ? -1 : 1;
    this.vision = vision;
  }

  /** Improves `belief` with a message. If the player saw too little, returns false and keeps `belief`. */
  update(objects: readonly SeenObjectMessage[], belief: PoseBelief): boolean {
    this.#collect(objects);
    if (this.#count === 0) return false;
    if (belief.posError > 5 || belief.faceError > 0.3) {
      if (!this.#guess(belief)) return false;
    }
    const x = belief.x;
    const y = belief.y;
    const face = belief.face;
    let cost = this.#solve(belief);
    if (cost > 20 && this.#count >= 2) {
      // The estimated pose was completely wrong. Start again from two landmarks.
      belief.x = x;
      belief.y = y;
      belief.face = face;
      if (!this.#guess(belief)) return false;
      cost = this.#solve(belief);
    }
    belief.face = normalizeAngle(belief.face);
    return true;
  }

  #collect(objects: readonly SeenObjectMessage[]): void {
    this.#count = 0;
    this.#lineFace = Number.NaN;
    let lineDist = -1;
    for (const thing of objects) {
      if (thing.index < 0 || thing.dist === null) continue;
      if (thing.kind === 'landmark') {
        const landmark = LANDMARKS[thing.index]!;
        const i = this.#count++;
        this.#lx[i] = this.#sign * landmark.x;
        this.#ly[i] = this.#sign * landmark.y;
        this.#dist[i] = thing.dist;
        this.#dir[i] = toRadians(thing.dir);
      } else if (thing.kind === 'line' && thing.dist > lineDist && thing.dir !== 0) {
        // A player outside the pitch sees two lines. The farther line is seen from its inner side.
        lineDist = thing.dist;
        const normal = LINE_NORMALS[thing.index]! + (this.#sign < 0 ? Math.PI : 0);
        const fromNormal = thing.dir < 0 ? toRadians(thing.dir + 90) : toRadians(thing.dir - 90);
        this.#lineFace = normalizeAngle(normal - fromNormal);
      }
    }
  }

  /** A first pose from the two landmarks that lie farthest apart, or from one landmark and a line. */
  #guess(belief: PoseBelief): boolean {
    const lx = this.#lx;
    const ly = this.#ly;
    const dist = this.#dist;
    const dir = this.#dir;
    let first = -1;
    let second = -1;
    let widest = 4;
    for (let i = 0; i < this.#count; i++) {
      for (let j = i + 1; j < this.#count; j++) {
        const gap = Math.abs(lx[i]! - lx[j]!) + Math.abs(ly[i]! - ly[j]!);
        if (gap > widest) {
          widest = gap;
          first = i;
          second = j;
        }
      }
    }
    let face = this.#lineFace;
    if (first >= 0) {
      const rx = dist[second]! * cos(dir[second]!) - dist[first]! * cos(dir[first]!);
      const ry = dist[second]! * sin(dir[second]!) - dist[first]! * sin(dir[first]!);
      face = normalizeAngle(atan2(ly[second]! - ly[first]!, lx[second]! - lx[first]!) - atan2(ry, rx));
    }
    if (Number.isNaN(face)) return false;
    let nearest = 0;
    for (let i = 1; i < this.#count; i++) if (dist[i]! < dist[nearest]!) nearest = i;
    belief.face = face;
    belief.x = lx[nearest]! - dist[nearest]! * cos(face + dir[nearest]!);
    belief.y = ly[nearest]! - dist[nearest]! * sin(face + dir[nearest]!);
    belief.posError = 2;
    belief.faceError = 0.1;
    return true;
  }

  /** Does three Gauss-Newton steps. Returns the mean squared residual, divided by its expected value. */
  #solve(belief: PoseBelief): number {
    const priorX = belief.x;
    const priorY = belief.y;
    const priorFace = belief.face;
    const priorPos = 1 / square(Math.max(0.02, belief.posError));
    const priorAngle = 1 / square(Math.max(0.005, belief.faceError));
    const { landmarkDistance, landmarkDirection, lineDirection } = this.vision;
    const wb = 1 / (landmarkDirection * landmarkDirection);
    let cost = 0;
    let det = 0;
    let xx = 0;
    let yy = 0;
    let ff = 0;
    let xy = 0;
    let xf = 0;
    let yf = 0;
    for (let step = 0; step < 3; step++) {
      xx = priorPos;
      yy = priorPos;
      ff = priorAngle;
      xy = 0;
      xf = 0;
      yf = 0;
      let gx = priorPos * (priorX - belief.x);
      let gy = priorPos * (priorY - belief.y);
      let gf = priorAngle * normalizeAngle(priorFace - belief.face);
      cost = 0;
      for (let i = 0; i < this.#count; i++) {
        const dx = this.#lx[i]! - belief.x;
        const dy = this.#ly[i]! - belief.y;
        const d2 = dx * dx + dy * dy;
        if (d2 < 0.25) continue;
        const d = Math.sqrt(d2);
        const seen = this.#dist[i]!;
        // Distance: derivative by the own position is the negative unit vector.
        const wd = 1 / square(landmarkDistance(seen));
        const rd = seen - d;
        const ux = -dx / d;
        const uy = -dy / d;
        xx += wd * ux * ux;
        yy += wd * uy * uy;
        xy += wd * ux * uy;
        gx += wd * ux * rd;
        gy += wd * uy * rd;
        // Bearing.
        const rb = normalizeAngle(this.#dir[i]! + belief.face - atan2(dy, dx));
        const bx = dy / d2;
        const by = -dx / d2;
        xx += wb * bx * bx;
        yy += wb * by * by;
        xy += wb * bx * by;
        xf -= wb * bx;
        yf -= wb * by;
        ff += wb;
        gx += wb * bx * rb;
        gy += wb * by * rb;
        gf -= wb * rb;
        cost += wd * rd * rd + wb * rb * rb;
      }
      if (!Number.isNaN(this.#lineFace)) {
        const w = 1 / (lineDirection * lineDirection);
        const r = normalizeAngle(this.#lineFace - belief.face);
        ff += w;
        gf += w * r;
        cost += w * r * r;
      }
      det = xx * (yy * ff - yf * yf) - xy * (xy * ff - yf * xf) + xf * (xy * yf - yy * xf);
      if (!(Math.abs(det) > 1e-9)) return Number.POSITIVE_INFINITY;
      const sx = gx * (yy * ff - yf * yf) - xy * (gy * ff - yf * gf) + xf * (gy * yf - yy * gf);
      const sy = xx * (gy * ff - yf * gf) - gx * (xy * ff - yf * xf) + xf * (xy * gf - gy * xf);
      const sf = xx * (yy * gf - gy * yf) - xy * (xy * gf - gy * xf) + gx * (xy * yf - yy * xf);
      belief.x += sx / det;
      belief.y += sy / det;
      belief.face += sf / det;
    }
    const varX = (yy * ff - yf * yf) / det;
    const varY = (xx * ff - xf * xf) / det;
    belief.posError = Math.sqrt(Math.max(1e-4, varX + varY));
    belief.faceError = Math.sqrt(Math.max(1e-6, (xx * yy - xy * xy) / det));
    return cost / (2 * this.#count + 1);
  }
}
