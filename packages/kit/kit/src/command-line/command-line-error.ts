import { EXIT } from './exit.js';

/** An error that the user can solve: it is printed in one line, without a stack trace. */
export class CommandLineError extends Error {
  readonly exitCode: number;

  /**
   * @param message What failed, the value, what is allowed, what to do.
   * @param exitCode {@link EXIT}`.failed` by default.
   */
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = 'CommandLineError';
    this.exitCode = exitCode;
  }
}

// Recognizes errors of every copy of this class: this package is bundled into several others.
Object.defineProperty(CommandLineError, Symbol.hasInstance, {
  value: (value: unknown) => value instanceof Error && value.name === 'CommandLineError',
});
