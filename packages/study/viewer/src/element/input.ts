import { BALL_INDEX, findObjectAt } from '../view/pick-object.js';
import type { Viewer } from '../view/viewer.js';

/** A press of a button or finger: where it began, and its action. */
interface Press {
  readonly x: number;
  readonly y: number;
  readonly kind: 'pan' | 'ruler' | 'move';
  readonly target: number;
  moved: boolean;
  lastX: number;
  lastY: number;
}

const LONG_TOUCH_MS = 550;

/** Shortest movement of a press that counts as dragging, pixels. */
const MIN_DRAG_PX = 5;

/**
 * Handles mouse, pen and fingers on the field: drag moves the field (or players with the referee's tool), wheel and pinch zoom,
 * click selects, double click centers, middle or Shift drag measures, right click or a long touch opens the menu (spec 11 §3.5).
 */
export function addPointerListeners(
  canvas: HTMLCanvasElement,
  viewer: Viewer,
  menu: (x: number, y: number) => void,
): void {
  const input = new PointerInput(canvas, viewer, menu);
  canvas.addEventListener('pointerdown', (event) => input.down(event));
  canvas.addEventListener('pointermove', (event) => input.move(event));
  canvas.addEventListener('pointerup', (event) => input.up(event));
  canvas.addEventListener('pointercancel', (event) => input.up(event));
  // The release of a long touch does not click: neither the field nor the menu that opened under the finger.
  canvas.addEventListener('touchend', (event) => input.wasLongTouch && event.preventDefault(), {
    passive: false,
  });
  canvas.addEventListener('pointerleave', () => setHovered(viewer, canvas, -1));
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    // A long touch opens the menu by its own timer, because not all browsers send this event for it.
    if ((event as Partial<PointerEvent>).pointerType === 'touch') return;
    const { x, y } = getCanvasPosition(event, canvas);
    menu(x, y);
  });
  canvas.addEventListener('dblclick', (event) => centerAt(event, canvas, viewer));
  canvas.addEventListener('wheel', (event) => handleWheel(event, canvas, viewer), { passive: false });
}

interface CanvasPosition {
  readonly x: number;
  readonly y: number;
}

/** Returns the position of an event on the canvas, pixels. */
function getCanvasPosition(event: MouseEvent, canvas: HTMLCanvasElement): CanvasPosition {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The pointers on the field and the press that is in progress. */
class PointerInput {
  readonly #canvas: HTMLCanvasElement;
  readonly #viewer: Viewer;
  readonly #menu: (x: number, y: number) => void;
  readonly #pointers = new Map<number, CanvasPosition>();
  #press: Press | null = null;
  /** Distance between two fingers, and the point between them, pixels. */
  #pinch = { distance: 0, x: 0, y: 0 };
  #longTouch = 0;
  /** Whether the touch that is in progress, or the last one, has opened the menu. */
  wasLongTouch = false;

  constructor(canvas: HTMLCanvasElement, viewer: Viewer, menu: (x: number, y: number) => void) {
    this.#canvas = canvas;
    this.#viewer = viewer;
    this.#menu = menu;
  }

  down(event: PointerEvent): void {
    this.#canvas.focus({ preventScroll: true });
    const { x, y } = getCanvasPosition(event, this.#canvas);
    this.#pointers.set(event.pointerId, { x, y });
    this.#canvas.setPointerCapture(event.pointerId);
    clearTimeout(this.#longTouch);
    this.wasLongTouch = false;
    if (this.#pointers.size === 2) {
      this.#press = null;
      this.#pinch = measureFingers(this.#pointers);
      return;
    }
    if (event.button === 2) return;
    const target = findObjectAt(this.#viewer, x, y, event.pointerType === 'touch' ? 10 : 0);
    const kind = this.#kindOf(event, target);
    this.#press = { x, y, kind, target, moved: false, lastX: x, lastY: y };
    if (event.button === 1) event.preventDefault();
    if (event.pointerType === 'touch') this.#waitForLongTouch(x, y);
  }

  move(event: PointerEvent): void {
    const { x, y } = getCanvasPosition(event, this.#canvas);
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, { x, y });
    if (this.#pointers.size === 2) {
      this.#followFingers();
      return;
    }
    const press = this.#press;
    if (press === null) {
      setHovered(
        this.#viewer,
        this.#canvas,
        event.pointerType === 'mouse' ? findObjectAt(this.#viewer, x, y) : -1,
      );
      return;
    }
    if (!press.moved && Math.hypot(x - press.x, y - press.y) < MIN_DRAG_PX) return;
    press.moved = true;
    this.#drag(press, x, y);
    press.lastX = x;
    press.lastY = y;
    this.#viewer.requestDraw();
  }

  /** Ends a press, also when the browser cancels it. */
  up(event: PointerEvent): void {
    const viewer = this.#viewer;
    clearTimeout(this.#longTouch);
    this.#pointers.delete(event.pointerId);
    this.#canvas.classList.remove('drag');
    const press = this.#press;
    this.#press = null;
    if (this.#pointers.size > 0 || press === null) return;
    if (event.type === 'pointercancel') {
      viewer.ruler = null;
      viewer.dragged = null;
    } else if (!press.moved) {
      if (press.target >= 0 && press.target < BALL_INDEX) viewer.toggleSelection(press.target);
    } else if (press.kind === 'ruler') viewer.ruler = null;
    else if (press.kind === 'move') placeDragged(viewer);
    viewer.requestDraw();
  }

  #kindOf(event: PointerEvent, target: number): Press['kind'] {
    if (event.button === 1 || event.shiftKey) return 'ruler';
    return this.#viewer.isMoveToolOn && this.#viewer.canCommand && target >= 0 ? 'move' : 'pan';
  }

  #waitForLongTouch(x: number, y: number): void {
    this.#longTouch = window.setTimeout(() => {
      if (this.#press === null || this.#press.moved) return;
      this.#press = null;
      this.wasLongTouch = true;
      this.#menu(x, y);
    }, LONG_TOUCH_MS);
  }

  /** Moves the field with the point between two fingers and zooms with their distance. */
  #followFingers(): void {
    const before = this.#pinch;
    const now = measureFingers(this.#pointers);
    this.#pinch = now;
    const { camera } = this.#viewer;
    if (camera.zoom > 1.001) {
      this.#viewer.followed = '';
      camera.pan(now.x - before.x, now.y - before.y);
    }
    if (before.distance > 0) this.#viewer.zoom(now.distance / before.distance, now.x, now.y);
  }

  #drag(press: Press, x: number, y: number): void {
    const viewer = this.#viewer;
    const { camera } = viewer;
    if (press.kind === 'ruler') {
      viewer.ruler = {
        x0: camera.toFieldX(press.x, press.y),
        y0: camera.toFieldY(press.x, press.y),
        x1: camera.toFieldX(x, y),
        y1: camera.toFieldY(x, y),
      };
    } else if (press.kind === 'move') {
      viewer.dragged = {
        index: press.target === BALL_INDEX ? -1 : press.target,
        x: camera.toFieldX(x, y),
        y: camera.toFieldY(x, y),
      };
    } else if (camera.zoom > 1.001) {
      viewer.followed = '';
      this.#canvas.classList.add('drag');
      camera.pan(x - press.lastX, y - press.lastY);
      viewer.emit('camera');
    }
  }
}

function centerAt(event: MouseEvent, canvas: HTMLCanvasElement, viewer: Viewer): void {
  const { x, y } = getCanvasPosition(event, canvas);
  viewer.followed = '';
  if (viewer.camera.zoom < 1.2) viewer.zoom(2, x, y);
  viewer.camera.centerOn(viewer.camera.toFieldX(x, y), viewer.camera.toFieldY(x, y));
  viewer.emit('camera');
}

/**
 * Zooms, or steps with Shift. Without the focus the wheel scrolls the page that contains the viewer; Ctrl+wheel, which touch pads
 * send for a pinch, always zooms.
 */
function handleWheel(event: WheelEvent, canvas: HTMLCanvasElement, viewer: Viewer): void {
  const amount = event.deltaY || event.deltaX;
  const scrolls = amount > 0 && viewer.camera.zoom <= 1.001 && !viewer.isWholePage();
  if ((!viewer.usesWheel() || scrolls) && !event.ctrlKey && !event.shiftKey) return;
  event.preventDefault();
  const { x, y } = getCanvasPosition(event, canvas);
  if (event.shiftKey) viewer.controlPlayback((p, s) => p.step(amount > 0 ? 1 : -1, s));
  else viewer.zoom(Math.exp(-Math.max(-120, Math.min(120, amount)) / 400), x, y);
}

/** Returns the distance of two fingers and the point between them. */
function measureFingers(pointers: ReadonlyMap<number, CanvasPosition>): {
  readonly distance: number;
  readonly x: number;
  readonly y: number;
} {
  const [a, b] = [...pointers.values()] as [CanvasPosition, CanvasPosition];
  return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function setHovered(viewer: Viewer, canvas: HTMLCanvasElement, index: number): void {
  canvas.classList.toggle('pick', index >= 0);
  if (viewer.hovered === index) return;
  viewer.hovered = index;
  viewer.emit('selection');
}

function placeDragged(viewer: Viewer): void {
  const { dragged: ghost } = viewer;
  viewer.dragged = null;
  if (ghost === null) return;
  const { x, y } = ghost;
  if (ghost.index < 0) {
    void viewer.sendCommand({ type: 'move_ball', x, y });
    return;
  }
  const p = viewer.frame?.players[ghost.index];
  if (p !== undefined)
    void viewer.sendCommand({ type: 'move_player', side: p.side, unum: p.unum, x, y, body: p.body });
}
