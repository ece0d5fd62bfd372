import { Muxer as Mp4Muxer, ArrayBufferTarget as Mp4Target } from 'mp4-muxer';
import { Muxer as WebmMuxer, ArrayBufferTarget as WebmTarget } from 'webm-muxer';
import type { ClipFrames, EncodeOptions } from './clip-job.js';

type VideoFormat = 'webm' | 'mp4';

/** A codec: its name for the browser, and its name in the file. */
interface VideoCodec {
  readonly name: string;
  readonly inWebm?: 'V_VP9' | 'V_VP8';
  readonly inMp4?: 'avc' | 'vp9';
}

/** Codecs in order of preference. The levels of H.264 and VP9 allow 1920 x 1080 at 30 pictures per second, and 4K. */
const CODECS: Readonly<Record<VideoFormat, readonly VideoCodec[]>> = {
  webm: [
    { name: 'vp09.00.51.08', inWebm: 'V_VP9' },
    { name: 'vp8', inWebm: 'V_VP8' },
  ],
  mp4: [
    { name: 'avc1.640033', inMp4: 'avc' },
    { name: 'avc1.640028', inMp4: 'avc' },
    { name: 'avc1.42e028', inMp4: 'avc' },
    { name: 'vp09.00.51.08', inMp4: 'vp9' },
  ],
};

/** Bits for each pixel of a second: lines and figures stay sharp. */
const BITS_PER_PIXEL = 3;
/** Seconds between two pictures that can be sought. */
const KEY_INTERVAL_S = 2;
/** Pictures that the encoder may have waiting. */
const MAX_QUEUED = 6;

/** Returns the first codec of the format that the browser can encode at this size; null if there is none. */
export async function findVideoCodec(
  format: VideoFormat,
  width: number,
  height: number,
): Promise<VideoCodec | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  for (const codec of CODECS[format]) {
    try {
      const { supported } = await VideoEncoder.isConfigSupported({ codec: codec.name, width, height });
      if (supported === true) return codec;
    } catch {
      // The browser does not know the name.
    }
  }
  return null;
}

/** Where the encoded pictures go. */
interface VideoFile {
  addVideoChunk(chunk: EncodedVideoChunk, meta?: EncodedVideoChunkMetadata): void;
  finish(): Blob;
}

function createFile(format: VideoFormat, { inWebm, inMp4 }: VideoCodec, frames: ClipFrames): VideoFile {
  const { width, height, pictureRate } = frames;
  if (format === 'webm') {
    const target = new WebmTarget();
    const muxer = new WebmMuxer({
      target,
      video: { codec: inWebm as 'V_VP9', width, height, frameRate: pictureRate },
    });
    return {
      addVideoChunk: (chunk, meta) => muxer.addVideoChunk(chunk, meta),
      finish() {
        muxer.finalize();
        return new Blob([target.buffer], { type: 'video/webm' });
      },
    };
  }
  const target = new Mp4Target();
  const muxer = new Mp4Muxer({
    target,
    fastStart: 'in-memory',
    video: { codec: inMp4 as 'avc', width, height, frameRate: pictureRate },
  });
  return {
    addVideoChunk: (chunk, meta) => muxer.addVideoChunk(chunk, meta),
    finish() {
      muxer.finalize();
      return new Blob([target.buffer], { type: 'video/mp4' });
    },
  };
}

/**
 * Encodes a clip as a video without sound.
 *
 * @throws Error if the browser cannot encode the format, or if its encoder fails.
 */
export async function encodeVideo(
  frames: ClipFrames,
  format: VideoFormat,
  { signal, onProgress }: EncodeOptions,
): Promise<Blob> {
  const { width, height, pictureRate, count } = frames;
  const codec = await findVideoCodec(format, width, height);
  if (codec === null) {
    throw new Error(
      `this browser cannot encode ${format} at ${width} × ${height} pixels; choose another format or a smaller size`,
    );
  }
  const file = createFile(format, codec, frames);
  let failure: Error | null = null;
  const encoder = new VideoEncoder({
    output: (chunk, meta) => file.addVideoChunk(chunk, meta),
    error: (error) => {
      failure = error;
    },
  });
  encoder.configure({
    codec: codec.name,
    width,
    height,
    framerate: pictureRate,
    bitrate: Math.round(width * height * BITS_PER_PIXEL),
    ...(codec.inMp4 === 'avc' ? { avc: { format: 'avc' } } : {}),
  });
  const durationUs = 1_000_000 / pictureRate;
  try {
    for (let index = 0; index < count && failure === null; index++) {
      signal.throwIfAborted();
      const canvas = await frames.draw(index);
      const picture = new VideoFrame(canvas, {
        timestamp: Math.round(index * durationUs),
        duration: Math.round(durationUs),
      });
      encoder.encode(picture, { keyFrame: index % Math.round(KEY_INTERVAL_S * pictureRate) === 0 });
      picture.close();
      while (encoder.encodeQueueSize > MAX_QUEUED && failure === null) {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      onProgress((index + 1) / count);
    }
    if (failure === null) await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  if (failure !== null) throw failure as Error;
  return file.finish();
}
