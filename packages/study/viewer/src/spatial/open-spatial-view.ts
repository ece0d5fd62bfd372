/** The 3D view: the module `viewer-3d.js`, which the page loads when the view is opened first. */

import type { Side } from '@rcss/core';
import { Vector3, type WebGLRenderer } from 'three';
import { h } from '../dom.js';
import type { Picture } from '../scene.js';
import type { SpatialView } from '../view/spatial-view.js';
import type { Viewer } from '../view/viewer.js';
import type { SpatialCamera } from './camera-rig.js';
import { DESCRIPTION, SpatialControls } from './spatial-controls.js';
import { createRenderer, FollowingCamera, SpatialScene } from './spatial-scene.js';

const STYLES = `
.stage.spatial { touch-action: none; background: light-dark(#8fb7d3, #0a1016); } .stage.spatial.scrolls { touch-action: pan-y; }
.stage.spatial canvas.layer:not(.actors, .spatial-canvas), .stage.spatial .pointer, .stage.spatial .zoom button:not(.spatial-toggle) { visibility: hidden; }
.stage.spatial .zoom { flex-direction: column-reverse; justify-content: flex-end; }
.spatial-canvas { position: absolute; left: 0; top: 0; display: block; pointer-events: none;
  background: linear-gradient(light-dark(#5d9cc9, #060a10), light-dark(#cfe3ee, #1a2733) 45%); background-color: light-dark(#a9cbe0, #0d151c); }
.spatial-controls { position: absolute; left: 12px; top: 12px; display: flex; gap: 6px; zoom: var(--scale, 1); }
.spatial-controls :is(button.icon, select) { background: var(--glass); border: 1px solid var(--edge); }
:host([narrow][short]) .spatial-controls button, :host([screen]) .spatial-controls { display: none; }
`;
const POINTER_EVENTS = [
  'pointerdown',
  'pointermove',
  'pointerup',
  'pointercancel',
  'wheel',
  'dblclick',
  'contextmenu',
] as const;
/** Device pixels per CSS pixel that are drawn at most. */
const MAX_RATIO = 2;
/** Distance from a player within which a click selects it, CSS pixels. */
const REACH_PX = 26;

/** Camera of the view that was closed last. */
let lastCamera: SpatialCamera = 'broadcast';

class StageView implements SpatialView {
  readonly #viewer: Viewer;
  readonly #actors: HTMLCanvasElement;
  readonly #canvas = h('canvas', { class: 'layer spatial-canvas', 'aria-hidden': 'true' });
  readonly #renderer: WebGLRenderer;
  readonly #scene: SpatialScene;
  readonly #camera = new FollowingCamera();
  readonly #controls: SpatialControls;
  readonly #abort = new AbortController();
  readonly #style = new CSSStyleSheet();
  /** For pictures and clips; created with the first one. */
  #painter: { readonly renderer: WebGLRenderer; readonly camera: FollowingCamera } | null = null;
  #size = '';

  constructor(viewer: Viewer, actors: HTMLCanvasElement, onLost: () => void) {
    this.#viewer = viewer;
    this.#actors = actors;
    this.#renderer = createRenderer(this.#canvas);
    this.#scene = new SpatialScene(viewer, this.#renderer.capabilities.maxTextureSize);
    this.#scene.camera = lastCamera;
    this.#controls = new SpatialControls(this.#createActions());
    this.#controls.update();
    const stage = actors.parentElement as HTMLElement;
    const root = actors.getRootNode() as ShadowRoot;
    this.#style.replaceSync(STYLES);
    root.adoptedStyleSheets.push(this.#style);
    stage.classList.add('spatial');
    actors.before(this.#canvas);
    actors.after(this.#controls.element);
    actors.setAttribute('aria-description', DESCRIPTION);
    const { signal } = this.#abort;
    for (const type of POINTER_EVENTS)
      stage.addEventListener(type, (event) => this.#handlePointer(event), {
        capture: true,
        passive: false,
        signal,
      });
    this.#canvas.addEventListener('webglcontextlost', onLost, { signal });
  }

  #createActions(): ConstructorParameters<typeof SpatialControls>[0] {
    const viewer = this.#viewer;
    const scene = this.#scene;
    const redraw = (): void => {
      this.#controls.update();
      viewer.requestDraw();
    };
    return {
      get camera() {
        return scene.camera;
      },
      setCamera(camera) {
        scene.camera = camera;
        redraw();
      },
      move: (change) => {
        scene.moveFreely(this.#camera.pose, change);
        redraw();
      },
      reset() {
        scene.resetOrbit();
        redraw();
      },
      select: (x, y) => this.#select(x, y),
      usesWheel: () => viewer.usesWheel(),
    };
  }

  #handlePointer(event: Event): void {
    if (event.target === this.#actors && this.#controls.handlePointer(event)) event.stopPropagation();
  }

  goBehindGoal(side: Side): void {
    this.#scene.camera = side === 'l' ? 'goal-left' : 'goal-right';
  }

  handleKey(event: KeyboardEvent): boolean {
    return this.#controls.handleKey(event);
  }

  #select(x: number, y: number): void {
    const { scene } = this.#viewer;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const point = new Vector3();
    let best = -1;
    let nearest = REACH_PX;
    for (const [i, p] of scene.players.entries()) {
      if (!p.isPresent) continue;
      point.set(p.x, 1.2, p.y).project(this.#camera.lens);
      if (point.z > 1) continue;
      const distance = Math.hypot(((point.x + 1) / 2) * width - x, ((1 - point.y) / 2) * height - y);
      if (distance < nearest) [nearest, best] = [distance, i];
    }
    if (best >= 0) this.#viewer.toggleSelection(best);
  }

  draw(dt: number): void {
    const { camera, pixelRatio, scene, frameIndex } = this.#viewer;
    const width = Math.max(1, camera.width - camera.insets.right);
    const height = Math.max(1, camera.height - camera.insets.bottom);
    const size = `${width} ${height} ${pixelRatio}`;
    if (size !== this.#size) {
      this.#size = size;
      this.#renderer.setPixelRatio(Math.min(MAX_RATIO, pixelRatio));
      this.#renderer.setSize(width, height);
      this.#clearFlatPicture();
    }
    // While the match is paused, pictures are drawn only on request.
    const time = Math.max(1, dt);
    const isMoving = this.#scene.draw(this.#renderer, this.#camera, {
      scene,
      index: frameIndex,
      width,
      height,
      dt: time,
      sky: null,
    });
    if (isMoving) this.#viewer.requestDraw();
  }

  /** The canvas of the flat view is above this one; after a change of its size it has its last picture again. */
  #clearFlatPicture(): void {
    const context = this.#actors.getContext('2d');
    context?.save();
    context?.resetTransform();
    context?.clearRect(0, 0, this.#actors.width, this.#actors.height);
    context?.restore();
  }

  paint(scene: Picture, index: number, width: number, height: number, dt: number): HTMLCanvasElement {
    this.#painter ??= {
      renderer: createRenderer(document.createElement('canvas')),
      camera: new FollowingCamera(),
    };
    const { renderer, camera } = this.#painter;
    renderer.setSize(width, height, false);
    const sky = getComputedStyle(this.#canvas).backgroundColor;
    this.#scene.draw(renderer, camera, { scene, index, width, height, dt, sky });
    return renderer.domElement;
  }

  close(): void {
    lastCamera = this.#scene.camera;
    this.#abort.abort();
    const root = this.#actors.getRootNode() as ShadowRoot;
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== this.#style);
    this.#actors.parentElement?.classList.remove('spatial');
    this.#actors.removeAttribute('aria-description');
    this.#controls.element.remove();
    this.#canvas.remove();
    this.#scene.dispose();
    for (const renderer of [this.#renderer, this.#painter?.renderer]) {
      renderer?.dispose();
      renderer?.forceContextLoss();
    }
  }
}

/** Shows the 3D view below the canvas `actors`. */
export function openSpatialView(viewer: Viewer, actors: HTMLCanvasElement, onLost: () => void): SpatialView {
  return new StageView(viewer, actors, onLost);
}
