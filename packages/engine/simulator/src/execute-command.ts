import type { CommandHandlers } from '@rcss/core/commands';

export function handlerOf<Command extends { readonly type: string }, Context extends readonly unknown[]>(
  handlers: CommandHandlers<Command, Context>,
  command: Command,
): (...args: [...context: Context, command: Command]) => void {
  return handlers[command.type as Command['type']] as (...args: [...Context, Command]) => void;
}

/** Handler of a command that does not change the match. */
export function ignoreCommand(): void {}
