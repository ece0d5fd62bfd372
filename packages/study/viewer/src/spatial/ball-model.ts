/** The ball of the 3D view with its shadow, the line that shows its height, and its way through the air. */

import type { Frame } from '@rcss/core';
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
} from 'three';
import type { ViewOptions } from '../options.js';
import type { Picture } from '../scene.js';
import { createShadow } from './player-figures.js';

/** Cycles of the way that is drawn. */
const TRAIL_CYCLES = 30;
/** A longer way in one cycle is a placement by the referee, meters. */
const BALL_JUMP = 4.5;
/** Drawn radius of the ball: at least this many meters, and this share of its distance from the camera. */
const MIN_RADIUS = 0.13;
const RADIUS_PER_METER = 0.0042;
/** Height from which on a line leads from the ball to the ground, meters. */
const MIN_LINE_HEIGHT = 0.3;

const WHITE = new MeshLambertMaterial({ color: '#ffffff', emissive: '#777777' });
const HEIGHT_LINE = new LineBasicMaterial({ color: '#05100a', transparent: true, opacity: 0.5 });
const TRAIL_LINE = new LineBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.85 });

/** Creates a line of `count` points that change. */
function createLine(count: number, material: LineBasicMaterial): Line<BufferGeometry, LineBasicMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(new Float32Array(3 * count), 3));
  const line = new Line(geometry, material);
  line.frustumCulled = false;
  return line;
}

export class BallModel {
  readonly group: Group = new Group();
  readonly #ball = new Mesh(new SphereGeometry(1, 20, 14), WHITE);
  readonly #shadow = createShadow();
  readonly #heightLine = createLine(2, HEIGHT_LINE);
  readonly #trail = createLine(TRAIL_CYCLES + 1, TRAIL_LINE);

  constructor() {
    this.group.add(this.#shadow, this.#heightLine, this.#trail, this.#ball);
  }

  /** Sets ball and way; `distance` is that of the camera, meters, `index` the number of the frame. */
  set(
    scene: Picture,
    options: ViewOptions,
    distance: number,
    index: number,
    getFrame: (index: number) => Frame | undefined,
  ): void {
    this.group.visible = options.showBall;
    const { ballX: x, ballY: y, ballZ: z } = scene;
    const radius = Math.max(MIN_RADIUS, RADIUS_PER_METER * distance);
    this.#ball.scale.setScalar(radius);
    this.#ball.position.set(x, z + radius, y);
    this.#shadow.position.set(x, this.#shadow.position.y, y);
    this.#shadow.scale.setScalar(2 * radius);
    this.#heightLine.visible = z > MIN_LINE_HEIGHT;
    setPoints(this.#heightLine.geometry, [
      [x, 0, y],
      [x, z, y],
    ]);
    this.#trail.visible = options.showTrail;
    if (options.showTrail) setPoints(this.#trail.geometry, findWay(scene, radius, index, getFrame));
  }

  dispose(): void {
    for (const part of [this.#ball, this.#heightLine, this.#trail]) part.geometry.dispose();
  }
}

/** Returns the places of the ball from now back to a placement, as points of the library. */
function findWay(
  scene: Picture,
  radius: number,
  index: number,
  getFrame: (index: number) => Frame | undefined,
): readonly (readonly [number, number, number])[] {
  let { ballX, ballY } = scene;
  const points: [number, number, number][] = [[ballX, scene.ballZ + radius, ballY]];
  for (let back = 0; back < TRAIL_CYCLES; back++) {
    const frame = getFrame(index - back);
    if (frame === undefined || Math.hypot(frame.ballX - ballX, frame.ballY - ballY) > BALL_JUMP) break;
    ({ ballX, ballY } = frame);
    points.push([ballX, frame.ballZ + radius, ballY]);
  }
  return points;
}

function setPoints(geometry: BufferGeometry, points: readonly (readonly [number, number, number])[]): void {
  const position = geometry.getAttribute('position');
  for (const [i, [x, y, z]] of points.entries()) position.setXYZ(i, x, y, z);
  position.needsUpdate = true;
  geometry.setDrawRange(0, points.length);
}
