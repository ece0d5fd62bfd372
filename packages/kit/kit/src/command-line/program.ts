import { Command, CommanderError, Option } from 'commander';
import { CommandLineError } from './command-line-error.js';
import { EXIT } from './exit.js';
import { escapeText } from './printable.js';
import { ignoreInspectorSignal } from './signals.js';

/** Destinations of the text that a program prints. */
export interface Output {
  /** Writes to the standard output. The text contains all line feeds; none is added. */
  out(text: string): void;
  /** Writes to the standard error output. The text contains all line feeds; none is added. */
  err(text: string): void;
}

/** A program for the command `rcss` and for shell completion. Every app exports one from its `./cli` entry. */
export interface CommandLineProgram {
  /** Name of the bin, for example `rcss-log`. */
  readonly name: string;
  /** Builds the commander tree of all verbs and options, for completion and the reference pages. */
  createCommand(): Command | Promise<Command>;
  /** Words for completion with which an argument can begin, in addition to file names; for example `server::port=`. */
  argumentWords?(): readonly string[];
  /**
   * Runs the program and returns its exit code.
   *
   * @param argv Arguments without the interpreter and the script.
   * @param name Name that the help shows, for example `rcss log`; default: the bin's name.
   */
  run(argv: readonly string[], name?: string): Promise<number>;
}

/** Contents of the help of a program, in addition to verbs and options. */
export interface ProgramDescription {
  readonly name: string;
  readonly description: string;
  /** Version of the package, as `--version` prints it. */
  readonly version: string;
  /** Command lines with what they do, shown at the end of the help. */
  readonly examples: readonly (readonly [commandLine: string, effect: string])[];
  /** Meaning of each exit code that the program uses. */
  readonly exitCodes?: Readonly<Record<number, string>>;
}

const DEFAULT_EXIT_CODES: Readonly<Record<number, string>> = {
  [EXIT.ok]: 'success',
  [EXIT.failed]: 'the work failed',
  [EXIT.usage]: 'wrong command line',
};

/**
 * Creates the root command of a program: `--help` and `--version` exit with 0, unknown options and verbs suggest the
 * nearest name, the help ends with examples and exit codes.
 *
 * @example
 * const program = createProgram({ name: 'rcss-log', description: 'Game log tools.', version, examples: [] });
 * program.command('stats <log>').action(printStatistics);
 * process.exitCode = await runProgram(program, process.argv.slice(2));
 */
export function createProgram(description: ProgramDescription): Command {
  const program = new Command(description.name)
    .description(description.description)
    .version(description.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .showSuggestionAfterError(true)
    .configureHelp(HELP_CONVENTIONS)
    .exitOverride();
  program.addHelpText('after', () => `\n${formatHelpTail(description, program)}`);
  return program;
}

function formatHelpTail({ name, examples, exitCodes }: ProgramDescription, program: Command): string {
  const shownName = program.name();
  const width = getTailWidth(program);
  const commandLines = examples.map(
    ([line, effect]) => [line.startsWith(name) ? line.replaceAll(name, shownName) : line, effect] as const,
  );
  const parts = commandLines.length > 0 ? ['Examples:', ...formatTable(commandLines, width)] : [];
  return [...parts, ...formatExitCodes(exitCodes ?? DEFAULT_EXIT_CODES, width)].join('\n').trimStart();
}

/** Width of a help, in characters: that of the terminal, at most 110, and 100 if there is no terminal. */
function getHelpWidth(): number {
  return Math.min(process.stdout.columns ?? 100, 110);
}

/** Width of the end of a help; no limit for manual pages, which are made without running the program. */
function getTailWidth(command: Command): number {
  return command.configureHelp().helpWidth ?? Number.POSITIVE_INFINITY;
}

/** Formats rows in two columns, or, if one of them is too long for the width, each effect on the line after its command line. */
function formatTable(rows: readonly (readonly [left: string, right: string])[], limit: number): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  if (lines.every((line) => line.length <= limit)) return lines;
  return rows.flatMap(([left, right]) => [`  ${left}`, ...wrapText(right, limit, '      ')]);
}

/** Breaks a text into lines of at most `width` characters, each with the indent. Words that are longer stay whole. */
function wrapText(text: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(indent + word);
  }
  return lines;
}

function formatExitCodes(exitCodes: Readonly<Record<number, string>>, width: number): string[] {
  const rows = Object.entries(exitCodes).flatMap(([code, meaning]) => {
    const [first = '', ...rest] = wrapText(meaning, width, '       ');
    return [`  ${code.padStart(3)}  ${first.trimStart()}`, ...rest];
  });
  return ['', 'Exit codes:', ...rows];
}

/**
 * Text of an option in a help: its description, choices and default value. A default that says nothing (false, an empty text or list, or
 * the standard output) is left out, and so is one that the description has in words.
 */
function describeOption(option: Option): string {
  const { description, argChoices, defaultValue, defaultValueDescription } = option;
  const notes: string[] = [];
  if (argChoices !== undefined) notes.push(`choices: ${argChoices.join(', ')}`);
  const isObvious =
    defaultValue === undefined ||
    typeof defaultValue === 'boolean' ||
    defaultValue === '-' ||
    String(defaultValue) === '';
  if (defaultValueDescription !== undefined) notes.push(`default: ${defaultValueDescription}`);
  else if (!isObvious && !description.includes('(default')) notes.push(`default: ${String(defaultValue)}`);
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

/**
 * Adds examples, and exit codes if they differ from those of the program, to the help of a verb.
 *
 * @param examples Arguments after the name of the verb, with what the command line does.
 * @example describeVerb(program.command('cut'), [['final.rcg:100-200 -o scene.rcg', 'writes one scene']]);
 */
export function describeVerb(
  verb: Command,
  examples: ProgramDescription['examples'],
  exitCodes?: ProgramDescription['exitCodes'],
): Command {
  return verb.addHelpText('after', () => {
    const name = getFullName(verb);
    const width = getTailWidth(verb);
    const lines = formatTable(
      examples.map(([line, effect]) => [`${name} ${line}`, effect] as const),
      width,
    );
    return `\n${['Examples:', ...lines, ...(exitCodes === undefined ? [] : formatExitCodes(exitCodes, width))].join('\n')}`;
  });
}

/**
 * Refuses options of the classic programs, which users know from the manuals, and names what to use instead. The options
 * are not shown in the help.
 *
 * @param refused Advice by option flags, for example `{ '--server-host [value]': 'use --server HOST:PORT' }`.
 */
export function refuseOptions(command: Command, refused: Readonly<Record<string, string>>): Command {
  for (const [flags, advice] of Object.entries(refused)) {
    const option = new Option(flags).hideHelp();
    command.addOption(option);
    command.on(`option:${option.name()}`, () => {
      throw new CommandLineError(
        `option '${option.long ?? option.short}' of the classic program is not available: ${advice}`,
        EXIT.usage,
      );
    });
  }
  return command;
}

/** The streams of this process. */
export const PROCESS_OUTPUT: Output = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/**
 * Parses the arguments, runs the chosen action and returns the exit code. Errors of the user are printed as
 * `NAME: MESSAGE` on the error output; other errors are thrown.
 *
 * To end with an exit code other than 0, an action throws {@link CommandLineError}. If its message is empty,
 * nothing is printed.
 */
export async function runProgram(
  program: Command,
  argv: readonly string[],
  output: Output = PROCESS_OUTPUT,
): Promise<number> {
  if (output === PROCESS_OUTPUT) ignoreInspectorSignal();
  applyConventions(program, output);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    if (error instanceof CommandLineError) {
      if (error.message !== '') output.err(`${program.name()}: ${escapeText(error.message)}\n`);
      return error.exitCode;
    }
    // A file or a socket that the system refuses is not a fault of the program.
    if (isSystemError(error)) {
      output.err(`${program.name()}: ${escapeText(error.message)}\n`);
      return EXIT.failed;
    }
    throw error;
  }
}

/** Returns a program that creates its command for each run. */
export function defineProgram(name: string, createCommand: () => Command): CommandLineProgram {
  return { name, createCommand, run: (argv, shown = name) => runProgram(createCommand().name(shown), argv) };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** What the library says of the verb `help`, which it adds to programs with verbs. */
const LIBRARY_HELP_TEXT = 'display help for command';

/** Texts of a help; manual pages and the reference are made from them too. */
const HELP_CONVENTIONS = {
  optionDescription: describeOption,
  commandDescription: (command: Command) => formatSentence(command.description()),
  subcommandDescription: (verb: Command) => {
    const text = verb.summary() || verb.description();
    return text === LIBRARY_HELP_TEXT ? 'print the help of a verb' : text;
  },
};

/** Applies the conventions to a command and to all its verbs. */
function applyConventions(command: Command, output: Output): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: output.out,
      writeErr: output.err,
      outputError: (text, write) =>
        write(
          `${getFullName(command)}: ${escapeText(text.replace(/^error: /, ''))}Help: ${getFullName(command)} --help\n`,
        ),
    })
    .configureHelp({
      ...HELP_CONVENTIONS,
      helpWidth: getHelpWidth(),
      // Long names of verbs leave few columns; a description is wrapped there too.
      minWidthToWrap: 20,
      sortSubcommands: false,
    });
  for (const verb of command.commands) applyConventions(verb, output);
}

/** A description as a sentence: verbs describe themselves in lists, without a capital and a full stop. */
function formatSentence(text: string): string {
  if (text === '') return text;
  return `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function getFullName(command: Command): string {
  return command.parent === null ? command.name() : `${getFullName(command.parent)} ${command.name()}`;
}
