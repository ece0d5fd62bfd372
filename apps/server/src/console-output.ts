/** Takes the lines that a server prints. Programs that embed a server pass their own. */
export interface ConsoleOutput {
  /** Prints a line, passed without line feed, on the standard output. */
  out(line: string): void;
  /** Prints a line, passed without line feed, on the standard error output. */
  err(line: string): void;
}
