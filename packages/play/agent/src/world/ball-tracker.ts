import { cos, sin } from '@rcss/core/math';
import type { Point } from '../geometry.js';
import { square } from '../square.js';
import { MAX_PREDICTED_CYCLES } from './ability.js';
import type { VisionModel } from './vision.js';

/** The ball in one see message, seen from the place of the observer; directions are absolute, in radians. */
export interface BallSight {
  readonly fromX: number;
  readonly fromY: number;
  /** The observer's own velocity. The seen motion of the ball is relative to it. */
  readonly selfVelX: number;
  readonly selfVelY: number;
  readonly dist: number;
  readonly angle: number;
  /** Meters and radians per cycle; null if the message does not have them. */
  readonly distChange: number | null;
  readonly dirChange: number | null;
}

/** Factor of the velocity of objects that collide (spec 05 §7). */
const COLLISION_FACTOR = -0.1;

/** Position and velocity of the ball with their uncertainty, by sight, hearing and prediction. */
export class BallTracker {
  readonly pos: Point = { x: 0, y: 0 };
  readonly vel: Point = { x: 0, y: 0 };
  /** Cycles since the ball was seen, or reported by a teammate. */
  age = 1000;
  /** Cycles since its velocity was seen or heard. */
  velAge = 1000;
  /** Whether the ball was not seen at its predicted place, and not since then. */
  isLost = false;
  /** Variances of position and velocity, per axis. */
  posVar = 1000;
  velVar = 10;
  /** Predicted positions, meters: index n is n cycles from now. */
  readonly pathX: Float64Array = new Float64Array(MAX_PREDICTED_CYCLES + 1);
  /** Meters. */
  readonly pathY: Float64Array = new Float64Array(MAX_PREDICTED_CYCLES + 1);
  readonly #decay: number;
  readonly #speedMax: number;

  /** Deviations of what is seen. */
  vision: VisionModel;

  /** @param decay `ball_decay`. @param speedMax `ball_speed_max`, meters per cycle. */
  constructor(decay: number, speedMax: number, vision: VisionModel) {
    this.vision = vision;
    this.#decay = decay;
    this.#speedMax = speedMax;
  }

  /** Standard deviation of the position. */
  get error(): number {
    return Math.sqrt(this.posVar);
  }

  /** Speed of the ball, meters per cycle. */
  get speed(): number {
    return Math.sqrt(this.vel.x * this.vel.x + this.vel.y * this.vel.y);
  }

  /** Predicts the ball for the next cycle; `pushX` and `pushY` are the acceleration by the player's own kick. */
  predict(pushX: number, pushY: number): void {
    const { pos, vel } = this;
    vel.x += pushX;
    vel.y += pushY;
    const speed = Math.sqrt(vel.x * vel.x + vel.y * vel.y);
    if (speed > this.#speedMax) {
      vel.x *= this.#speedMax / speed;
      vel.y *= this.#speedMax / speed;
    }
    pos.x += vel.x;
    pos.y += vel.y;
    vel.x *= this.#decay;
    vel.y *= this.#decay;
    this.age += 1;
    this.velAge += 1;
    const noise = 0.05 * speed;
    const pushed = pushX !== 0 || pushY !== 0 ? 0.02 : 0;
    this.posVar += this.velVar + noise * noise * 0.25 + pushed;
    this.velVar = Math.min(10, this.velVar + noise * noise * 0.25 + 0.001 + pushed);
  }

  /** The ball has hit the player: call it after {@link BallTracker.predict}. */
  collide(): void {
    this.vel.x *= COLLISION_FACTOR;
    this.vel.y *= COLLISION_FACTOR;
    // The velocity is almost known now: a tenth of an uncertain one.
    this.velVar = Math.max(0.001, this.velVar * COLLISION_FACTOR * COLLISION_FACTOR);
    this.posVar += 0.02;
  }

  /** The ball stands still at a known place (set plays, kickoff). */
  place(x: number, y: number): void {
    this.pos.x = x;
    this.pos.y = y;
    this.vel.x = 0;
    this.vel.y = 0;
    this.posVar = 0.01;
    this.velVar = 0.001;
  }

  /** Adds a sighting; `selfError` is the standard deviation of the observer's position. */
  see(sight: BallSight, selfError: number): void {
    const { pos, vel } = this;
    const c = cos(sight.angle);
    const s = sin(sight.angle);
    const mx = sight.fromX + sight.dist * c;
    const my = sight.fromY + sight.dist * s;
    const radialVar = square(this.vision.objectDistance(sight.dist)) + selfError * selfError;
    const acrossVar = square(this.vision.objectAcross(sight.dist)) + selfError * selfError;
    const ex = mx - pos.x;
    const ey = my - pos.y;
    const radial = ex * c + ey * s;
    const across = -ex * s + ey * c;
    const surprise =
      (radial * radial) / (this.posVar + radialVar) + (across * across) / (this.posVar + acrossVar);
    const firstSight = this.age > 15;
    if (surprise > 12 || firstSight) {
      // The ball was kicked, or its place was unknown. Only the sighting is used.
      if (sight.distChange === null && !firstSight && this.age <= 3) {
        const cycles = Math.max(1, this.age);
        vel.x += (ex / cycles) * this.#decay;
        vel.y += (ey / cycles) * this.#decay;
      } else if (sight.distChange === null) {
        vel.x = 0;
        vel.y = 0;
      }
      this.velVar = 1;
      pos.x = mx;
      pos.y = my;
      this.posVar = radialVar;
    } else {
      const gainRadial = this.posVar / (this.posVar + radialVar);
      const gainAcross = this.posVar / (this.posVar + acrossVar);
      pos.x += gainRadial * radial * c - gainAcross * across * s;
      pos.y += gainRadial * radial * s + gainAcross * across * c;
      this.posVar *= 1 - (gainRadial + gainAcross) / 2;
    }
    this.age = 0;
    this.isLost = false;
    if (sight.distChange !== null && sight.dirChange !== null) this.#seeMotion(sight, c, s);
    else if (!firstSight) this.velAge = Math.min(this.velAge, 3);
  }

  #seeMotion(sight: BallSight, c: number, s: number): void {
    const { vel } = this;
    const seenRadial = sight.distChange! + (sight.selfVelX * c + sight.selfVelY * s);
    const seenAcross = sight.dirChange! * sight.dist + (-sight.selfVelX * s + sight.selfVelY * c);
    const radialVar = square(this.vision.radialVelocity(sight.dist));
    const acrossVar = square(this.vision.acrossVelocity(sight.dist));
    const radial = seenRadial - (vel.x * c + vel.y * s);
    const across = seenAcross - (-vel.x * s + vel.y * c);
    const surprise =
      (radial * radial) / (this.velVar + radialVar) + (across * across) / (this.velVar + acrossVar);
    if (surprise > 12) this.velVar = 1;
    const gainRadial = this.velVar / (this.velVar + radialVar);
    const gainAcross = this.velVar / (this.velVar + acrossVar);
    vel.x += gainRadial * radial * c - gainAcross * across * s;
    vel.y += gainRadial * radial * s + gainAcross * across * c;
    this.velVar = Math.max(1e-5, this.velVar * (1 - (gainRadial + gainAcross) / 2));
    this.velAge = 0;
  }

  /** Adds a sighting that a teammate made one cycle ago. */
  hear(x: number, y: number, vx: number, vy: number, variance: number): void {
    if (this.age <= 1 || this.posVar < variance) return;
    this.pos.x = x + vx;
    this.pos.y = y + vy;
    this.vel.x = vx * this.#decay;
    this.vel.y = vy * this.#decay;
    this.posVar = variance;
    this.velVar = 0.05;
    this.isLost = false;
    this.age = 1;
    this.velAge = 1;
  }

  /** Predicts the path of the ball. */
  updatePath(): void {
    let { x, y } = this.pos;
    let vx = this.vel.x;
    let vy = this.vel.y;
    for (let n = 0; n <= MAX_PREDICTED_CYCLES; n++) {
      this.pathX[n] = x;
      this.pathY[n] = y;
      x += vx;
      y += vy;
      vx *= this.#decay;
      vy *= this.#decay;
    }
  }
}
