import type { Camera } from '../camera.js';
import type { DebugPicture } from '../debug/debug-view.js';
import { drawBall } from './ball.js';
import { type DrawContext, setPixelTransform } from './draw-context.js';
import { drawDebug } from './draw-debug.js';
import { drawField } from './field.js';
import { drawOverlays, drawUnderlays } from './overlays.js';
import { drawPlayers } from './players.js';

/** Inputs that can change with every picture. */
export interface RenderInput extends Omit<DrawContext, 'ctx' | 'camera' | 'ratio'> {
  /** What agents reported; null without records. */
  readonly debug: DebugPicture | null;
}

/**
 * Draws on two canvases on top of each other. The field's canvas is drawn only when the camera or the options change, the other
 * one for every picture.
 */
export class Renderer {
  readonly #field: CanvasRenderingContext2D;
  readonly #actors: CanvasRenderingContext2D;
  readonly #camera: Camera;
  #fieldKey = '';
  #ratio = 1;
  /** What was drawn last: a new size makes the canvases blank. */
  #picture: RenderInput | null = null;

  constructor(field: HTMLCanvasElement, actors: HTMLCanvasElement, camera: Camera) {
    this.#field = field.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
    this.#actors = actors.getContext('2d') as CanvasRenderingContext2D;
    this.#camera = camera;
  }

  /** Device pixels per CSS pixel. */
  get ratio(): number {
    return this.#ratio;
  }

  /** Sets the size in CSS pixels; `ratio` is limited to two device pixels per CSS pixel to save drawing time. */
  resize(width: number, height: number, ratio: number): void {
    this.#ratio = Math.min(2, Math.max(1, ratio));
    const pixelWidth = Math.max(1, Math.round(width * this.#ratio));
    const pixelHeight = Math.max(1, Math.round(height * this.#ratio));
    for (const { canvas } of [this.#field, this.#actors]) {
      if (canvas.width !== pixelWidth) canvas.width = pixelWidth;
      if (canvas.height !== pixelHeight) canvas.height = pixelHeight;
    }
    this.#fieldKey = '';
    this.#camera.resize(width, height);
    // In the same task: a picture of the browser between the new size and the next drawing would be black.
    if (this.#picture !== null) this.draw(this.#picture);
  }

  draw(picture: RenderInput): void {
    this.#picture = picture;
    const camera = this.#camera;
    const ratio = this.#ratio;
    this.#drawFieldIfChanged(picture);
    const ctx = this.#actors;
    const paint: DrawContext = { ...picture, ctx, camera, ratio };
    setPixelTransform(paint);
    ctx.clearRect(0, 0, camera.width, camera.height);
    // Some drawings set it; a canvas that was resized has another one.
    ctx.lineJoin = 'round';
    drawUnderlays(paint);
    if (picture.options.showPlayer) drawPlayers(paint);
    if (picture.options.showBall) drawBall(paint);
    drawOverlays(paint);
    if (picture.debug !== null) drawDebug(paint, picture.debug);
  }

  #drawFieldIfChanged({ options, params }: RenderInput): void {
    const camera = this.#camera;
    const key = [
      camera.x.toFixed(3),
      camera.y.toFixed(3),
      camera.scale.toFixed(3),
      camera.turns,
      camera.centerX,
      camera.centerY,
      options.fieldStyle,
      options.showGrid ? options.gridStep : 0,
      options.showFlag,
      options.showKeepawayArea,
      params.server['keepaway'] ?? 0,
      params.server['goal_width'] ?? 0,
    ].join();
    if (key === this.#fieldKey) return;
    this.#fieldKey = key;
    drawField({ ctx: this.#field, camera, options, server: params.server, ratio: this.#ratio });
  }
}
