import { checkNames, resolveHeight } from '../options.js';
import { createFullStateEncoder } from './full-state.js';
import { createGlobalStateEncoder } from './global-state.js';
import { addHeight } from './height.js';
import { createHfoHighEncoder } from './hfo-high.js';
import { createHfoLowEncoder } from './hfo-low.js';
import { createKeepawayEncoder } from './keepaway.js';
import type { EncoderOptions, ObservationEncoder, ObservationOptions, TeamSizes } from './observation.js';
import { createSensorEncoder } from './sensors.js';

/** Observations that can contain the height of the ball. */
const WITH_HEIGHT: readonly string[] = ['egocentric', 'global', 'sensors'];

/**
 * Returns the encoder of an observation.
 *
 * @throws RangeError if an option, the type, the order, the noise or the height is unknown or does not fit
 */
export function createObservationEncoder(
  options: ObservationOptions,
  sizes: TeamSizes,
  batch: Omit<EncoderOptions, 'noise'>,
): ObservationEncoder {
  checkNames('observation', options, ['type', 'order', 'noise', 'height']);
  const { type = 'egocentric', order = 'distance', noise = 'quantized' } = options;
  if (order !== 'distance' && order !== 'number')
    throw new RangeError(`observation.order: ${JSON.stringify(order)} is not distance or number`);
  if (noise !== 'quantized' && noise !== 'gaussian')
    throw new RangeError(`observation.noise: ${JSON.stringify(noise)} is not quantized or gaussian`);
  const hasHeight = resolveHeight('observation', options.height, batch.hasHeight, WITH_HEIGHT, type);
  const complete = (encoder: ObservationEncoder) => (hasHeight ? addHeight(encoder) : encoder);
  switch (type) {
    case 'egocentric':
      return complete(createFullStateEncoder(sizes, order));
    case 'global':
      return complete(createGlobalStateEncoder(sizes, order));
    case 'sensors':
      return createSensorEncoder(sizes, { ...batch, noise, hasHeight });
    case 'hfo-high':
      return createHfoHighEncoder(sizes, order);
    case 'hfo-low':
      return createHfoLowEncoder(sizes, order, batch);
    case 'keepaway':
      return createKeepawayEncoder(sizes, order, batch.center);
    default:
      throw new RangeError(
        `observation.type: ${JSON.stringify(type)} is not egocentric, global, sensors, hfo-high, hfo-low or keepaway`,
      );
  }
}
