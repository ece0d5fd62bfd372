import { CommandLineError, EXIT } from '@rcss/kit/command-line';

/** Ends an action with an exit code. */
export async function exitWith(exitCode: number | Promise<number>): Promise<void> {
  const code = await exitCode;
  if (code !== EXIT.ok) throw new CommandLineError('', code);
}
