import { type CommandRole, findCommandFault } from '@rcss/core/commands';

/**
 * Thrown if a command object has a missing, mistyped or NaN field. The command has not been executed or
 * recorded. Commands decoded from text never have such fields; commands created in process can.
 */
export class InvalidCommandError extends TypeError {
  override readonly name = 'InvalidCommandError';
  /** Path of the refused field inside the command, e.g. `moment` or `to.x`; empty for the command itself. */
  readonly field: string;
  readonly value: unknown;

  constructor(sender: string, type: unknown, field: string, value: unknown, allowed: string) {
    const where = field === '' ? 'the command' : `field "${field}"`;
    const what = typeof type === 'string' ? `command "${type}" of ${sender}` : `command of ${sender}`;
    super(`${what} was refused: ${where} is ${formatValue(value)}; allowed: ${allowed}`);
    this.field = field;
    this.value = value;
  }
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * Throws if a field of a command is not valid by the table of its role.
 *
 * @param sender name of the sender, for the message
 * @throws InvalidCommandError which names the first invalid field
 */
export function assertValidCommand(role: CommandRole, command: unknown, sender: string = role): void {
  const fault = findCommandFault(role, command);
  if (fault === null) return;
  const type = (command as { readonly type?: unknown } | null | undefined)?.type;
  throw new InvalidCommandError(sender, type, fault.path, fault.value, fault.allowed);
}

/** Returns whether a value is a number that a command may contain. Infinities are allowed (spec 05 §9.6). */
export function isCommandNumber(value: unknown): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}
