import type { TeamSizes } from '../observation/observation.js';
import { checkNames } from '../options.js';
import type { ActionDecoder, ActionOptions, DecoderUse } from './action.js';
import { createDiscreteDecoder, createMacroDecoder } from './discrete.js';
import { createHfoDecoder } from './hfo.js';
import { createKeepawayDecoder } from './keepaway.js';
import { createHybridDecoder, createLowLevelDecoder } from './parameters.js';
import { createSkillDecoder } from './skills.js';

/**
 * Returns the decoder of an action type.
 *
 * @throws RangeError if an option or the type is unknown
 */
export function createActionDecoder(
  options: ActionOptions,
  sizes: TeamSizes,
  use: DecoderUse,
): ActionDecoder {
  checkNames('action', options, ['type', 'untilDone']);
  const { type = 'low-level', untilDone = false } = options;
  if (untilDone && type !== 'skills')
    throw new RangeError(`action.untilDone: only actions of type skills have an end, not ${String(type)}`);
  switch (type) {
    case 'low-level':
      return createLowLevelDecoder();
    case 'hybrid':
      return createHybridDecoder();
    case 'discrete':
      return createDiscreteDecoder();
    case 'macro':
      return createMacroDecoder(sizes.mates);
    case 'keepaway':
      return createKeepawayDecoder(sizes.mates);
    case 'hfo':
      return createHfoDecoder(sizes);
    case 'skills':
      return createSkillDecoder(sizes, use, untilDone);
    default:
      throw new RangeError(
        `action.type: ${JSON.stringify(type)} is not one of low-level, hybrid, discrete, macro, keepaway, skills, hfo`,
      );
  }
}
