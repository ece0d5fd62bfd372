import type { ConsoleOutput } from '../console/console-output.js';

/** Collects the files of a match that are missing or incomplete. Each problem is printed when it occurs and again at the end. */
export class FileProblems {
  readonly #messages: string[] = [];
  readonly #console: Pick<ConsoleOutput, 'err'>;

  constructor(console: Pick<ConsoleOutput, 'err'>) {
    this.#console = console;
  }

  /** One line for each problem, in order. */
  get messages(): readonly string[] {
    return this.#messages;
  }

  /** Adds a problem and prints it. */
  add(message: string): void {
    this.#messages.push(message.replace(/^Error: /, ''));
    this.#console.err(message, { event: 'file_problem', level: 'error' });
  }

  /** Prints all problems again, so that the last lines of a long match show them. */
  printSummary(): void {
    if (this.#messages.length === 0) return;
    const record = { event: 'file_problems', level: 'error' } as const;
    this.#console.err('Not all files of the match are complete:', record);
    for (const message of this.#messages) this.#console.err(`  ${message}`, record);
  }
}
