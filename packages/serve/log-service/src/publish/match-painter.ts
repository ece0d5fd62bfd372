import type { Frame } from '@rcss/core';
import type { SituationParams } from '@rcss/stats/describe';
import {
  Camera,
  chooseKits,
  computeScene,
  createScene,
  DEFAULT_OPTIONS,
  type MatchKits,
  type PictureParams,
  PLAIN_PICTURE,
  Renderer,
  type TeamColors,
} from '@rcss/viewer/drawing';

type CanvasModule = typeof import('@napi-rs/canvas');
type Canvas = import('@napi-rs/canvas').Canvas;

const FONT = 'sans-serif';
/** Height of the line of text below the field, as a share of the height of the picture. */
const FOOTER_SHARE = 0.085;

/**
 * Loads the drawing library when the first picture is drawn: it has code for the processor, which not every system can load.
 *
 * @throws Error that says why pictures cannot be drawn.
 */
export async function loadCanvas(): Promise<CanvasModule> {
  try {
    return await import('@napi-rs/canvas');
  } catch (error) {
    throw new Error(`pictures cannot be drawn on this system: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** A frame with those before and after it. */
export interface PaintedMoment {
  readonly frame: Frame;
  readonly next?: Frame | undefined;
  /** Share of the way to the next frame, 0 to 1. */
  readonly fraction?: number;
  readonly previous?: Frame | undefined;
  readonly beforePrevious?: Frame | undefined;
}

/** Draws pictures of a match without a browser, as the viewer does: the score above the field, and a line of text below it. */
export class MatchPainter {
  readonly canvas: Canvas;
  readonly #field: Canvas;
  readonly #actors: Canvas;
  readonly #renderer: Renderer;
  readonly #params: PictureParams;
  readonly #scene = createScene();
  readonly #headerHeight: number;
  #kits: MatchKits | null = null;
  #teams = '';

  readonly #teamColors: TeamColors;

  /** Width and height in pixels; `teamColors` as {@link chooseKits} takes them. */
  constructor(
    { createCanvas }: CanvasModule,
    params: SituationParams,
    width: number,
    height: number,
    teamColors: TeamColors = {},
  ) {
    this.#teamColors = teamColors;
    this.canvas = createCanvas(width, height);
    this.#headerHeight = Math.round(height * 0.14);
    const fieldHeight = height - this.#headerHeight - Math.round(height * FOOTER_SHARE);
    this.#field = createCanvas(width, fieldHeight);
    this.#actors = createCanvas(width, fieldHeight);
    // The canvas of the package has the members that the viewer uses.
    this.#renderer = new Renderer(
      this.#field as unknown as HTMLCanvasElement,
      this.#actors as unknown as HTMLCanvasElement,
      new Camera(),
    );
    this.#renderer.resize(width, fieldHeight, 1);
    this.#params = {
      server: params.server as never,
      types: new Map(params.types.map((type) => [type.id, type as never])),
    };
  }

  /** Draws a moment; `text` is written below the field, empty for none. */
  draw(moment: PaintedMoment, text = ''): void {
    const { frame } = moment;
    computeScene({ next: undefined, fraction: 0, ...moment }, this.#params, this.#scene);
    const teams = `${frame.left.name}\n${frame.right.name}`;
    if (teams !== this.#teams || this.#kits === null) {
      this.#teams = teams;
      this.#kits = chooseKits('team', frame.left.name, frame.right.name, undefined, this.#teamColors);
    }
    const { width, height } = this.canvas;
    this.#renderer.draw({
      ...PLAIN_PICTURE,
      scene: this.#scene,
      frame,
      params: this.#params,
      kits: this.#kits,
      options: DEFAULT_OPTIONS,
      textScale: Math.max(1, height / 720),
    });
    const c = this.canvas.getContext('2d');
    c.drawImage(this.#field, 0, this.#headerHeight);
    c.drawImage(this.#actors, 0, this.#headerHeight);
    c.fillStyle = '#10171a';
    c.fillRect(0, 0, width, this.#headerHeight);
    this.#drawHeader(frame, this.#kits);
    this.#drawText(text);
  }

  #drawHeader(frame: Frame, { left, right }: MatchKits): void {
    const c = this.canvas.getContext('2d');
    const middle = this.canvas.width / 2;
    const height = this.#headerHeight;
    const size = Math.round(height * 0.5);
    c.textBaseline = 'middle';
    c.textAlign = 'center';
    c.fillStyle = '#ffffff';
    c.font = `bold ${size}px ${FONT}`;
    c.fillText(`${frame.left.score} : ${frame.right.score}`, middle, height / 2);
    const gap = size * 1.9;
    for (const [sign, name, kit] of [
      [-1, frame.left.name || 'left', left],
      [1, frame.right.name || 'right', right],
    ] as const) {
      const swatch = [middle + sign * gap - size * 0.2, height * 0.22, size * 0.4, height * 0.56] as const;
      c.fillStyle = kit.shirt;
      c.fillRect(...swatch);
      // A dark shirt has an edge on the dark ground.
      c.strokeStyle = '#aebdb4';
      c.lineWidth = Math.max(1, size / 20);
      c.strokeRect(...swatch);
      c.fillStyle = '#ffffff';
      c.textAlign = sign < 0 ? 'right' : 'left';
      // A long name is made smaller, not cut.
      const room = middle - gap - size * 0.8;
      c.font = `bold ${Math.round(size * 0.72)}px ${FONT}`;
      const wide = c.measureText(name).width;
      if (wide > room) c.font = `bold ${Math.floor((size * 0.72 * room) / wide)}px ${FONT}`;
      c.fillText(name, middle + sign * (gap + size * 0.5), height / 2);
    }
  }

  #drawText(text: string): void {
    const c = this.canvas.getContext('2d');
    const { width, height } = this.canvas;
    let size = Math.round(height * 0.045);
    c.font = `${size}px ${FONT}`;
    const wide = c.measureText(text).width;
    if (wide > width * 0.92) size = Math.floor((size * width * 0.92) / wide);
    c.font = `${size}px ${FONT}`;
    c.fillStyle = '#10171a';
    c.fillRect(0, height - Math.round(height * FOOTER_SHARE), width, Math.round(height * FOOTER_SHARE));
    c.fillStyle = '#ffffff';
    c.textAlign = 'center';
    c.textBaseline = 'middle';
    c.fillText(text, width / 2, height * (1 - FOOTER_SHARE / 2));
  }
}
