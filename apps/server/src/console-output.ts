/** Where the server's words go: lines for stdout and stderr. Tests and embedders give their own. */
export interface ConsoleOutput {
  out(line: string): void;
  err(line: string): void;
}

export const processConsole: ConsoleOutput = {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
};
