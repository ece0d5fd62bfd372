import type { PlayerCommand } from '@rcss/core';
import { type Field, playerCommand } from './input-fields.js';

/**
 * Thrown for a command object that has a missing, mistyped or NaN field. The command has not been executed and not
 * been recorded. Commands that were decoded from text never have such fields; those made in process can.
 */
export class InvalidCommandError extends TypeError {
  override readonly name = 'InvalidCommandError';
  /** Path of the refused field inside the command, e.g. `moment` or `to.x`; empty for the command itself. */
  readonly field: string;
  readonly value: unknown;

  constructor(sender: string, type: unknown, field: string, value: unknown, allowed: string) {
    const where = field === '' ? 'the command' : `field "${field}"`;
    const what = typeof type === 'string' ? `command "${type}" of ${sender}` : `command of ${sender}`;
    super(`${what} refused: ${where} is ${shown(value)}, allowed is ${allowed}`);
    this.field = field;
    this.value = value;
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * Refuses a command with a field that its table of fields does not allow.
 *
 * @throws InvalidCommandError which names the first such field
 */
export function assertCommand<T>(fields: Field<T>, sender: string, command: T): void {
  const fault = fields.fault(command);
  if (fault === null) return;
  const type = (command as { readonly type?: unknown } | null | undefined)?.type;
  throw new InvalidCommandError(sender, type, fault.path, fault.value, fault.allowed);
}

const isNumber = (value: number): boolean => typeof value === 'number' && !Number.isNaN(value);

/**
 * {@link assertCommand} for a command of a player. The commands that players send in nearly every cycle are tested
 * here in place, because a walk over the table of fields would take a few percent of a step.
 */
export function assertPlayerCommand(index: number, command: PlayerCommand): void {
  switch (command?.type) {
    case 'dash':
    case 'kick':
      if (isNumber(command.power) && isNumber(command.dir)) return;
      break;
    case 'turn':
    case 'turn_neck':
      if (isNumber(command.moment)) return;
      break;
  }
  assertCommand(playerCommand, `player ${index}`, command);
}
