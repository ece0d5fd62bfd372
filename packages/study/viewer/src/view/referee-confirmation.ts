import type { Frame } from '@rcss/core';
import type { RefereeCommand } from '@rcss/frames';

/**
 * Returns the question before a command that cannot be undone, a card or the removal of a player, and the text of the button that
 * agrees; null for other commands. `frame` has the names of the teams.
 */
export function describeConfirmation(
  command: RefereeCommand,
  frame: Frame | null,
): { readonly text: string; readonly label: string } | null {
  if (command.type !== 'card' && command.type !== 'discard') return null;
  const { side, unum } = command;
  const team = (side === 'l' ? frame?.left.name : frame?.right.name) || (side === 'l' ? 'Left' : 'Right');
  if (command.type === 'discard') return { text: `Remove ${team} ${unum} from the match?`, label: 'Remove' };
  const label = command.color === 'yellow' ? 'Yellow card' : 'Red card';
  return { text: `${label} for ${team} ${unum}?`, label };
}
