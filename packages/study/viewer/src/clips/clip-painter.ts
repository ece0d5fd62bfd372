import type { Frame } from '@rcss/core';
import { Traces } from '../analysis/traces.js';
import { Camera } from '../camera.js';
import { FONT, PLAIN_PICTURE, setFont } from '../draw/draw-context.js';
import { Renderer } from '../draw/renderer.js';
import { formatMatchTime } from '../format-match-time.js';
import { computeScene, createScene, type PictureParams } from '../scene.js';
import type { MatchSource } from '../source.js';
import type { Viewer } from '../view/viewer.js';
import { breakLines } from './break-lines.js';

/** Height of the score above the field, as a share of the height of the picture. */
const HEADER_SHARE = 0.085;
/** Time to wait for frames of a live match. */
const FRAMES_TIMEOUT_MS = 15_000;
/** Time between pictures for which cameras are moved, ms. */
const PICTURE_MS = 40;

/** Draws pictures of any size, without the page: the score, the field with the view's options, the players. */
export class ClipPainter {
  readonly canvas: HTMLCanvasElement = document.createElement('canvas');
  readonly #viewer: Viewer;
  readonly #source: MatchSource;
  readonly #context: CanvasRenderingContext2D;
  readonly #field = document.createElement('canvas');
  readonly #actors = document.createElement('canvas');
  readonly #camera = new Camera();
  readonly #renderer: Renderer;
  readonly #scene = createScene();
  readonly #traces = new Traces();
  readonly #headerHeight: number;
  #pictureCount = 0;

  /** The camera shows what the viewer shows now; if the viewer follows the ball, the camera does too. Pixels. */
  constructor(viewer: Viewer, source: MatchSource, width: number, height: number) {
    this.#viewer = viewer;
    this.#source = source;
    this.canvas.width = width;
    this.canvas.height = height;
    this.#context = this.canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
    this.#headerHeight = Math.round(height * HEADER_SHARE);
    this.#renderer = new Renderer(this.#field, this.#actors, this.#camera);
    this.#renderer.resize(width, height - this.#headerHeight, 1);
    this.#camera.setTurns(viewer.options.swapSides ? 2 : 0);
    this.#camera.zoom = viewer.camera.zoom;
    this.#camera.updateScale();
    if (viewer.camera.zoom > 1.001) this.#camera.centerOn(viewer.camera.x, viewer.camera.y);
  }

  /** Draws the moment at a position between frames; waits for frames that are not in memory. */
  async draw(position: number): Promise<HTMLCanvasElement> {
    const index = Math.floor(position + 1e-6);
    const fraction = position - index;
    await this.#waitForFrame(index);
    if (fraction > 1e-6 && index < this.#source.last) await this.#waitForFrame(index + 1);
    this.#paint(index, fraction);
    return this.canvas;
  }

  #paint(index: number, fraction: number): void {
    const viewer = this.#viewer;
    const source = this.#source;
    const frame = source.getFrame(index);
    if (frame === undefined) throw new Error(`frame ${index} is not in memory any more`);
    const params = { server: source.serverParams, types: source.types };
    const next = fraction > 1e-6 ? source.getFrame(index + 1) : undefined;
    const previous = source.getFrame(index - 1);
    const moment = { frame, next, fraction, previous, beforePrevious: source.getFrame(index - 2) };
    computeScene(moment, params, this.#scene);
    if (viewer.followed === 'ball') this.#camera.moveToward(this.#scene.ballX, this.#scene.ballY, PICTURE_MS);
    const { width, height } = this.canvas;
    const spatial = viewer.spatial?.paint(
      this.#scene,
      index,
      width,
      height - this.#headerHeight,
      this.#pictureCount++ === 0 ? 0 : PICTURE_MS,
    );
    if (spatial === undefined) this.#drawFlat(frame, index, params);
    const c = this.#context;
    c.fillStyle = '#10171a';
    c.fillRect(0, 0, width, this.#headerHeight);
    for (const layer of spatial === undefined ? [this.#field, this.#actors] : [spatial])
      c.drawImage(layer, 0, this.#headerHeight);
    this.#drawHeader(index);
    const comment = viewer.notes?.getComment(index) ?? '';
    if (comment !== '') this.#drawComment(comment);
  }

  /** Writes the comment of a study below the field, in at most three lines. */
  #drawComment(comment: string): void {
    const c = this.#context;
    const { width, height } = this.canvas;
    const size = Math.round(height * 0.034);
    c.font = `500 ${size}px ${FONT}`;
    const lines = breakLines(comment, (text) => c.measureText(text).width <= width * 0.92, 3);
    const top = height - (lines.length + 0.7) * size * 1.35;
    c.fillStyle = 'rgba(8, 14, 11, 0.82)';
    c.fillRect(0, top, width, height - top);
    c.fillStyle = '#ffffff';
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    for (const [i, line] of lines.entries()) c.fillText(line, width / 2, top + (i + 0.85) * size * 1.35);
  }

  #drawFlat(frame: Frame, index: number, params: PictureParams): void {
    const viewer = this.#viewer;
    const source = this.#source;
    const { kits, options } = viewer;
    this.#renderer.draw({
      ...PLAIN_PICTURE,
      scene: this.#scene,
      frame,
      params,
      kits,
      options,
      selected: viewer.selected,
      traces: this.#traces.update({
        analysis: viewer.analysis,
        frameIndex: index,
        selected: viewer.selected,
        kits,
        options,
      }),
      drawings: options.showDrawInfo ? (source.getDrawings?.(index) ?? []) : [],
      debug: viewer.debug.getPicture(source, frame, index, viewer.selected),
      notes: viewer.notes?.getShapes(index),
      textScale: Math.max(1, this.canvas.height / 1080),
    });
  }

  #drawHeader(index: number): void {
    const c = this.#context;
    const frame = this.#source.getFrame(index);
    if (frame === undefined) return;
    const { kits } = this.#viewer;
    const height = this.#headerHeight;
    const middle = this.canvas.width / 2;
    const size = height * 0.5;
    c.fillStyle = '#ffffff';
    setFont(c, `700 ${Math.round(size)}px ${FONT}`, 'center');
    c.fillText(`${frame.left.score} : ${frame.right.score}`, middle, height / 2);
    const gap = size * 2.2;
    const shirt = size * 0.45;
    for (const [sign, name, kit] of [
      [-1, frame.left.name, kits.left],
      [1, frame.right.name, kits.right],
    ] as const) {
      c.fillStyle = kit.shirt;
      c.fillRect(middle + sign * gap - shirt / 2, height * 0.22, shirt, height * 0.56);
      c.fillStyle = '#ffffff';
      c.textAlign = sign < 0 ? 'right' : 'left';
      c.fillText(name, middle + sign * (gap + shirt), height / 2);
    }
    c.font = `500 ${Math.round(size * 0.62)}px ${FONT}`;
    c.textAlign = 'right';
    c.fillStyle = '#c3cfc8';
    const time = formatMatchTime(frame.time, this.#source.intervalMs);
    c.fillText(`${time} · ${frame.time}`, this.canvas.width - height * 0.3, height / 2);
  }

  async #waitForFrame(index: number): Promise<void> {
    const source = this.#source;
    const end = performance.now() + FRAMES_TIMEOUT_MS;
    while (source.getFrame(index) === undefined) {
      source.requestFrames(index);
      if (performance.now() > end) {
        throw new Error(`the bridge did not send frame ${index} within ${FRAMES_TIMEOUT_MS / 1000} s`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
}
