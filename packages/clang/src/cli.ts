import type { Message } from './ast.js';
import { check } from './check.js';
import { formatMessage, formatText } from './format.js';
import { fromJson, toJson } from './json.js';
import { type Analysis, analyze, parseHeard } from './parse.js';
import { printHeard, printSay } from './print.js';
import { positionAt } from './problem.js';
import { splitMessages } from './split.js';
import { requirementOf } from './versions.js';

/** What the command line needs from the outside. */
export interface CliIo {
  /** Text of a file; null if it cannot be read. `-` is the standard input. */
  readonly read: (file: string) => string | null;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const USAGE = `usage: rcss-clang COMMAND [OPTIONS] [FILE...]

Reads coach-language messages, bare or as (say ...) commands, one or more per file; - or no file: standard input.

  check       report errors, and warnings about names, variables, numbers and what players cannot hear
  format      lay out over several lines
  json        convert to JSON, one message a line
  from-json   convert JSON messages, one a line, to (say ...) commands
  heard       print the text that players hear
  unheard     parse text that players heard and print it as (say ...) commands
  versions    print the language versions that each message needs

options: --width N, --indent N (format); --max-freeform N (128; negative: no limit); --no-warnings (check);
--say (format: put (say ...) around bare messages)

exit status: 0 fine, 1 errors in the input, 2 wrong use
`;

interface Options {
  readonly numbers: Map<string, number>;
  readonly flags: Set<string>;
  readonly files: string[];
}

const NUMBERS = ['--width', '--indent', '--max-freeform'];
const FLAGS = ['--no-warnings', '--say'];

function readOptions(args: readonly string[]): Options | string {
  const options: Options = { numbers: new Map(), flags: new Set(), files: [] };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    const [name, given] = arg.split('=', 2) as [string, string | undefined];
    if (NUMBERS.includes(name)) {
      const text = given ?? args[++i];
      const value = Number(text);
      if (text === undefined || text === '' || !Number.isInteger(value)) return `${name} needs an integer`;
      if (name !== '--max-freeform' && (value < 0 || value > 1000)) return `${name} must be from 0 to 1000`;
      options.numbers.set(name, value);
    } else if (FLAGS.includes(arg)) {
      options.flags.add(arg);
    } else if (arg.startsWith('-') && arg !== '-') {
      return `unknown option ${arg}`;
    } else {
      options.files.push(arg);
    }
  }
  return options;
}

/** One message of a file, with the text and the place where it stands. */
interface Source {
  readonly file: string;
  readonly whole: string;
  readonly offset: number;
  readonly text: string;
}

/**
 * The command line `rcss-clang`, without touching a process: `argv` holds the words after the program's name.
 * Returns the exit status.
 */
export function runCli(argv: readonly string[], io: CliIo): number {
  const [command, ...args] = argv;
  if (command === undefined || command === 'help' || command === '--help' || command === '-h') {
    (command === undefined ? io.err : io.out)(USAGE);
    return command === undefined ? 2 : 0;
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined) {
    io.err(`rcss-clang: unknown command ${command}\n\n${USAGE}`);
    return 2;
  }
  const options = readOptions(args);
  if (typeof options === 'string') {
    io.err(`rcss-clang: ${options}\n`);
    return 2;
  }
  const sources: Source[] = [];
  for (const file of options.files.length === 0 ? ['-'] : options.files) {
    const whole = io.read(file);
    if (whole === null) {
      io.err(`rcss-clang: cannot read ${file}\n`);
      return 2;
    }
    const named = file === '-' ? '<stdin>' : file;
    const pieces = command === 'from-json' ? splitLines(whole) : splitMessages(whole);
    for (const piece of pieces) sources.push({ file: named, whole, ...piece });
  }
  return run(sources, options, io) ? 0 : 1;
}

type Command = (sources: readonly Source[], options: Options, io: CliIo) => boolean;

const COMMANDS: Readonly<Record<string, Command>> = {
  check: runCheck,
  format: runFormat,
  json: perMessage((message) => JSON.stringify(toJson(message))),
  'from-json': runFromJson,
  heard: perMessage(printHeard),
  unheard: runUnheard,
  versions: perMessage((message) => {
    const { seven, eight } = requirementOf(message);
    return seven ? (eight ? '7 and 8' : '7') : eight ? '8' : '7 or 8';
  }),
};

function splitLines(whole: string): { offset: number; text: string }[] {
  const lines: { offset: number; text: string }[] = [];
  let offset = 0;
  for (const text of whole.split('\n')) {
    if (text.trim() !== '') lines.push({ offset, text });
    offset += text.length + 1;
  }
  return lines;
}

const placeIn = (source: Source, offset: number): string => {
  const { line, column } = positionAt(source.whole, source.offset + offset);
  return `${source.file}:${line}:${column}`;
};

const analyzeOptions = (options: Options): { maxFreeform?: number } => {
  const maxFreeform = options.numbers.get('--max-freeform');
  return maxFreeform === undefined ? {} : { maxFreeform };
};

/** Analyses a source and reports its errors. */
function analyzed(source: Source, options: Options, io: CliIo): Analysis {
  const analysis = analyze(source.text, analyzeOptions(options));
  for (const problem of analysis.problems)
    io.err(`${placeIn(source, problem.offset)}: error: ${problem.message}\n`);
  return analysis;
}

/** A command that turns every message into a line. */
function perMessage(print: (message: Message) => string): Command {
  return (sources, options, io) => {
    let fine = true;
    for (const source of sources) {
      const { message } = analyzed(source, options, io);
      if (message === null) fine = false;
      else io.out(`${print(message)}\n`);
    }
    return fine;
  };
}

function runCheck(sources: readonly Source[], options: Options, io: CliIo): boolean {
  const messages: Message[] = [];
  const spans: Analysis['spans'][] = [];
  const places = new Map<object, Source>();
  let errors = 0;
  for (const source of sources) {
    const analysis = analyzed(source, options, io);
    errors += analysis.problems.length;
    if (analysis.message === null) continue;
    messages.push(analysis.message);
    spans.push(analysis.spans);
    for (const node of analysis.spans.keys()) places.set(node, source);
  }
  const findings = check(messages, {
    ...analyzeOptions(options),
    spans: new Map(spans.flatMap((map) => [...map])),
  });
  let warnings = 0;
  for (const { node, span, severity, message, code } of findings) {
    if (severity === 'error') errors++;
    else if (options.flags.has('--no-warnings')) continue;
    else warnings++;
    const source = places.get(node);
    const place = source === undefined || span === null ? '' : `${placeIn(source, span.offset)}: `;
    io.err(`${place}${severity}: ${message} [${code}]\n`);
  }
  io.out(`${sources.length} message(s), ${errors} error(s), ${warnings} warning(s)\n`);
  return errors === 0;
}

function runFormat(sources: readonly Source[], options: Options, io: CliIo): boolean {
  const width = options.numbers.get('--width') ?? 80;
  const indent = options.numbers.get('--indent') ?? 2;
  let fine = true;
  for (const source of sources) {
    const { message } = analyzed(source, options, io);
    if (message === null) {
      fine = false;
      continue;
    }
    const bare = options.flags.has('--say') && !/^\s*\(\s*say/.test(source.text);
    const text = bare ? `(say ${source.text.trim()})` : source.text;
    const formatted = formatText(text, { ...analyzeOptions(options), width, indent });
    io.out(`${formatted.ok ? formatted.value : formatMessage(message, { width, indent })}\n`);
  }
  return fine;
}

function runFromJson(sources: readonly Source[], _options: Options, io: CliIo): boolean {
  let fine = true;
  for (const source of sources) {
    let value: unknown;
    try {
      value = JSON.parse(source.text);
    } catch {
      io.err(`${placeIn(source, 0)}: error: this is no JSON\n`);
      fine = false;
      continue;
    }
    const message = fromJson(value);
    if (message.ok) {
      io.out(`${printSay(message.value)}\n`);
    } else {
      io.err(`${placeIn(source, 0)}: error: ${message.error.path}: ${message.error.message}\n`);
      fine = false;
    }
  }
  return fine;
}

function runUnheard(sources: readonly Source[], _options: Options, io: CliIo): boolean {
  let fine = true;
  for (const source of sources) {
    const message = parseHeard(source.text);
    if (message.ok) {
      io.out(`${printSay(message.value)}\n`);
    } else {
      io.err(`${placeIn(source, message.error.offset)}: error: ${message.error.message}\n`);
      fine = false;
    }
  }
  return fine;
}
