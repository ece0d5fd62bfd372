/** Mouse, fingers, keys and buttons of the 3D view. */

import { createIconButton, h } from '../dom.js';
import { type Orbit, SPATIAL_CAMERAS, type SpatialCamera } from './camera-rig.js';

/** What the controls do. */
export interface ControlActions {
  readonly camera: SpatialCamera;
  setCamera(camera: SpatialCamera): void;
  /** Changes the free camera. */
  move(change: (orbit: Orbit) => void): void;
  reset(): void;
  /** Selects the player at a point, CSS pixels. */
  select(x: number, y: number): void;
  /** Whether the wheel belongs to the field and not to the page. */
  usesWheel(): boolean;
}

const NAMES: Readonly<Record<SpatialCamera, string>> = {
  broadcast: 'Broadcast',
  'goal-left': 'Left goal',
  'goal-right': 'Right goal',
  player: 'Player’s eye',
  free: 'Free',
};
/** Steps of keys and buttons: radians, and a factor of the distance. */
const TURN = 0.15;
const TILT = 0.08;
const ZOOM = 1.25;
/** Radians per pixel of a drag, meters per pixel and meter of distance, and the shortest drag, pixels. */
const TURN_PER_PX = 0.006;
const SHIFT_PER_PX = 0.0013;
const MIN_DRAG_PX = 5;

const ICONS = {
  left: 'M4 12a8 8 0 1 0 8-8v3l-5-4.500 5-4.500v3',
  right: 'M20 12a8 8 0 1 1-8-8v3l5-4.500-5-4.500v3',
  near: 'M10.800 4h2.400v6.800H20v2.400h-6.800V20h-2.400v-6.800H4v-2.400h6.800z',
  far: 'M4 10.800h16v2.400H4z',
};

const turn = (angle: number) => (orbit: Orbit) => {
  orbit.azimuth += angle;
};
const tilt = (angle: number) => (orbit: Orbit) => {
  orbit.elevation += angle;
};
const zoom = (factor: number) => (orbit: Orbit) => {
  orbit.distance *= factor;
};

/** Movements of the free camera by keys. */
const MOVES: Readonly<Record<string, (orbit: Orbit) => void>> = {
  ',': turn(-TURN),
  '.': turn(TURN),
  PageUp: tilt(TILT),
  PageDown: tilt(-TILT),
  z: zoom(1 / ZOOM),
  '+': zoom(1 / ZOOM),
  '=': zoom(1 / ZOOM),
  x: zoom(ZOOM),
};

/** The text that describes the view for those who do not see it. */
export const DESCRIPTION =
  '3D view. C changes the camera, comma and period turn it, Page Up and Page Down tilt it, Z and X move it, I resets it, Q closes the view.';

/** The buttons, and the functions for keys and for the pointer. */
export class SpatialControls {
  readonly element: HTMLElement;
  readonly #actions: ControlActions;
  readonly #select: HTMLSelectElement;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #isDragged = false;

  constructor(actions: ControlActions) {
    this.#actions = actions;
    this.#select = h(
      'select',
      {
        'aria-label': 'Camera of the 3D view (C)',
        onchange: () => actions.setCamera(this.#select.value as SpatialCamera),
      },
      ...SPATIAL_CAMERAS.map((value) => h('option', { value }, NAMES[value])),
    );
    const button = (icon: string, label: string, change: (orbit: Orbit) => void): HTMLButtonElement =>
      createIconButton(icon, label, () => actions.move(change));
    this.element = h(
      'div',
      { class: 'spatial-controls', role: 'group', 'aria-label': '3D view' },
      this.#select,
      button(ICONS.near, 'Closer (Z)', zoom(1 / ZOOM)),
      button(ICONS.far, 'Farther (X)', zoom(ZOOM)),
      button(ICONS.left, 'Turn left (,)', turn(-TURN)),
      button(ICONS.right, 'Turn right (.)', turn(TURN)),
    );
    for (const svg of [...this.element.querySelectorAll('svg')].slice(2)) svg.classList.add('line');
  }

  /** Shows which camera is on. */
  update(): void {
    this.#select.value = this.#actions.camera;
  }

  /** Handles a key; returns whether it belongs to the view. */
  handleKey({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    if (ctrlKey || altKey || metaKey || (shiftKey && key !== '+')) return false;
    const actions = this.#actions;
    const move = Object.hasOwn(MOVES, key) ? MOVES[key] : undefined;
    if (move !== undefined) actions.move(move);
    else if (key === 'i') actions.reset();
    else if (key === 'c') {
      const next = (SPATIAL_CAMERAS.indexOf(actions.camera) + 1) % SPATIAL_CAMERAS.length;
      actions.setCamera(SPATIAL_CAMERAS[next] as SpatialCamera);
    } else return false;
    return true;
  }

  /** Handles an event of the pointer on the canvas; returns whether it belongs to the view. */
  handlePointer(event: Event): boolean {
    if (event instanceof WheelEvent) this.#zoomByWheel(event);
    else if (event instanceof PointerEvent) this.#movePointer(event);
    else if (event.type === 'contextmenu') event.preventDefault();
    return true;
  }

  #zoomByWheel(event: WheelEvent): void {
    if (!this.#actions.usesWheel() || event.ctrlKey) return;
    event.preventDefault();
    this.#actions.move(zoom(ZOOM ** (Math.sign(event.deltaY) * 0.5)));
  }

  #movePointer(event: PointerEvent): void {
    const { type, pointerId, offsetX: x, offsetY: y, target } = event;
    if (type === 'pointerdown') {
      this.#isDragged = this.#pointers.size > 0;
      this.#pointers.set(pointerId, { x, y });
      (target as HTMLElement).setPointerCapture(pointerId);
      (target as HTMLElement).focus({ preventScroll: true });
      return;
    }
    const before = this.#pointers.get(pointerId);
    if (before === undefined) return;
    if (type === 'pointerup' || type === 'pointercancel') {
      this.#pointers.delete(pointerId);
      if (type === 'pointerup' && !this.#isDragged) this.#actions.select(x, y);
      return;
    }
    if (type !== 'pointermove') return;
    const [dx, dy] = [x - before.x, y - before.y];
    if (!this.#isDragged && Math.hypot(dx, dy) < MIN_DRAG_PX) return;
    this.#isDragged = true;
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1];
    this.#pointers.set(pointerId, { x, y });
    if (other !== undefined) {
      const ratio = Math.hypot(before.x - other.x, before.y - other.y) / Math.hypot(x - other.x, y - other.y);
      if (Number.isFinite(ratio)) this.#actions.move(zoom(ratio));
    } else if (event.shiftKey || (event.buttons & 6) !== 0) this.#actions.move(shift(dx, dy));
    else {
      this.#actions.move((orbit) => {
        orbit.azimuth += dx * TURN_PER_PX;
        orbit.elevation += dy * TURN_PER_PX;
      });
    }
  }
}

/** Moves the point around which the camera turns, by pixels of the picture. */
function shift(dx: number, dy: number): (orbit: Orbit) => void {
  return (orbit) => {
    const step = SHIFT_PER_PX * orbit.distance;
    const [cos, sin] = [Math.cos(orbit.azimuth), Math.sin(orbit.azimuth)];
    orbit.x += step * (-sin * -dx - cos * dy);
    orbit.y += step * (cos * -dx - sin * dy);
  };
}
