import { h } from '../dom.js';
import type { NoteShape } from '../source.js';
import type { Viewer } from '../view/viewer.js';

export type DrawingTool = 'arrow' | 'circle' | 'label';

/** Shortest arrow and smallest radius that are kept, m: a shorter press was none. */
const LEAST_SIZE = 0.5;

/** What the tool needs from the panel. */
export interface DrawToolHost {
  readonly viewer: Viewer;
  readonly stage: HTMLElement;
  /** Color of new shapes, `#rrggbb`, and the text of a new label. */
  readColor(): string;
  readText(): string;
  /** Shows the shape that is being drawn; null for none. */
  showDraft(shape: NoteShape | null): void;
  addShape(shape: NoteShape): void;
}

/** Draws shapes on the field with mouse, pen or a finger while a tool is chosen. */
export class DrawTool {
  readonly #host: DrawToolHost;
  readonly #surface = h('div', { class: 'study-surface' });
  #tool: DrawingTool | null = null;
  #from: { readonly x: number; readonly y: number } | null = null;
  #draft: NoteShape | null = null;

  constructor(host: DrawToolHost) {
    this.#host = host;
    const surface = this.#surface;
    surface.style.cssText = 'position:absolute;inset:0;cursor:crosshair;touch-action:none';
    surface.addEventListener('pointerdown', (event) => this.#begin(event));
    surface.addEventListener('pointermove', (event) => this.#move(event));
    surface.addEventListener('pointerup', () => this.#finish(true));
    surface.addEventListener('pointercancel', () => this.#finish(false));
  }

  /** Chooses a tool, or none: then the field is moved and players are selected as usual. */
  set tool(tool: DrawingTool | null) {
    this.#tool = tool;
    this.#finish(false);
    if (tool === null) this.#surface.remove();
    // Below the buttons on the field, above its canvases.
    else this.#host.stage.querySelector('.actors')?.after(this.#surface);
  }

  get tool(): DrawingTool | null {
    return this.#tool;
  }

  #toField(event: PointerEvent): { readonly x: number; readonly y: number } {
    const { camera } = this.#host.viewer;
    const box = this.#surface.getBoundingClientRect();
    const [sx, sy] = [event.clientX - box.left, event.clientY - box.top];
    return { x: round(camera.toFieldX(sx, sy)), y: round(camera.toFieldY(sx, sy)) };
  }

  #begin(event: PointerEvent): void {
    if (event.button !== 0 || this.#from !== null) return;
    this.#surface.setPointerCapture(event.pointerId);
    this.#from = this.#toField(event);
    this.#draw(this.#from);
  }

  #move(event: PointerEvent): void {
    if (this.#from !== null) this.#draw(this.#toField(event));
  }

  #draw({ x, y }: { readonly x: number; readonly y: number }): void {
    const from = this.#from!;
    const color = this.#host.readColor();
    if (this.#tool === 'label') this.#draft = { kind: 'label', x, y, text: this.#host.readText(), color };
    else if (this.#tool === 'arrow')
      this.#draft = { kind: 'arrow', x1: from.x, y1: from.y, x2: x, y2: y, color };
    else {
      const radius = Math.min(60, Math.max(LEAST_SIZE, round(Math.hypot(x - from.x, y - from.y))));
      this.#draft = { kind: 'circle', x: from.x, y: from.y, radius, color };
    }
    this.#host.showDraft(this.#draft);
  }

  #finish(isKept: boolean): void {
    const shape = this.#draft;
    this.#from = null;
    this.#draft = null;
    if (shape === null) return;
    this.#host.showDraft(null);
    const isShort =
      shape.kind === 'arrow' && Math.hypot(shape.x2 - shape.x1, shape.y2 - shape.y1) < LEAST_SIZE;
    if (isKept && !isShort) this.#host.addShape(shape);
  }
}

/** Rounds to centimeters, within the places that a study has. */
function round(meters: number): number {
  return Math.min(100, Math.max(-100, Math.round(meters * 100) / 100));
}
