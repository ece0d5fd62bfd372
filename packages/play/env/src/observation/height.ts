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

/** The height of the ball in the true state, after the fields of another encoder. */
export const TRUE_HEIGHT: ObservationEncoder = {
  layout: HEIGHT_FIELDS,
  fill: (_, out, offset, { world }) => {
    out[offset] = scaled(world.ball.z, 1 / HEIGHT_SCALE);
    out[offset + 1] = scaled(world.ball.vz, 1 / SPEED_SCALE);
  },
};
