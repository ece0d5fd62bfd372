import type { PlayerCommand, Side } from '@rcss/core';
import { decodePlayerCommands } from '@rcss/protocol/player';
import type { ChangedCommands } from './rehearsal-options.js';

/**
 * Reads commands that a player gives in place of its own, such as `l9 (kick 100 0)(turn_neck 20)`.
 *
 * @param time Game time of the decision.
 * @throws {RangeError} that says what is allowed
 */
export function parseChange(text: string, time: number): ChangedCommands {
  const found = /^([lr])([1-9]|10|11)\s*(\(.*\))?$/.exec(text);
  const commands: PlayerCommand[] = [];
  const isRead =
    found !== null && decodePlayerCommands(found[3] ?? '', (command) => void commands.push(command), false);
  const other = commands.find(({ type }) => type === 'done' || type === 'bye' || type === 'compression');
  if (!isRead || other !== undefined)
    throw new RangeError(
      `'${text}': allowed: a player with its commands, such as 'l9 (kick 100 0)(turn_neck 20)'; without commands it does nothing${other === undefined ? '' : `. (${other.type}) is not one`}`,
    );
  return { side: found![1] as Side, unum: Number(found![2]), time, commands };
}
