import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Frame } from '@rcss/core';
import { plotHeatMap } from '@rcss/stats/plots';
import {
  Camera,
  chooseKits,
  computeScene,
  createScene,
  DEFAULT_OPTIONS,
  Renderer,
} from '@rcss/viewer/drawing';
import type { OpenMatch } from './match-store.js';

/** Draws a moment as the viewer does; returns a PNG. Width in pixels. */
export function drawMoment({ params, frames }: OpenMatch, show: number, width: number): Buffer {
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
    scene,
    frame,
    params: pictureParams,
    kits: chooseKits('team', frame.left.name, frame.right.name),
    options: DEFAULT_OPTIONS,
    selected: -1,
    hover: -1,
    trail: new Float32Array(0),
    trailLength: 0,
    traces: [],
    drawings: [],
    debug: null,
    ruler: null,
    dragged: null,
    textScale: Math.max(1, height / 720),
  });
  field.getContext('2d').drawImage(actors, 0, 0);
  return field.toBuffer('image/png');
}

/** Draws the heat map of an object (0 ball, 1 to 11 left, 12 to 22 right); returns a PNG. */
export async function drawHeatMap({ analysis }: OpenMatch, object: number, width: number): Promise<Buffer> {
  const image = await loadImage(Buffer.from(plotHeatMap(analysis, object)));
  const canvas = createCanvas(width, Math.round((width * image.height) / image.width));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toBuffer('image/png');
}
