import { checkNames, resolveHeight } from '../options.js';
import { addSenses, EXTRA_SENSES } from './extra-senses.js';
import { createFullStateEncoder } from './full-state.js';
import { createGlobalStateEncoder } from './global-state.js';
import { addHeight } from './height.js';
import { addFeaturesOf2019 } from './hfo-2019.js';
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
  checkNames('observation', options, [
    'type',
    'order',
    'noise',
    'height',
    'edition',
    'view',
    ...EXTRA_SENSES,
  ]);
  const { type = 'egocentric' } = options;
  return addSenses(createTypeEncoder(type, options, sizes, batch), type, options, sizes.mates + 1, batch);
}

function createTypeEncoder(
  type: NonNullable<ObservationOptions['type']>,
  options: ObservationOptions,
  sizes: TeamSizes,
  batch: Omit<EncoderOptions, 'noise'>,
): ObservationEncoder {
  const { order = 'distance', noise = 'quantized', edition, view } = options;
  if (order !== 'distance' && order !== 'number')
    throw new RangeError(`observation.order: ${JSON.stringify(order)} is not distance or number`);
  if (noise !== 'quantized' && noise !== 'gaussian')
    throw new RangeError(`observation.noise: ${JSON.stringify(noise)} is not quantized or gaussian`);
  if (edition !== undefined && edition !== 2017 && edition !== 2019)
    throw new RangeError(`observation.edition: ${JSON.stringify(edition)} is not 2017 or 2019`);
  if (edition !== undefined && type !== 'hfo-high' && type !== 'hfo-low')
    throw new RangeError(`observation.edition: only hfo-high and hfo-low have editions, not ${type}`);
  if (view !== undefined && view !== 'full' && view !== 'partial')
    throw new RangeError(`observation.view: ${JSON.stringify(view)} is not full or partial`);
  if (view === 'partial' && type !== 'hfo-high')
    throw new RangeError(`observation.view: only hfo-high has a partial view, not ${type}`);
  const hasHeight = resolveHeight('observation', options.height, batch.hasHeight, WITH_HEIGHT, type);
  const complete = (encoder: ObservationEncoder) => (hasHeight ? addHeight(encoder) : encoder);
  switch (type) {
    case 'egocentric':
      return complete(createFullStateEncoder(sizes, order));
    case 'global':
      return complete(createGlobalStateEncoder(sizes, order));
    case 'sensors':
      return createSensorEncoder(sizes, { ...batch, noise, hasHeight });
    case 'hfo-high': {
      const encoder = createHfoHighEncoder(sizes, order, view === 'partial' ? batch : undefined);
      return edition === 2019 ? addFeaturesOf2019(encoder, true, batch) : encoder;
    }
    case 'hfo-low': {
      const encoder = createHfoLowEncoder(sizes, order, batch);
      return edition === 2019 ? addFeaturesOf2019(encoder, false, batch) : encoder;
    }
    case 'keepaway':
      return createKeepawayEncoder(sizes, order, batch.center);
    default:
      throw new RangeError(
        `observation.type: ${JSON.stringify(type)} is not egocentric, global, sensors, hfo-high, hfo-low or keepaway`,
      );
  }
}
