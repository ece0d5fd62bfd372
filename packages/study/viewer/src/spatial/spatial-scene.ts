/** The scene of the 3D view and its cameras; draws it with the renderer of a canvas. */

import { Color, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import type { Picture, PicturePlayer } from '../scene.js';
import type { Viewer } from '../view/viewer.js';
import { BallModel } from './ball-model.js';
import {
  type CameraPose,
  computePose,
  computeVerticalAngle,
  createOrbit,
  followPose,
  limitOrbit,
  type Orbit,
  type SpatialCamera,
  toOrbit,
} from './camera-rig.js';
import { FieldModel } from './field-model.js';
import { PlayerFigures } from './player-figures.js';

/** Time after which a camera has done 63 % of its way to what it shows, ms. */
const LAG_MS: Readonly<Record<SpatialCamera, number>> = {
  broadcast: 420,
  'goal-left': 420,
  'goal-right': 420,
  player: 90,
  free: 60,
};

/**
 * Creates the renderer of a canvas.
 *
 * @throws Error if the browser has no WebGL 2 or does not allow it.
 */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
  if (context === null)
    throw new Error('The 3D view needs WebGL 2, which this browser does not have or does not allow.');
  return new WebGLRenderer({ canvas, context });
}

/** A picture to draw: the moment, its size in pixels, and the time since the picture before, ms; 0 begins a new sequence. */
export interface SpatialPicture {
  readonly scene: Picture;
  /** Number of the frame at or before the moment. */
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly dt: number;
  /** Color of the sky; null leaves it transparent. */
  readonly sky: string | null;
}

/** A camera that follows the match through a sequence of pictures. */
export class FollowingCamera {
  readonly lens: PerspectiveCamera = new PerspectiveCamera(40, 1, 0.2, 600);
  readonly pose: CameraPose = computePose('free', {
    scene: { ballX: 0, ballY: 0, ballZ: 0 },
    player: null,
    orbit: createOrbit(),
    isSwapped: false,
  });
  #isPlaced = false;

  /** Moves the camera; returns whether it has not reached its place yet. */
  move(to: CameraPose, dt: number, lagMs: number, aspect: number): boolean {
    const isMoving = followPose(this.pose, to, dt, this.#isPlaced && dt > 0 ? lagMs : 0);
    this.#isPlaced = true;
    const { lens, pose } = this;
    lens.fov = computeVerticalAngle(pose.angle, aspect);
    lens.aspect = aspect;
    lens.position.set(pose.x, pose.z, pose.y);
    lens.lookAt(pose.targetX, pose.targetZ, pose.targetY);
    lens.updateProjectionMatrix();
    lens.updateMatrixWorld();
    return isMoving;
  }
}

export class SpatialScene {
  camera: SpatialCamera = 'broadcast';
  readonly #viewer: Viewer;
  readonly #world = new Scene();
  readonly #field: FieldModel;
  readonly #players = new PlayerFigures();
  readonly #ball = new BallModel();
  #orbit: Orbit = createOrbit();

  constructor(viewer: Viewer, maxTextureSize: number) {
    this.#viewer = viewer;
    this.#field = new FieldModel(maxTextureSize);
    const sun = new DirectionalLight('#ffffff', 1.6);
    sun.position.set(-30, 60, 40);
    this.#world.add(
      new HemisphereLight('#ffffff', '#58705e', 1.9),
      sun,
      this.#field.group,
      this.#players.group,
      this.#ball.group,
    );
  }

  /** Index of the player in whose eyes the camera is: the selected one, otherwise the one nearest to the ball; -1 for none. */
  findEye(scene: Picture): number {
    if (this.camera !== 'player') return -1;
    const { selected } = this.#viewer;
    return scene.players[selected]?.isPresent === true ? selected : scene.nearestIndex;
  }

  /** Changes the free camera, which begins where the camera of `pose` is. */
  moveFreely(pose: CameraPose, change: (orbit: Orbit) => void): void {
    if (this.camera !== 'free') {
      this.#orbit = toOrbit(pose);
      this.camera = 'free';
    }
    change(this.#orbit);
    limitOrbit(this.#orbit);
  }

  /** Sets the free camera to its first place. */
  resetOrbit(): void {
    this.#orbit = createOrbit();
  }

  /** Draws a picture; returns whether the camera has not reached its place yet. */
  draw(renderer: WebGLRenderer, camera: FollowingCamera, picture: SpatialPicture): boolean {
    const { scene, index, width, height, dt, sky } = picture;
    const { options, kits, selected, source, params, followed } = this.#viewer;
    if (followed === 'ball') Object.assign(this.#orbit, { x: scene.ballX, y: scene.ballY });
    const eye = this.findEye(scene);
    const subject = {
      scene,
      player: (scene.players[eye] as PicturePlayer | undefined) ?? null,
      orbit: this.#orbit,
      isSwapped: options.swapSides,
    };
    const isMoving = camera.move(computePose(this.camera, subject), dt, LAG_MS[this.camera], width / height);
    this.#field.set(options, params.server);
    this.#players.setAngle(camera.lens.fov);
    this.#players.set(scene, kits, selected, eye, options);
    const distance = camera.lens.position.distanceTo({ x: scene.ballX, y: scene.ballZ, z: scene.ballY });
    this.#ball.set(scene, options, distance, index, (i) => source?.getFrame(i));
    this.#world.background = sky === null ? null : new Color(sky);
    renderer.render(this.#world, camera.lens);
    return isMoving;
  }

  dispose(): void {
    this.#field.dispose();
    this.#players.dispose();
    this.#ball.dispose();
  }
}
