import { readFileSync, writeFileSync } from 'node:fs';
import { readInputFile } from '@rcss/core/node';
import { type CommandLineProgram, defineProgram, escapeText } from '@rcss/kit/command-line';
import { type ClangIo, createClangCommand } from './cli/commands.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** Files are read as bytes. The coach language is ASCII, so every byte that is not ASCII must be reported. */
const io: ClangIo = {
  read: (file) => (file === '-' ? readFileSync(process.stdin.fd) : readInputFile(file)).toString('latin1'),
  write: (file, text) => writeFileSync(file, text, 'latin1'),
  // Another program that reads the output gets the text of the message. A terminal gets no control characters.
  out: (text) => void process.stdout.write(process.stdout.isTTY ? escapeText(text) : text),
  err: (text) => void process.stderr.write(escapeText(text)),
};

/** The program `rcss-clang`. */
export const program: CommandLineProgram = defineProgram('rcss-clang', () => createClangCommand(io, version));
