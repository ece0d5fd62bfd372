import type { Ruler } from '../draw/paint.js';
import type { Viewer } from './viewer.js';

/** Where a press began and what it became. */
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

/**
 * Mouse, pen and fingers on the field: drag moves it (or players with the referee's tool), wheel and pinch zoom, click selects,
 * double click centres, middle or Shift drag measures, right click or a long touch opens the menu (11 §3.5).
 */
export function listenToPointer(
  canvas: HTMLCanvasElement,
  viewer: Viewer,
  menu: (x: number, y: number) => void,
): void {
  const pointers = new Map<number, { x: number; y: number }>();
  let press: Press | null = null;
  let pinch = 0;
  let longTouch = 0;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const ruler = (p: Press, x: number, y: number): Ruler => ({
    x0: viewer.camera.fieldX(p.x, p.y),
    y0: viewer.camera.fieldY(p.x, p.y),
    x1: viewer.camera.fieldX(x, y),
    y1: viewer.camera.fieldY(x, y),
  });

  canvas.addEventListener('pointerdown', (event) => {
    canvas.focus({ preventScroll: true });
    const { x, y } = place(event);
    pointers.set(event.pointerId, { x, y });
    canvas.setPointerCapture(event.pointerId);
    clearTimeout(longTouch);
    if (pointers.size === 2) {
      press = null;
      pinch = spread(pointers);
      return;
    }
    if (event.button === 2) return;
    const target = viewer.at(x, y, event.pointerType === 'touch' ? 10 : 0);
    const kind =
      event.button === 1 || event.shiftKey
        ? 'ruler'
        : viewer.moveTool && viewer.mayCommand && target >= 0
          ? 'move'
          : 'pan';
    press = { x, y, kind, target, moved: false, lastX: x, lastY: y };
    if (event.button === 1) event.preventDefault();
    if (event.pointerType === 'touch') {
      longTouch = setTimeout(() => {
        if (press === null || press.moved) return;
        press = null;
        menu(x, y);
      }, LONG_TOUCH_MS) as unknown as number;
    }
  });

  canvas.addEventListener('pointermove', (event) => {
    const { x, y } = place(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, { x, y });
    if (pointers.size === 2) {
      const now = spread(pointers);
      const [a, b] = [...pointers.values()] as [{ x: number; y: number }, { x: number; y: number }];
      if (pinch > 0) viewer.zoom(now / pinch, (a.x + b.x) / 2, (a.y + b.y) / 2);
      pinch = now;
      return;
    }
    if (press === null) {
      hover(viewer, canvas, event.pointerType === 'mouse' ? viewer.at(x, y) : -1);
      return;
    }
    if (!press.moved && Math.hypot(x - press.x, y - press.y) < 5) return;
    press.moved = true;
    if (press.kind === 'ruler') viewer.ruler = ruler(press, x, y);
    else if (press.kind === 'move') {
      viewer.ghost = {
        index: press.target === 22 ? -1 : press.target,
        x: viewer.camera.fieldX(x, y),
        y: viewer.camera.fieldY(x, y),
      };
    } else if (viewer.camera.zoom > 1.001) {
      viewer.follow = '';
      canvas.classList.add('drag');
      viewer.camera.pan(x - press.lastX, y - press.lastY);
      viewer.emit('camera');
    }
    press.lastX = x;
    press.lastY = y;
    viewer.touch();
  });

  const end = (event: PointerEvent): void => {
    clearTimeout(longTouch);
    pointers.delete(event.pointerId);
    canvas.classList.remove('drag');
    const p = press;
    press = null;
    if (pointers.size > 0 || p === null) return;
    if (event.type === 'pointercancel') {
      viewer.ruler = null;
      viewer.ghost = null;
    } else if (!p.moved) {
      if (p.target >= 0 && p.target < 22) viewer.select(p.target);
    } else if (p.kind === 'ruler') viewer.ruler = null;
    else if (p.kind === 'move') dropGhost(viewer);
    viewer.touch();
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => hover(viewer, canvas, -1));
  canvas.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    menu(x, y);
  });
  canvas.addEventListener('dblclick', (event) => {
    const { x, y } = place(event);
    viewer.follow = '';
    if (viewer.camera.zoom < 1.2) {
      viewer.zoom(2, x, y);
    }
    viewer.camera.lookAt(viewer.camera.fieldX(x, y), viewer.camera.fieldY(x, y));
    viewer.emit('camera');
  });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { x, y } = place(event);
      const amount = event.deltaY || event.deltaX;
      if (event.shiftKey) viewer.replay((p, s) => p.step(amount > 0 ? 1 : -1, s));
      else viewer.zoom(Math.exp(-Math.max(-120, Math.min(120, amount)) / 400), x, y);
    },
    { passive: false },
  );
}

function spread(pointers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [a, b] = [...pointers.values()];
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
}

function hover(viewer: Viewer, canvas: HTMLCanvasElement, index: number): void {
  canvas.classList.toggle('pick', index >= 0);
  if (viewer.hover === index) return;
  viewer.hover = index;
  viewer.emit('selection');
}

function dropGhost(viewer: Viewer): void {
  const { ghost } = viewer;
  viewer.ghost = null;
  if (ghost === null) return;
  const { x, y } = ghost;
  if (ghost.index < 0) {
    viewer.command({ type: 'move_ball', x, y });
    return;
  }
  const p = viewer.frame?.players[ghost.index];
  if (p !== undefined)
    viewer.command({ type: 'move_player', side: p.side, unum: p.unum, x, y, body: p.body });
}
