import { createFrame, type Frame } from '@rcss/core';
import { decodeFrame, encodeFrame, FRAME_BYTES } from './frame-codec.js';

const FRAMES_PER_BLOCK = 128;
const MAX_CACHED_FRAMES = 64;

interface Block {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  /** 1 where a frame is present. */
  readonly present: Uint8Array;
  count: number;
}

/**
 * Stores the frames of a match by index. Frames are kept as bytes in blocks and decoded on request into a ring of 64 frame
 * objects. Indices can be missing. If more than `limit` frames would be kept, the oldest block is dropped.
 */
export class FrameStore {
  readonly #blocks = new Map<number, Block>();
  readonly #maxFrames: number;
  readonly #cachedFrames: Frame[] = [];
  readonly #cachedIndices: number[] = [];
  /** Lowest index that can be present. */
  first = 0;
  last = -1;

  constructor(limit = 65536) {
    this.#maxFrames = Math.max(FRAMES_PER_BLOCK * 2, limit);
  }

  /** Returns whether the frame is present. */
  has(index: number): boolean {
    const block = this.#blocks.get(Math.floor(index / FRAMES_PER_BLOCK));
    return block !== undefined && block.present[index % FRAMES_PER_BLOCK] === 1;
  }

  /** Returns the frame, or undefined if it is missing. The object is reused after about 64 other frames were read. */
  get(index: number): Frame | undefined {
    const slot = index % MAX_CACHED_FRAMES;
    if (this.#cachedIndices[slot] === index) return this.#cachedFrames[slot];
    if (index < 0 || !this.has(index)) return undefined;
    const block = this.#blocks.get(Math.floor(index / FRAMES_PER_BLOCK)) as Block;
    const frame = this.#cachedFrames[slot] ?? createFrame();
    this.#cachedFrames[slot] = decodeFrame(block.view, (index % FRAMES_PER_BLOCK) * FRAME_BYTES, frame);
    this.#cachedIndices[slot] = index;
    return frame;
  }

  /** Returns the time of a frame without decoding the rest; undefined if the frame is missing. */
  getTime(index: number): number | undefined {
    if (index < 0 || !this.has(index)) return undefined;
    const block = this.#blocks.get(Math.floor(index / FRAMES_PER_BLOCK)) as Block;
    return block.view.getInt32((index % FRAMES_PER_BLOCK) * FRAME_BYTES, true);
  }

  /** Stores a frame, or replaces it; the frame is copied. */
  put(index: number, frame: Frame): void {
    const block = this.#blockFor(index);
    encodeFrame(frame, block.view, (index % FRAMES_PER_BLOCK) * FRAME_BYTES);
    this.#markPresent(block, index);
  }

  /** Adds frames from bytes, FRAME_BYTES each. Returns how many whole frames were added. */
  putBytes(index: number, bytes: Uint8Array): number {
    const count = Math.floor(bytes.length / FRAME_BYTES);
    for (let i = 0; i < count; i++) {
      const block = this.#blockFor(index + i);
      block.bytes.set(
        bytes.subarray(i * FRAME_BYTES, (i + 1) * FRAME_BYTES),
        ((index + i) % FRAMES_PER_BLOCK) * FRAME_BYTES,
      );
      this.#markPresent(block, index + i);
    }
    return count;
  }

  /** Returns the bytes of up to `count` frames from `index` on; ends before a missing frame and at the end of a block. */
  getBytes(index: number, count: number): Uint8Array<ArrayBuffer> {
    const block = this.#blocks.get(Math.floor(index / FRAMES_PER_BLOCK));
    const at = index % FRAMES_PER_BLOCK;
    let n = 0;
    if (block !== undefined)
      while (n < count && at + n < FRAMES_PER_BLOCK && block.present[at + n] === 1) n++;
    return block === undefined
      ? new Uint8Array(0)
      : block.bytes.subarray(at * FRAME_BYTES, (at + n) * FRAME_BYTES);
  }

  /** Returns the first index with time >= cycle among the frames present; -1 if there is none. */
  indexOfCycle(cycle: number): number {
    for (let i = this.first; i <= this.last; i++) {
      const time = this.getTime(i);
      if (time !== undefined && time >= cycle) return i;
    }
    return -1;
  }

  /** Removes all frames. */
  clear(): void {
    this.#blocks.clear();
    this.#cachedIndices.length = 0;
    this.first = 0;
    this.last = -1;
  }

  #blockFor(index: number): Block {
    const number = Math.floor(index / FRAMES_PER_BLOCK);
    let block = this.#blocks.get(number);
    if (block === undefined) {
      const bytes = new Uint8Array(FRAMES_PER_BLOCK * FRAME_BYTES);
      block = {
        bytes,
        view: new DataView(bytes.buffer),
        present: new Uint8Array(FRAMES_PER_BLOCK),
        count: 0,
      };
      this.#blocks.set(number, block);
      if (this.#blocks.size * FRAMES_PER_BLOCK > this.#maxFrames + FRAMES_PER_BLOCK) this.#dropOldest(number);
    }
    return block;
  }

  #dropOldest(keep: number): void {
    let oldest = Number.POSITIVE_INFINITY;
    for (const number of this.#blocks.keys()) if (number < oldest && number !== keep) oldest = number;
    if (oldest === Number.POSITIVE_INFINITY) return;
    this.#blocks.delete(oldest);
    let low = Number.POSITIVE_INFINITY;
    for (const number of this.#blocks.keys()) low = Math.min(low, number);
    this.first = Math.max(this.first, low * FRAMES_PER_BLOCK);
    for (let slot = 0; slot < this.#cachedIndices.length; slot++) {
      if (Math.floor((this.#cachedIndices[slot] as number) / FRAMES_PER_BLOCK) === oldest)
        this.#cachedIndices[slot] = -1;
    }
  }

  #markPresent(block: Block, index: number): void {
    if (block.present[index % FRAMES_PER_BLOCK] === 0) {
      block.present[index % FRAMES_PER_BLOCK] = 1;
      block.count++;
    }
    if (this.#cachedIndices[index % MAX_CACHED_FRAMES] === index)
      this.#cachedIndices[index % MAX_CACHED_FRAMES] = -1;
    if (index > this.last) this.last = index;
  }
}
