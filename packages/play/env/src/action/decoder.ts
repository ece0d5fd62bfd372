import type { TeamSizes } from '../observation/observation.js';
import { checkNames, resolveHeight, suggestName } from '../options.js';
import type { ActionDecoder, ActionOptions, DecoderUse } from './action.js';
import { createDiscreteDecoder, createListDecoder, createMacroDecoder } from './discrete.js';
import { COMMAND_FLAGS } from './extra-command-options.js';
import { addExtraCommands, findChosenCommands } from './extra-commands.js';
import { createHfoDecoder } from './hfo.js';
import { createKeepawayDecoder } from './keepaway.js';
import { createHybridDecoder, createLowLevelDecoder } from './parameters.js';
import { R2D_ACTIONS } from './r2d.js';
import { createSkillDecoder } from './skills.js';

/** Actions that can send the ball into the air. */
const WITH_HEIGHT: readonly string[] = ['low-level', 'hybrid', 'discrete', 'macro', 'skills'];
const TYPES: readonly string[] = [...WITH_HEIGHT, 'keepaway', 'hfo', 'r2d'];

/**
 * Returns the decoder of actions.
 *
 * @throws RangeError if an option or the type is unknown, or if an option does not fit the type
 */
export function createActionDecoder(
  options: ActionOptions,
  sizes: TeamSizes,
  use: DecoderUse,
): ActionDecoder {
  checkNames('action', options, ['type', 'untilDone', 'height', 'say', ...COMMAND_FLAGS]);
  const { type = 'low-level' } = options;
  const decoder = createTypeDecoder(type, options, sizes, use);
  return addExtraCommands(decoder, type, options, sizes.mates + 1, use);
}

function createTypeDecoder(
  type: NonNullable<ActionOptions['type']>,
  options: ActionOptions,
  sizes: TeamSizes,
  use: DecoderUse,
): ActionDecoder {
  const { untilDone = false } = options;
  if (untilDone && type !== 'skills')
    throw new RangeError(`action.untilDone: only actions of type skills have an end, not ${String(type)}`);
  const hasHeight = resolveHeight('action', options.height, use.hasHeight, WITH_HEIGHT, type);
  switch (type) {
    case 'low-level':
      return createLowLevelDecoder(hasHeight);
    case 'hybrid':
      return createHybridDecoder(hasHeight);
    case 'discrete':
      return createDiscreteDecoder(hasHeight);
    case 'macro':
      return createMacroDecoder(sizes.mates, hasHeight);
    case 'keepaway':
      return createKeepawayDecoder(sizes.mates);
    case 'hfo':
      return createHfoDecoder(sizes);
    case 'r2d':
      return createListDecoder(R2D_ACTIONS);
    case 'skills':
      return createSkillDecoder(sizes, { ...use, hasHeight }, untilDone, findChosenCommands(options));
    default:
      throw new RangeError(
        `action.type: ${JSON.stringify(type)} is not one of ${TYPES.join(', ')}${suggestName(String(type), TYPES)}`,
      );
  }
}
