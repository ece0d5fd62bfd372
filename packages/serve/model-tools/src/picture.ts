import type { Frame } from '@rcss/core';
import { plotHeatMap } from '@rcss/stats/plots';
import {
  Camera,
  chooseKits,
  computeScene,
  createScene,
  DEFAULT_OPTIONS,
  PLAIN_PICTURE,
  Renderer,
} from '@rcss/viewer/drawing';
import type { OpenMatch } from './match-store.js';
import { ToolError } from './tool-error.js';

/** Loads the drawing library when the first picture is asked for: it has code for the processor, which not every system can load. */
async function loadCanvas(): Promise<typeof import('@napi-rs/canvas')> {
  try {
    return await import('@napi-rs/canvas');
  } catch (error) {
    throw new ToolError(
      `pictures cannot be drawn on this system: ${(error as Error).message.split('\n')[0]}`,
    );
  }
}

/** Draws a moment as the viewer does; returns a PNG. Width in pixels. */
export async function drawMomentPicture(
  { params, frames }: OpenMatch,
  show: number,
  width: number,
): Promise<Buffer> {
  const { createCanvas } = await loadCanvas();
  const height = Math.round((width * 78) / 115);
  const frame = frames[show] as Frame;
  // The canvas of the package has the members that the viewer uses.
  const field = createCanvas(width, height);
  const actors = createCanvas(width, height);
  const renderer = new Renderer(
    field as unknown as HTMLCanvasElement,
    actors as unknown as HTMLCanvasElement,
    new Camera(),
  );
  renderer.resize(width, height, 1);
  const pictureParams = {
    server: params.server as never,
    types: new Map(params.types.map((type) => [type.id, type as never])),
  };
  const scene = createScene();
  const previous = frames[show - 1];
  computeScene(
    { frame, next: undefined, fraction: 0, previous, beforePrevious: frames[show - 2] },
    pictureParams,
    scene,
  );
  renderer.draw({
    ...PLAIN_PICTURE,
    scene,
    frame,
    params: pictureParams,
    kits: chooseKits('team', frame.left.name, frame.right.name),
    options: DEFAULT_OPTIONS,
    textScale: Math.max(1, height / 720),
  });
  const context = field.getContext('2d');
  // The viewer leaves its own transform.
  context.resetTransform();
  context.drawImage(actors, 0, 0);
  return field.toBuffer('image/png');
}

/** Draws the heat map of an object (0 ball, 1 to 11 left, 12 to 22 right); returns a PNG. */
export async function drawHeatMapPicture(
  { analysis }: OpenMatch,
  object: number,
  width: number,
): Promise<Buffer> {
  const { createCanvas, loadImage } = await loadCanvas();
  const image = await loadImage(Buffer.from(plotHeatMap(analysis, object)));
  const canvas = createCanvas(width, Math.round((width * image.height) / image.width));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toBuffer('image/png');
}
