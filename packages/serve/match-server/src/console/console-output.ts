/** Level of a log line. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** All levels, from the most to the least severe. */
export const LOG_LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** What a program can read from a log line without parsing its text. */
export interface ConsoleRecord {
  /** Kind of the line, such as `client_connected`; lower case with underscores. The event `result` is the result of the match. */
  readonly event: string;
  /** Default: `info` on the standard output, `warn` on the standard error output. */
  readonly level?: LogLevel;
  /** Data of the event; values that JSON can represent. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Takes the lines that a server prints. Programs that embed a server pass their own. */
export interface ConsoleOutput {
  /** Prints a line, passed without line feed, on the standard output. */
  out(line: string, record?: ConsoleRecord): void;
  /** Prints a line, passed without line feed, on the standard error output. */
  err(line: string, record?: ConsoleRecord): void;
}
