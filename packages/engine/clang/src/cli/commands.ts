import {
  CommandLineError,
  createIntegerParser,
  createProgram,
  describeVerb,
  EXIT,
  type Output,
} from '@rcss/kit/command-line';
import { type Command, Option } from 'commander';
import { check } from '../check.js';
import type { Span } from '../parse/cursor.js';
import { type Analysis, analyze, type Piece, parseHeard, splitMessages } from '../parse/parse.js';
import { formatMessage, formatText } from '../print/format.js';
import { printHeard, printSay } from '../print/print.js';
import { findPosition } from '../problem.js';
import type { Message } from '../tree/ast.js';
import { fromJson, toJson } from '../tree/json.js';
import { findRequirement } from '../versions.js';
import { createDiagnostic, type Diagnostic, formatDiagnostic, type Source } from './diagnostic.js';
import { createSarifLog } from './sarif.js';

/** Input and output of the program. */
export interface ClangIo extends Output {
  /** Returns the text of a file, one character for each byte; `-` is the standard input. @throws if it cannot be read. */
  read(file: string): string;
  /** Replaces the text of a file. @throws if it cannot be written. */
  write(file: string, text: string): void;
}

const STDIN = '<stdin>';

/** Options that all verbs have. */
interface CommonOptions {
  readonly maxErrors?: number;
  readonly maxFreeform?: number;
}

/** Builds the program `rcss-clang`. */
export function createClangCommand(io: ClangIo, version: string): Command {
  const program = createProgram({
    name: 'rcss-clang',
    description:
      'Checks, formats and converts messages of the coach language. Files hold messages, bare or as (say ...) commands; ' +
      'without a file, or with -, the program reads the standard input.',
    version,
    examples: [
      ['rcss-clang check plan.clang', 'reports errors, and warnings over all messages'],
      ['rcss-clang check --sarif *.clang > plan.sarif', 'the same for code hosts and editors'],
      ['rcss-clang format --write plan.clang', 'lays out the file'],
      ['rcss-clang json plan.clang | rcss-clang from-json', 'converts to JSON and back'],
    ],
    exitCodes: {
      [EXIT.ok]: 'no errors in the input',
      [EXIT.failed]: 'errors in the input',
      [EXIT.usage]: 'wrong command line, or a file cannot be read or written',
    },
  });
  addCheck(program, io, version);
  addFormat(program, io);
  addLineVerb(program, io, 'json', 'convert to JSON, one message on each line', {
    convert: (run, source) => convertMessage(run, source, (message) => JSON.stringify(toJson(message))),
  });
  addLineVerb(program, io, 'from-json', 'convert JSON messages, one on each line, to (say ...) commands', {
    split: splitLines,
    convert: convertJson,
  });
  addLineVerb(program, io, 'heard', 'print the text that players hear', {
    convert: (run, source) => convertMessage(run, source, printHeard),
  });
  addLineVerb(program, io, 'unheard', 'convert text that players heard to (say ...) commands', {
    convert: convertHeard,
  });
  addLineVerb(program, io, 'versions', 'print the language versions that each message needs', {
    convert: (run, source) => convertMessage(run, source, (message) => formatVersions(source, message)),
  });
  return program;
}

/** Adds a verb with the argument and the options that all verbs have. */
function addVerb(program: Command, name: string, summary: string): Command {
  return program
    .command(name)
    .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
    .summary(summary)
    .argument('[files...]', 'files with messages; - is the standard input')
    .option(
      '--max-errors <n>',
      'reports shown as text; 0 shows all (default: 20)',
      createIntegerParser(0, 1e9),
    )
    .option(
      '--max-freeform <n>',
      'characters of a freeform text; negative: any number (default: 128)',
      createIntegerParser(-1, 1e9),
    );
}

/** Diagnostics of one call of the program. */
class Run {
  readonly diagnostics: Diagnostic[] = [];
  readonly options: CommonOptions;
  readonly #io: ClangIo;
  /** Text of the files by name, for excerpts. */
  readonly #texts = new Map<string, string>();

  constructor(io: ClangIo, options: CommonOptions) {
    this.#io = io;
    this.options = options;
  }

  /** Reads the files and splits them into messages. */
  readSources(files: readonly string[], split: (text: string) => readonly Piece[] = splitMessages): Source[] {
    return (files.length === 0 ? ['-'] : files).flatMap((name) => {
      const whole = this.#read(name);
      const file = name === '-' ? STDIN : name;
      this.#texts.set(file, whole);
      return split(whole).map((piece) => ({ file, whole, ...piece }));
    });
  }

  #read(file: string): string {
    try {
      return this.#io.read(file);
    } catch (error) {
      throw new CommandLineError(`cannot read ${file}: ${(error as Error).message}`, EXIT.usage);
    }
  }

  error(
    source: Source,
    part: { readonly offset: number; readonly length: number },
    code: string,
    message: string,
  ) {
    this.diagnostics.push(createDiagnostic(source, part, { severity: 'error', code, message }));
  }

  /** Analyzes a message and keeps its errors. */
  analyze(source: Source): Analysis {
    const analysis = analyze(source.text, this.limits());
    for (const problem of analysis.problems) this.error(source, problem, problem.code, problem.message);
    return analysis;
  }

  /** The limits that the user set, for functions of the library. */
  limits(): { maxFreeform?: number } {
    const { maxFreeform } = this.options;
    return maxFreeform === undefined ? {} : { maxFreeform };
  }

  /** Prints the diagnostics as text, at most `--max-errors` of them. */
  printDiagnostics(): void {
    const { maxErrors = 20 } = this.options;
    const most = maxErrors === 0 ? this.diagnostics.length : maxErrors;
    for (const diagnostic of this.diagnostics.slice(0, most)) {
      this.#io.err(formatDiagnostic(diagnostic, this.#texts.get(diagnostic.file) ?? ''));
    }
    const hidden = this.diagnostics.length - most;
    if (hidden > 0) this.#io.err(`${hidden} more; --max-errors 0 shows all\n`);
  }

  /** @throws CommandLineError without a message if there is an error. */
  failOnErrors(): void {
    if (this.diagnostics.some((one) => one.severity === 'error')) throw new CommandLineError('', EXIT.failed);
  }
}

interface CheckVerbOptions extends CommonOptions {
  readonly warnings: boolean;
  readonly json?: boolean;
  readonly sarif?: boolean;
}

function addCheck(program: Command, io: ClangIo, version: string): void {
  const verb = addVerb(program, 'check', 'report errors, and warnings about names, variables and numbers')
    .option('--no-warnings', 'report errors only')
    .addOption(new Option('--json', 'all reports as JSON on the standard output').conflicts('sarif'))
    .addOption(new Option('--sarif', 'all reports as SARIF 2.1.0 on the standard output').conflicts('json'))
    .action((files: string[], options: CheckVerbOptions) => {
      const run = new Run(io, options);
      const sources = run.readSources(files);
      checkSources(run, sources, options.warnings);
      const errors = run.diagnostics.filter(({ severity }) => severity === 'error').length;
      const counts = { messages: sources.length, errors, warnings: run.diagnostics.length - errors };
      if (options.sarif === true) io.out(formatJson(createSarifLog(run.diagnostics, version)));
      else if (options.json === true) io.out(formatJson({ ...counts, diagnostics: run.diagnostics }));
      else {
        run.printDiagnostics();
        io.out(`${sources.length} message(s), ${errors} error(s), ${counts.warnings} warning(s)\n`);
      }
      run.failOnErrors();
    });
  describeVerb(verb, [
    ['plan.clang', 'reports with place, source line and mark'],
    ['--json plan.clang', 'the same for programs'],
  ]);
}

const formatJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Checks messages together: a name may be defined in one message and used in another. */
function checkSources(run: Run, sources: readonly Source[], warnings: boolean): void {
  const messages: Message[] = [];
  const spans = new Map<object, Span>();
  const sourceOf = new Map<object, Source>();
  for (const source of sources) {
    const analysis = run.analyze(source);
    if (analysis.message === null) continue;
    messages.push(analysis.message);
    for (const [node, span] of analysis.spans) {
      spans.set(node, span);
      sourceOf.set(node, source);
    }
  }
  for (const { node, span, severity, message, code } of check(messages, { ...run.limits(), spans })) {
    if (severity === 'warning' && !warnings) continue;
    const source = sourceOf.get(node);
    // Every node of a message that was read has a place.
    if (source === undefined || span === null) throw new Error(`no place for: ${message}`);
    run.diagnostics.push(createDiagnostic(source, span, { severity, code, message }));
  }
  const files = sources.map(({ file }) => file);
  run.diagnostics.sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.offset - b.offset);
}

interface FormatVerbOptions extends CommonOptions {
  readonly width: number;
  readonly indent: number;
  readonly say?: boolean;
  readonly write?: boolean;
}

function addFormat(program: Command, io: ClangIo): void {
  const verb = addVerb(program, 'format', 'lay out messages over several lines')
    .option('--width <n>', 'longest line', createIntegerParser(0, 1000), 80)
    .option('--indent <n>', 'spaces for each level', createIntegerParser(0, 1000), 2)
    .option('--say', 'put (say ...) around bare messages')
    .option('--write', 'replace the files instead of printing; a file with errors stays as it is')
    .action((files: string[], options: FormatVerbOptions) => {
      const run = new Run(io, options);
      if (options.write === true) writeFormatted(run, io, files, options);
      else for (const source of run.readSources(files)) io.out(formatSource(run, source, options) ?? '');
      run.printDiagnostics();
      run.failOnErrors();
    });
  describeVerb(verb, [
    ['--write --width 100 plan.clang', 'replaces the file and prints its name if it changes'],
  ]);
}

/** Returns the layout of a message with a line feed, or null if it has errors. */
function formatSource(run: Run, source: Source, options: FormatVerbOptions): string | null {
  const { message } = run.analyze(source);
  if (message === null) return null;
  const { width, indent } = options;
  const wrap = options.say === true && !/^\s*\(\s*say/.test(source.text);
  const text = wrap ? `(say ${source.text.trim()})` : source.text;
  const formatted = formatText(text, { ...run.limits(), width, indent });
  return `${formatted.ok ? formatted.value : formatMessage(message, { width, indent })}\n`;
}

function writeFormatted(run: Run, io: ClangIo, files: readonly string[], options: FormatVerbOptions): void {
  if (files.length === 0 || files.includes('-')) {
    throw new CommandLineError('--write needs files; the standard input cannot be replaced', EXIT.usage);
  }
  for (const file of files) {
    const sources = run.readSources([file]);
    const parts = sources.map((source) => formatSource(run, source, options));
    const text = parts.join('');
    if (parts.includes(null) || text === sources[0]!.whole) continue;
    try {
      io.write(file, text);
    } catch (error) {
      throw new CommandLineError(`cannot write ${file}: ${(error as Error).message}`, EXIT.usage);
    }
    io.out(`${file}\n`);
  }
}

/** A verb that prints one line for each message. */
interface LineVerb {
  readonly split?: (text: string) => readonly Piece[];
  /** Returns the line without its line feed, or null after an error. */
  readonly convert: (run: Run, source: Source) => string | null;
}

function addLineVerb(program: Command, io: ClangIo, name: string, summary: string, verb: LineVerb): void {
  addVerb(program, name, summary).action((files: string[], options: CommonOptions) => {
    const run = new Run(io, options);
    for (const source of run.readSources(files, verb.split)) {
      const line = verb.convert(run, source);
      if (line !== null) io.out(`${line}\n`);
    }
    run.printDiagnostics();
    run.failOnErrors();
  });
}

function convertMessage(run: Run, source: Source, print: (message: Message) => string): string | null {
  const { message } = run.analyze(source);
  return message === null ? null : print(message);
}

function splitLines(whole: string): Piece[] {
  const lines: Piece[] = [];
  let offset = 0;
  for (const text of whole.split('\n')) {
    if (text.trim() !== '') lines.push({ offset, text });
    offset += text.length + 1;
  }
  return lines;
}

function convertJson(run: Run, source: Source): string | null {
  const whole = { offset: 0, length: source.text.length };
  let value: unknown;
  try {
    value = JSON.parse(source.text);
  } catch (error) {
    run.error(source, whole, 'json', `not JSON: ${(error as Error).message}`);
    return null;
  }
  const message = fromJson(value);
  if (message.ok) return printSay(message.value);
  run.error(source, whole, 'json', `${message.error.path}: ${message.error.message}`);
  return null;
}

function convertHeard(run: Run, source: Source): string | null {
  const message = parseHeard(source.text);
  if (message.ok) return printSay(message.value);
  run.error(source, message.error, message.error.code, message.error.message);
  return null;
}

function formatVersions(source: Source, message: Message): string {
  const { seven, eight } = findRequirement(message);
  const versions = seven ? (eight ? '7 and 8' : '7') : eight ? '8' : '7 or 8';
  const { line } = findPosition(source.whole, source.offset + source.text.search(/\S/));
  return `${source.file}:${line}: ${versions}`;
}
