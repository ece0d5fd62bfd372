import { checkNames, resolveHeight, suggestName } from '../options.js';
import { createExtraSenses, EXTRA_SENSES } from './extra-senses.js';
import { FullStateEncoder } from './full-state.js';
import { GlobalStateEncoder } from './global-state.js';
import { TRUE_HEIGHT } from './height.js';
import { createLastActionFeature, STAMINA_FEATURE } from './hfo-2019.js';
import { HfoHighEncoder } from './hfo-high.js';
import { HfoLowEncoder } from './hfo-low.js';
import { HfoView } from './hfo-view.js';
import { KeepawayEncoder } from './keepaway.js';
import type { EncoderOptions, ObservationEncoder, ObservationOptions, TeamSizes } from './observation.js';
import { SensorEncoder } from './sensors.js';

/** Observations that can contain the height of the ball. */
const WITH_HEIGHT: readonly string[] = ['egocentric', 'global', 'sensors'];
const TYPES: readonly string[] = [...WITH_HEIGHT, 'hfo-high', 'hfo-low', 'keepaway'];

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
  return joinEncoders([
    ...createTypeEncoders(type, options, sizes, batch),
    ...createExtraSenses(type, options, sizes.mates + 1, batch),
  ]);
}

/** The true state of a match in the frame of the left team, players by uniform number. */
export function createStateEncoder(sizes: TeamSizes, hasHeight: boolean): ObservationEncoder {
  const state = new GlobalStateEncoder(sizes, true, false);
  return joinEncoders(hasHeight ? [state, TRUE_HEIGHT] : [state]);
}

/** Returns the encoder of an observation whose fields are those of some parts, one after the other. */
function joinEncoders(parts: readonly ObservationEncoder[]): ObservationEncoder {
  const [first] = parts as readonly [ObservationEncoder];
  if (parts.length === 1) return first;
  const memories = [...parts].reverse().flatMap((part) => part.memories ?? []);
  const hasNotes = parts.some(({ noteAction }) => noteAction !== undefined);
  return {
    layout: parts.flatMap(({ layout }) => layout),
    ...(first.receiver === undefined ? {} : { receiver: first.receiver }),
    ...(memories.length === 0 ? {} : { memories }),
    prepare: (match, episode, horizon) => {
      for (const part of parts) part.prepare?.(match, episode, horizon);
    },
    fill: (player, out, offset, match, index) => {
      let at = offset;
      for (const part of parts) {
        part.fill(player, out, at, match, index);
        at += part.layout.length;
      }
    },
    begin: (match, index) => {
      for (const part of parts) part.begin?.(match, index);
    },
    sense: (match, index) => {
      for (const part of parts) part.sense?.(match, index);
    },
    notify: (event, index) => {
      for (const part of parts) part.notify?.(event, index);
    },
    ...(hasNotes && {
      noteAction: (index, place, isPossible) => {
        for (const part of parts) part.noteAction?.(index, place, isPossible);
      },
    }),
  };
}

function createTypeEncoders(
  type: NonNullable<ObservationOptions['type']>,
  options: ObservationOptions,
  sizes: TeamSizes,
  batch: Omit<EncoderOptions, 'noise'>,
): readonly ObservationEncoder[] {
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
  const isByNumber = order === 'number';
  const isOf2019 = edition === 2019;
  const height = hasHeight ? [TRUE_HEIGHT] : [];
  const lastAction = isOf2019 ? [createLastActionFeature(batch)] : [];
  switch (type) {
    case 'egocentric':
      return [new FullStateEncoder(sizes, isByNumber), ...height];
    case 'global':
      return [new GlobalStateEncoder(sizes, isByNumber, true), ...height];
    case 'sensors':
      return [new SensorEncoder(sizes, { ...batch, noise, hasHeight })];
    case 'hfo-high': {
      const partial = view === 'partial' ? new HfoView(batch) : undefined;
      const features = new HfoHighEncoder(sizes, isByNumber, isOf2019, partial);
      return [features, ...lastAction, ...(isOf2019 ? [STAMINA_FEATURE] : [])];
    }
    case 'hfo-low':
      return [new HfoLowEncoder(sizes, isByNumber, batch), ...lastAction];
    case 'keepaway':
      return [new KeepawayEncoder(sizes, isByNumber, batch.center)];
    default:
      throw new RangeError(
        `observation.type: ${JSON.stringify(type)} is not one of ${TYPES.join(', ')}${suggestName(String(type), TYPES)}`,
      );
  }
}
