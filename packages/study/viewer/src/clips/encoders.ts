import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { ClipEncoders, ClipFormat, ClipFrames, EncodeOptions } from './clip-job.js';
import { encodeVideo, findVideoCodec } from './video.js';

/** Colors of an animated image. */
const MAX_COLORS = 256;
/** Milliseconds of work after which the page gets time to react. */
const SLICE_MS = 24;

async function findFormats(width: number, height: number): Promise<readonly ClipFormat[]> {
  const formats: ClipFormat[] = [];
  for (const format of ['webm', 'mp4'] as const) {
    if ((await findVideoCodec(format, width, height)) !== null) formats.push(format);
  }
  return [...formats, 'gif'];
}

async function encodeClip(frames: ClipFrames, options: EncodeOptions): Promise<Blob> {
  const { format } = options;
  return format === 'gif' ? encodeGif(frames, options) : encodeVideo(frames, format, options);
}

/** All pictures have the same colors: those of the first, the middle and the last one. */
async function encodeGif(frames: ClipFrames, { signal, onProgress }: EncodeOptions): Promise<Blob> {
  const { width, height, count, pictureRate } = frames;
  const readPixels = async (index: number): Promise<Uint8ClampedArray> => {
    const canvas = await frames.draw(index);
    const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    return context.getImageData(0, 0, width, height).data;
  };
  const samples = [0, Math.floor(count / 2), count - 1];
  const size = width * height * 4;
  const pixels = new Uint8ClampedArray(samples.length * size);
  for (const [i, index] of samples.entries()) pixels.set(await readPixels(index), i * size);
  const palette = quantize(pixels, MAX_COLORS);
  const gif = GIFEncoder();
  const delay = 1000 / pictureRate;
  let sliceEnd = performance.now() + SLICE_MS;
  for (let index = 0; index < count; index++) {
    signal.throwIfAborted();
    const picture = applyPalette(await readPixels(index), palette);
    gif.writeFrame(picture, width, height, index === 0 ? { palette, delay, repeat: 0 } : { delay });
    onProgress((index + 1) / count);
    if (performance.now() > sliceEnd) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      sliceEnd = performance.now() + SLICE_MS;
    }
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

export const encoders: ClipEncoders = { findFormats, encodeClip };
