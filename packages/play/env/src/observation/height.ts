import type { Ball, Player } from '@rcss/core';
import type { Match } from '@rcss/simulator';
import type { EpisodeState } from '../episode.js';
import { describeField, type Field } from '../layout.js';
import type { ObservationEncoder } from './observation.js';
import { LIMIT, SPEED_SCALE, scaled, speedField } from './state-fields.js';

/** Divisor of heights, meters. */
export const HEIGHT_SCALE = 10;

/** Fields of a ball that can leave the ground, at the end of a layout. */
export const HEIGHT_FIELDS: readonly Field[] = [
  describeField('ball.z', 'Height of the ball.', { unit: 'm', high: LIMIT, scale: HEIGHT_SCALE }),
  speedField('ball.vz', 'Upward speed of the ball.'),
];

/** Writes the numbers of {@link HEIGHT_FIELDS}; height in meters, upward speed in meters per cycle. */
function writeHeight(out: Float32Array, offset: number, { z, vz }: Pick<Ball, 'z' | 'vz'>): void {
  out[offset] = scaled(z, 1 / HEIGHT_SCALE);
  out[offset + 1] = scaled(vz, 1 / SPEED_SCALE);
}

/** Returns an encoder of the true state with {@link HEIGHT_FIELDS} after the fields of another one without memory. */
export function addHeight(encoder: ObservationEncoder): ObservationEncoder {
  return new HeightEncoder(encoder);
}

class HeightEncoder implements ObservationEncoder {
  readonly layout: readonly Field[];
  readonly #encoder: ObservationEncoder;
  #match!: Match;

  constructor(encoder: ObservationEncoder) {
    this.#encoder = encoder;
    this.layout = [...encoder.layout, ...HEIGHT_FIELDS];
  }

  prepare(match: Match, episode: EpisodeState, horizon: number, index: number): void {
    this.#match = match;
    this.#encoder.prepare(match, episode, horizon, index);
  }

  fill(player: Player, out: Float32Array, offset: number): void {
    this.#encoder.fill(player, out, offset);
    writeHeight(out, offset + this.#encoder.layout.length, this.#match.world.ball);
  }
}
