import { Command, CommanderError, Option } from 'commander';
import { EXIT } from './exit.js';
import { escapeText } from './printable.js';

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
  /** One line for the table of subcommands of `rcss`. */
  readonly summary: string;
  /** Builds the commander tree of verbs and options; used for running, help, completion and the reference pages. */
  createCommand(): Command;
  /**
   * Words for completion with which an argument can begin, in addition to file names; for example `server::port=`.
   */
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

/** An error that the user can solve: it is printed in one line, without a stack trace. */
export class CommandLineError extends Error {
  readonly exitCode: number;

  /**
   * @param message What failed, the value, what is allowed, what to do.
   * @param exitCode {@link EXIT}`.failed` by default.
   */
  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = 'CommandLineError';
    this.exitCode = exitCode;
  }
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
    .exitOverride();
  program.addHelpText('after', () => `\n${formatHelpTail(description, program.name())}`);
  return program;
}

function formatHelpTail({ name, examples, exitCodes }: ProgramDescription, shownName: string): string {
  const commandLines = examples.map(
    ([line, effect]) => [line.startsWith(name) ? shownName + line.slice(name.length) : line, effect] as const,
  );
  const parts = commandLines.length > 0 ? ['Examples:', ...formatTable(commandLines)] : [];
  return [...parts, ...formatExitCodes(exitCodes ?? DEFAULT_EXIT_CODES)].join('\n').trimStart();
}

function formatTable(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function formatExitCodes(exitCodes: Readonly<Record<number, string>>): string[] {
  const rows = Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`);
  return ['', 'Exit codes:', ...rows];
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
    const lines = formatTable(examples.map(([line, effect]) => [`${name} ${line}`, effect] as const));
    return `\n${['Examples:', ...lines, ...(exitCodes === undefined ? [] : formatExitCodes(exitCodes))].join('\n')}`;
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

const PROCESS_OUTPUT: Output = {
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
    throw error;
  }
}

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
    .configureHelp({ helpWidth: Math.min(process.stdout.columns ?? 100, 110), sortSubcommands: false });
  for (const verb of command.commands) applyConventions(verb, output);
}

function getFullName(command: Command): string {
  return command.parent === null ? command.name() : `${getFullName(command.parent)} ${command.name()}`;
}
