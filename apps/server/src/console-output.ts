/** Where the server's words go: lines for stdout and stderr. Tests and embedders give their own. */
export interface ConsoleOutput {
  out(line: string): void;
  err(line: string): void;
}

// A reader of our output that goes away must not end the match.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

export const processConsole: ConsoleOutput = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};
