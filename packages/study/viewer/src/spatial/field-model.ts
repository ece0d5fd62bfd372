/** The field of the 3D view: the picture of the flat field as ground, the goals, and stands around it. */

import { GOAL_DEPTH, GOAL_POST_RADIUS, PITCH_HALF_LENGTH } from '@rcss/core/pitch';
import type { ParamTable } from '@rcss/frames';
import {
  BufferGeometry,
  CanvasTexture,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three';
import { Camera, VIEW_LENGTH, VIEW_WIDTH } from '../camera.js';
import { PITCH_GRASS } from '../design.js';
import { drawField } from '../draw/field.js';
import type { ViewOptions } from '../options.js';
import { getParam } from '../scene.js';

/** Width of the ground's picture, pixels. */
const TEXTURE_WIDTH = 4096;
/** Color of the ground around it, as at the edge of the picture. */
const AROUND = { stripes: PITCH_GRASS.around, plain: PITCH_GRASS.around, dark: '#14201a' } as const;
/** Distance between the threads of a net, meters. */
const MESH_SIZE = 0.25;
/** Height of a goal in matches whose parameters do not have it, meters. */
const GOAL_HEIGHT = 2;
const FRAME_COLOR = new MeshLambertMaterial({ color: '#f4f6f5' });
const NET = new LineBasicMaterial({ color: '#e8eeea', transparent: true, opacity: 0.32 });

/** The ground and both goals; they are built again when the options or the parameters that they show change. */
export class FieldModel {
  readonly group: Group = new Group();
  readonly #maxTextureSize: number;
  #key = '';

  /** `maxTextureSize`: the largest width of a picture, pixels, that the browser can show. */
  constructor(maxTextureSize: number) {
    this.#maxTextureSize = maxTextureSize;
  }

  set(options: ViewOptions, server: ParamTable): void {
    const { fieldStyle, showGrid, gridStep, showKeepawayArea } = options;
    const goalWidth = getParam(server, 'goal_width', 14.02);
    const goalHeight = getParam(server, 'goal_height', GOAL_HEIGHT);
    const keepaway = ['keepaway', 'keepaway_length', 'keepaway_width'].map((name) =>
      getParam(server, name, 0),
    );
    const key = [fieldStyle, showGrid, gridStep, showKeepawayArea, goalWidth, goalHeight, ...keepaway].join();
    if (key === this.#key) return;
    this.#key = key;
    this.dispose();
    this.group.add(...this.#createGround(options, server), createStands());
    for (const sign of [-1, 1]) this.group.add(createGoal(sign, goalWidth, goalHeight));
  }

  #createGround(options: ViewOptions, server: ParamTable): readonly Mesh[] {
    const width = Math.min(TEXTURE_WIDTH, this.#maxTextureSize);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round((width * VIEW_WIDTH) / VIEW_LENGTH);
    const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;
    const camera = new Camera();
    camera.resize(canvas.width, canvas.height);
    drawField({ ctx, camera, options: { ...options, showFlag: false }, server, ratio: 1 });
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 8;
    const ground = new Mesh(
      new PlaneGeometry(VIEW_LENGTH, VIEW_WIDTH),
      new MeshBasicMaterial({ map: texture }),
    );
    const around = new Mesh(
      new PlaneGeometry(600, 600),
      new MeshBasicMaterial({ color: AROUND[options.fieldStyle] }),
    );
    around.position.y = -0.05;
    for (const mesh of [ground, around]) mesh.rotation.x = -Math.PI / 2;
    return [around, ground];
  }

  /** Releases what was built. */
  dispose(): void {
    this.group.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof LineSegments)) return;
      object.geometry.dispose();
      if (object.material instanceof MeshBasicMaterial) {
        object.material.map?.dispose();
        object.material.dispose();
      }
    });
    this.group.clear();
  }
}

/** Stands: distances of the lowest and the highest row from the middle of the field, and their heights; meters. */
const STANDS = { inner: [66, 47], outer: [92, 73], low: 1.5, high: 17 } as const;
/** Rows of seats, and meters of a row that the picture has. */
const SEAT_ROWS = 20;
const SEAT_METERS = 40;

/** Creates the stands. They are seen from the field alone: a camera outside sees the field through them. */
function createStands(): Mesh {
  const corner = ([x, z]: readonly [number, number], i: number): readonly [number, number] => [
    i === 0 || i === 3 ? -x : x,
    i < 2 ? -z : z,
  ];
  const positions: number[] = [];
  const places: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < 4; i++) {
    const next = (i + 1) % 4;
    const first = positions.length / 3;
    for (const [distance, height, v] of [
      [STANDS.inner, STANDS.low, 0],
      [STANDS.outer, STANDS.high, 1],
    ] as const)
      for (const at of [i, next]) {
        const [x, z] = corner(distance, at);
        positions.push(x, height, z);
        places.push((i % 2 === 0 ? x : z) / SEAT_METERS, v);
      }
    indices.push(first, first + 1, first + 3, first, first + 3, first + 2);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(places, 2));
  geometry.setIndex(indices);
  return new Mesh(geometry, new MeshBasicMaterial({ map: createSeats(), color: '#9aa3a8' }));
}

/** Draws rows of seats and spectators; always the same picture. */
function createSeats(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 1024;
  canvas.height = 512;
  const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;
  ctx.fillStyle = '#2b343b';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const [seat, row] = [canvas.width / 64, canvas.height / SEAT_ROWS];
  const colors = ['#5c6b76', '#8d99a2', '#c9d0d4', '#a05a4e', '#4d6f96', '#b79a5a'];
  for (let y = 0; y < SEAT_ROWS; y++)
    for (let x = 0; x < 64; x++) {
      // A fixed scatter of colors and gaps.
      const mix = (x * 7919 + y * 104_729 + x * y * 31) % 97;
      ctx.fillStyle = mix < 20 ? '#39454e' : colors[mix % colors.length]!;
      ctx.fillRect((x + 0.15) * seat, (y + 0.2) * row, seat * 0.7, row * 0.65);
    }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.anisotropy = 8;
  return texture;
}

/** Creates a goal: posts, crossbar and net; `sign` is -1 for the left one. Meters. */
function createGoal(sign: number, width: number, height: number): Group {
  const goal = new Group();
  // The inner edges of the posts are on the goal's width, the crossbar's middle is in the height that the rules name.
  const x = sign * (PITCH_HALF_LENGTH - GOAL_POST_RADIUS);
  const half = width / 2 + GOAL_POST_RADIUS;
  const post = new CylinderGeometry(GOAL_POST_RADIUS, GOAL_POST_RADIUS, height, 10);
  for (const side of [-1, 1]) {
    const mesh = new Mesh(post, FRAME_COLOR);
    mesh.position.set(x, height / 2, side * half);
    goal.add(mesh);
  }
  const bar = new Mesh(new CylinderGeometry(GOAL_POST_RADIUS, GOAL_POST_RADIUS, 2 * half, 10), FRAME_COLOR);
  bar.rotation.x = Math.PI / 2;
  bar.position.set(x, height, 0);
  goal.add(bar, createNet(x, x + sign * GOAL_DEPTH, half, height));
  return goal;
}

/** Creates the net between the plane of the goal and the back, meters. */
function createNet(front: number, back: number, half: number, height: number): LineSegments {
  const points: number[] = [];
  const add = (...line: readonly number[]): void => void points.push(...line);
  const steps = (length: number): readonly number[] =>
    Array.from({ length: Math.ceil(length / MESH_SIZE) + 1 }, (_, i) => Math.min(i * MESH_SIZE, length));
  const depth = Math.abs(back - front);
  const toBack = (d: number): number => front + Math.sign(back - front) * d;
  for (const w of steps(2 * half)) {
    add(back, 0, w - half, back, height, w - half);
    add(front, height, w - half, back, height, w - half);
  }
  for (const z of steps(height)) {
    add(back, z, -half, back, z, half);
    for (const side of [-half, half]) add(front, z, side, back, z, side);
  }
  for (const d of steps(depth)) {
    add(toBack(d), height, -half, toBack(d), height, half);
    for (const side of [-half, half]) add(toBack(d), 0, side, toBack(d), height, side);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, NET);
}
