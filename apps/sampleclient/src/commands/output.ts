/** One line about what went wrong, on standard error; returns the exit status for it. */
export function complain(message: string): number {
  process.stderr.write(`rcss-team: ${message}\n`);
  return 1;
}
