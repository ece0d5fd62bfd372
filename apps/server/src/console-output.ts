/** Takes the lines that a server prints. Programs that embed a server pass their own. */
export interface ConsoleOutput {
  /** @param line For stdout, without line feed. */
  out(line: string): void;
  /** @param line For stderr, without line feed. */
  err(line: string): void;
}
