import { type Frame, playModeOfId } from '@rcss/core';
import type { LogContents } from './log-contents.js';
import { LogDecoder } from './log-decoder.js';
import type { IndexPoint } from './log-index.js';
import { NO_TEAM } from './team.js';

/** Finds the point that is valid at a show: the last one that does not begin after it. Undefined if there is none. */
export function findPoint<P extends IndexPoint>(points: readonly P[], frame: number): P | undefined {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.frame <= frame) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

/** Decodes the shows of a log when they are requested, and keeps the last ones. More records can be added to the contents meanwhile. */
export class ShowReader {
  /** The log without compression; a part of it if it is still being read. */
  data: Uint8Array;
  readonly #contents: LogContents;
  readonly #limit: number;
  readonly #cache = new Map<number, Frame>();

  constructor(data: Uint8Array, contents: LogContents, limit: number) {
    this.data = data;
    this.#contents = contents;
    this.#limit = Math.max(1, limit);
  }

  timeOf(frame: number): number {
    this.#check(frame);
    return this.#contents.times.data[frame]!;
  }

  stoppageTimeOf(frame: number): number {
    this.#check(frame);
    const times = this.#contents.times.data;
    let first = frame;
    while (first > 0 && times[first - 1] === times[frame]) first--;
    return frame - first;
  }

  frame(frame: number): Frame {
    const kept = this.#cache.get(frame);
    if (kept !== undefined) return kept;
    this.#check(frame);
    const loaded = this.#load(frame);
    if (this.#cache.size >= this.#limit) this.#cache.delete(this.#cache.keys().next().value!);
    this.#cache.set(frame, loaded);
    return loaded;
  }

  frameAt(time: number): number {
    const { frameCount } = this.#contents;
    const times = this.#contents.times.data;
    let low = 0;
    let high = frameCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (times[middle]! < time) low = middle + 1;
      else high = middle;
    }
    if (low < frameCount && times[low] === time) return low;
    return frameCount === 0 ? -1 : Math.max(0, low - 1);
  }

  #load(frame: number): Frame {
    const { offsets, ends, times, modes, indexer } = this.#contents;
    const offset = offsets.data[frame]!;
    const teams = findPoint(indexer.teams, frame);
    const decoder = new LogDecoder({
      from: {
        version: indexer.version,
        offset,
        time: times.data[frame]!,
        playMode: playModeOfId(modes.data[frame]!) ?? 'before_kick_off',
        left: teams?.left ?? NO_TEAM,
        right: teams?.right ?? NO_TEAM,
      },
    });
    decoder.push(this.data.subarray(offset, ends.data[frame]));
    decoder.finish();
    const record = decoder.next();
    if (record?.type !== 'show')
      throw new Error(`the show at offset ${offset} cannot be read: the bytes in \`data\` have changed`);
    return record.frame;
  }

  #check(frame: number): void {
    const { frameCount } = this.#contents;
    if (!(frame >= 0 && frame < frameCount && Number.isInteger(frame))) {
      throw new RangeError(
        frameCount === 0
          ? `show ${frame} does not exist: the log has no shows`
          : `show ${frame} does not exist. Allowed: 0 to ${frameCount - 1}`,
      );
    }
  }
}
