import type { Ball, Vec2 } from '@rcss/core';
import { cos, sin } from '@rcss/core/math';
import { hasHeight, type ServerParams } from '@rcss/params';
import { advanceFlight } from '@rcss/physics/predict';
import type { SeenObjectMessage } from '@rcss/protocol';
import { toRadians } from '../geometry.js';
import { square } from '../square.js';
import { MAX_PREDICTED_CYCLES } from './ability.js';
import type { SelfState } from './self-state.js';
import type { VisionModel } from './vision.js';

/** What a see message shows of the ball. */
export type BallSight = Pick<SeenObjectMessage, 'dist' | 'dir' | 'distChange' | 'dirChange' | 'z' | 'vz'>;

/** The player that sees the ball; the seen motion is relative to its own. */
export type BallObserver = Pick<SelfState, 'pos' | 'vel' | 'face' | 'posError'>;

/** Factor of the velocity of objects that collide (spec 05 §7). */
const COLLISION_FACTOR = -0.1;
/** Squared deviation of a sighting from the prediction, in variances, from which on something touched the ball. */
const MAX_SURPRISE = 12;
/** Heights are seen exactly: a larger difference from the prediction, meters, is a kick. */
const MAX_HEIGHT_ERROR = 0.01;

/** Position and velocity of the ball with their uncertainty, by sight, hearing and prediction. */
export class BallTracker {
  readonly pos: Vec2 = { x: 0, y: 0 };
  readonly vel: Vec2 = { x: 0, y: 0 };
  /** Cycles since the ball was seen, or reported by a teammate. */
  age = 1000;
  /** Cycles since its velocity was seen or heard. */
  velAge = 1000;
  /** Whether the ball was not seen at its predicted place, and not since then. */
  isLost = false;
  /** Whether it was seen in this cycle, and not where or not as fast as predicted: it was kicked, or hit a player. */
  isDeflected = false;
  /** Variances of position and velocity, per axis. */
  posVar = 1000;
  velVar = 10;
  /** Predicted positions, meters: index n is n cycles from now. */
  readonly pathX: Float64Array = new Float64Array(MAX_PREDICTED_CYCLES + 1);
  /** Meters. */
  readonly pathY: Float64Array = new Float64Array(MAX_PREDICTED_CYCLES + 1);
  /** Height at the positions of the path, meters; 0 in a match without heights. */
  readonly pathZ: Float64Array = new Float64Array(MAX_PREDICTED_CYCLES + 1);
  readonly #decay: number;
  readonly #speedMax: number;
  /** Parameters of a match in which the ball leaves the ground; null for another one. */
  readonly #heights: ServerParams | null;
  /** The motion with `pos` and `vel`, and another one for predictions. */
  readonly #motion: Ball = { pos: this.pos, vel: this.vel, accel: { x: 0, y: 0 }, z: 0, vz: 0, az: 0 };
  readonly #ahead: Ball = {
    pos: { x: 0, y: 0 },
    vel: { x: 0, y: 0 },
    accel: { x: 0, y: 0 },
    z: 0,
    vz: 0,
    az: 0,
  };

  /** Height when the ball was seen last. */
  #seenZ = 0;

  /** Deviations of what is seen. */
  vision: VisionModel;

  /**
   * @param decay `ball_decay`.
   * @param speedMax `ball_speed_max`, meters per cycle.
   * @param server All parameters, for a match in which the ball may leave the ground.
   */
  constructor(decay: number, speedMax: number, vision: VisionModel, server?: ServerParams) {
    this.#heights = server !== undefined && hasHeight(server) ? server : null;
    this.vision = vision;
    this.#decay = decay;
    this.#speedMax = speedMax;
  }

  /** Height, meters; 0 on the ground. */
  get z(): number {
    return this.#motion.z;
  }

  /** Upward speed, meters per cycle. */
  get vz(): number {
    return this.#motion.vz;
  }

  /** Whether the ball is in the air or bounces. */
  get isHigh(): boolean {
    return this.#motion.z > 0 || this.#motion.vz !== 0;
  }

  /** Standard deviation of the position. */
  get error(): number {
    return Math.sqrt(this.posVar);
  }

  /** Speed of the ball, meters per cycle. */
  get speed(): number {
    return Math.sqrt(this.vel.x * this.vel.x + this.vel.y * this.vel.y);
  }

  /**
   * Predicts the ball for the next cycle; `pushX`, `pushY` and, in a match with heights, `lift` are the acceleration by the player's own
   * kick.
   */
  predict(pushX: number, pushY: number, lift = 0): void {
    const { pos, vel } = this;
    vel.x += pushX;
    vel.y += pushY;
    const speed = Math.sqrt(vel.x * vel.x + vel.y * vel.y);
    if (speed > this.#speedMax) {
      vel.x *= this.#speedMax / speed;
      vel.y *= this.#speedMax / speed;
    }
    if (this.#heights === null) {
      pos.x += vel.x;
      pos.y += vel.y;
      vel.x *= this.#decay;
      vel.y *= this.#decay;
    } else {
      this.#motion.az = lift;
      advanceFlight(this.#motion, this.#heights);
    }
    this.age += 1;
    this.velAge += 1;
    this.isDeflected = false;
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
    this.#setHeight(0, 0);
    this.posVar = 0.01;
    this.velVar = 0.001;
  }

  #setHeight(z: number, vz: number): void {
    this.#motion.z = z;
    this.#motion.vz = vz;
  }

  /** Adds a sighting; one without a distance does not count. */
  see(sight: BallSight, observer: BallObserver): void {
    const { pos, vel } = this;
    const { dist } = sight;
    if (dist === null) return;
    this.#seeHeight(sight);
    const angle = observer.face + toRadians(sight.dir);
    const c = cos(angle);
    const s = sin(angle);
    const mx = observer.pos.x + dist * c;
    const my = observer.pos.y + dist * s;
    const selfVar = square(observer.posError);
    const radialVar = square(this.vision.objectDistance(dist)) + selfVar;
    const acrossVar = square(this.vision.objectAcross(dist)) + selfVar;
    const ex = mx - pos.x;
    const ey = my - pos.y;
    const radial = ex * c + ey * s;
    const across = -ex * s + ey * c;
    const surprise =
      (radial * radial) / (this.posVar + radialVar) + (across * across) / (this.posVar + acrossVar);
    const firstSight = this.age > 15;
    if (surprise > MAX_SURPRISE || firstSight) {
      this.isDeflected = true;
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
    if (sight.distChange !== null && sight.dirChange !== null)
      this.#seeMotion(sight, dist, observer.vel, c, s);
    else if (!firstSight) this.velAge = Math.min(this.velAge, 3);
  }

  /** Takes the height, and the upward speed: the one that is seen, that of the flight as predicted, or of the last step. */
  #seeHeight({ z, vz }: BallSight): void {
    if (z === undefined || this.#heights === null) return;
    const isAsPredicted = Math.abs(z - this.z) < MAX_HEIGHT_ERROR;
    const step = this.age <= 1 ? z - this.#seenZ : 0;
    this.#seenZ = z;
    this.#setHeight(z, vz ?? (isAsPredicted ? this.vz : step));
  }

  #seeMotion(sight: BallSight, dist: number, own: Readonly<Vec2>, c: number, s: number): void {
    const { vel } = this;
    const seenRadial = sight.distChange! + (own.x * c + own.y * s);
    const seenAcross = toRadians(sight.dirChange!) * dist + (-own.x * s + own.y * c);
    const radialVar = square(this.vision.radialVelocity(dist));
    const acrossVar = square(this.vision.acrossVelocity(dist));
    const radial = seenRadial - (vel.x * c + vel.y * s);
    const across = seenAcross - (-vel.x * s + vel.y * c);
    const surprise =
      (radial * radial) / (this.velVar + radialVar) + (across * across) / (this.velVar + acrossVar);
    if (surprise > MAX_SURPRISE) {
      this.isDeflected = true;
      this.velVar = 1;
    }
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
    if (this.#heights !== null) {
      this.#updateFlight(this.#heights);
      return;
    }
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

  #updateFlight(server: ServerParams): void {
    const ball = this.#ahead;
    Object.assign(ball.pos, this.pos);
    Object.assign(ball.vel, this.vel);
    ball.z = this.z;
    ball.vz = this.vz;
    for (let n = 0; n <= MAX_PREDICTED_CYCLES; n++) {
      this.pathX[n] = ball.pos.x;
      this.pathY[n] = ball.pos.y;
      this.pathZ[n] = ball.z;
      advanceFlight(ball, server);
    }
  }
}
