import type { Player } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import type { ObservationEncoder } from './observation.js';

/** Writes the last observations of an agent, the newest last. */
export class ObservationStack {
  /** Numbers of all observations of one agent. */
  readonly width: number;
  readonly #encoder: ObservationEncoder;

  constructor(encoder: ObservationEncoder, count: number) {
    this.#encoder = encoder;
    this.width = count * encoder.layout.length;
  }

  /** Adds an observation to those from `from` on; at a start, it fills all places. */
  add(player: Player, out: Float32Array, from: number, isStart: boolean, match: Match, index: number): void {
    const size = this.#encoder.layout.length;
    const last = from + this.width - size;
    if (!isStart && last > from) out.copyWithin(from, from + size, from + this.width);
    this.#encoder.fill(player, out, last, match, index);
    if (isStart) for (let at = from; at < last; at += size) out.copyWithin(at, last, last + size);
  }
}
