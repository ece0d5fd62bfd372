/** What the page and the encoders, which are loaded on demand, exchange. */

/** A clip as a sequence of pictures. */
export interface ClipFrames {
  /** Size, pixels; even numbers. */
  readonly width: number;
  readonly height: number;
  /** Pictures per second. */
  readonly pictureRate: number;
  readonly count: number;
  /** Draws a picture, from 0; the canvas is used again for the next one. */
  draw(index: number): Promise<HTMLCanvasElement>;
}

/** File format of a clip. */
export type ClipFormat = 'webm' | 'mp4' | 'gif';

/** How a clip is encoded. */
export interface EncodeOptions {
  readonly format: ClipFormat;
  /** Ends the work; the promise is then rejected with the reason. */
  readonly signal: AbortSignal;
  /** Called after each picture with the share that is done, 0 to 1. */
  onProgress(share: number): void;
}

/** The module `viewer-clips.js`. */
export interface ClipEncoders {
  /** Returns which formats the browser can encode at this size. */
  findFormats(width: number, height: number): Promise<readonly ClipFormat[]>;
  /** Encodes a clip and returns the file. */
  encodeClip(frames: ClipFrames, options: EncodeOptions): Promise<Blob>;
}
