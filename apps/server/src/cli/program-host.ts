import type { FileAccess } from '../config/file-access.js';
import type { ConsoleOutput } from '../console-output.js';

/** What the program uses of its process; tests pass their own. */
export interface ProgramHost {
  /** Arguments without the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: FileAccess;
  readonly console: ConsoleOutput;
  /** Registers a handler for the signals that end the process. */
  onSignal(handler: () => void): void;
}
