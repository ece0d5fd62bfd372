import {
  type CommandLineProgram,
  createProgram,
  EXIT,
  type ProgramDescription,
  runProgram,
} from '@rcss/kit/command-line';
import { createPrintableIo, getProcessIo, type Io, OutputClosedError } from '@rcss/log-service/streams';
import type { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };

export type { Io } from '@rcss/log-service/streams';

type AddVerb = (program: Command, io: Io) => void;

/** Loads what adds a verb, by its name, in the order of the help. A run loads only the modules of its verb. */
const VERBS: ReadonlyMap<string, () => Promise<AddVerb>> = new Map([
  ['play', async () => (await import('./commands/play.js')).addPlay],
  ['web', async () => (await import('./commands/web.js')).addWeb],
  ['publish', async () => (await import('./publish/publish.js')).addPublish],
  ['highlights', async () => (await import('./publish/highlights.js')).addHighlights],
  ['stats', async () => (await import('./commands/stats.js')).addStats],
  ['whatif', async () => (await import('./commands/what-if.js')).addWhatIf],
  ['commands', async () => (await import('./commands/client-commands.js')).addCommands],
  ['export', async () => (await import('./commands/export.js')).addExport],
  ['compare', async () => (await import('./commands/compare.js')).addCompare],
  ['plot', async () => (await import('./commands/plot.js')).addPlot],
  ['cut', async () => (await import('./commands/cut.js')).addCut],
  ['convert', async () => (await import('./commands/convert.js')).addConvert],
  ['text', async () => (await import('./commands/text.js')).addText],
  ['csv', async () => (await import('./commands/csv.js')).addCsv],
  ['json', async () => (await import('./commands/json.js')).addJson],
  ['xml', async () => (await import('./commands/xml.js')).addXml],
  ['version', async () => (await import('./commands/version.js')).addVersion],
  ['result', async () => (await import('./commands/result.js')).addResult],
  ['rename-teams', async () => (await import('./commands/rename-teams.js')).addRenameTeams],
  ['reverse', async () => (await import('./commands/reverse.js')).addReverse],
  ['split', async () => (await import('./commands/split.js')).addSplit],
  ['validate', async () => (await import('./commands/validate.js')).addValidate],
  ['diff', async () => (await import('./commands/diff.js')).addDiff],
  ['index', async () => (await import('./commands/index-log.js')).addIndex],
  ['schedule', async () => (await import('./commands/schedule.js')).addSchedule],
  ['table', async () => (await import('./commands/table.js')).addTable],
]);

const DESCRIPTION: ProgramDescription = {
  name: 'rcss-log',
  description: 'Plays, serves, inspects, converts and analyzes game logs of all versions, compressed or not.',
  version: manifest.version,
  examples: [
    ['rcss-log play match.rcg', 'serves the log to monitors on UDP port 6000'],
    ['rcss-log web match.rcg.gz', 'shows the log in the browser'],
    ['rcss-log stats match.rcg', 'prints the statistics of a match'],
    ['rcss-log commands match.rcl', 'prints the commands of all clients'],
    ['rcss-log convert -v 6 -o out.rcg in.rcg.gz', 'writes the log as version 6'],
    ['rcss-log cut --help', 'prints the options of one verb'],
  ],
  exitCodes: {
    [EXIT.ok]: 'success',
    [EXIT.failed]: 'a log cannot be read or written, or the answer of validate or diff is no',
    [EXIT.usage]: 'wrong command line; errors of diff',
  },
};

/**
 * Builds the program on the streams `io`.
 *
 * @param names Names of its verbs; default: all.
 */
export async function createLogCommand(io: Io, names: Iterable<string> = VERBS.keys()): Promise<Command> {
  // Verbs have options with the names of program options, for example `convert --version`.
  const program = createProgram(DESCRIPTION).enablePositionalOptions();
  for (const add of await Promise.all(Array.from(names, (name) => VERBS.get(name)!()))) add(program, io);
  return program;
}

/** Returns the names of the verbs that a command line needs: all of them for the help and for suggestions. */
function selectVerbs([first = '']: readonly string[]): readonly string[] {
  if (VERBS.has(first)) return [first];
  return first === '--version' || first === '-V' ? [] : [...VERBS.keys()];
}

/** Runs the program on the streams `io` and returns its exit code. */
export async function runLogCommand(
  argv: readonly string[],
  io: Io,
  name: string = DESCRIPTION.name,
): Promise<number> {
  return runOn(io, name, argv, async (printable) =>
    (await createLogCommand(printable, selectVerbs(argv))).name(name),
  );
}

/** Runs a command on the streams `io`; control characters of file names are escaped. */
async function runOn(
  io: Io,
  name: string,
  argv: readonly string[],
  create: (io: Io) => Promise<Command>,
): Promise<number> {
  try {
    const output = {
      out: (text: string) => void io.out(text).catch(() => {}),
      err: (text: string) => io.err(text),
    };
    return await runProgram(await create(createPrintableIo(io, name)), argv, output);
  } catch (error) {
    // The reader of the output has closed it, for example `head`. This is not an error.
    if (error instanceof OutputClosedError) return EXIT.ok;
    throw error;
  }
}

/** The program `rcss-log`. */
export const program: CommandLineProgram = {
  name: DESCRIPTION.name,
  createCommand: () => createLogCommand(getProcessIo()),
  run: (argv, name) => runLogCommand(argv, getProcessIo(), name),
};

/** Creates the verb `web` as a program of its own with another name. */
async function createWebCommand(io: Io, name: string): Promise<Command> {
  const verb = (await createLogCommand(io, ['web'])).commands.find((command) => command.name() === 'web')!;
  // Without its parent, the help and errors have the name of the program only.
  verb.parent = null;
  return verb.name(name);
}

/** The program `rcss replay`: shows game logs in the browser. */
export const replay: CommandLineProgram = {
  name: 'rcss replay',
  createCommand: () => createWebCommand(getProcessIo(), replay.name),
  run: (argv, name = replay.name) => runOn(getProcessIo(), name, argv, (io) => createWebCommand(io, name)),
};

const PREDICT: ProgramDescription = {
  name: 'rcss predict',
  description: 'Data sets, baselines and evaluation for the Trajectory Prediction Challenge of the league.',
  version: manifest.version,
  examples: [
    ['rcss predict data -o scenes matches/*.rcg.gz', 'writes scenes before goals'],
    ['rcss predict baseline -o guess scenes/input', 'predicts them with constant velocity'],
    ['rcss predict evaluate -t scenes/truth guess', 'prints the errors'],
  ],
  exitCodes: {
    [EXIT.ok]: 'success',
    [EXIT.failed]: 'a file cannot be read or written, or a table is wrong',
    [EXIT.usage]: 'wrong command line',
  },
};

/** Builds the program `rcss predict` on the streams `io`. */
async function createPredictCommand(io: Io): Promise<Command> {
  const command = createProgram(PREDICT);
  (await import('./commands/predict.js')).addPredict(command, io);
  return command;
}

/** Runs `rcss predict` on the streams `io` and returns its exit code. */
export async function runPredictCommand(
  argv: readonly string[],
  io: Io,
  name: string = PREDICT.name,
): Promise<number> {
  return runOn(io, name, argv, async (printable) => (await createPredictCommand(printable)).name(name));
}

/** The program `rcss predict`. */
export const predict: CommandLineProgram = {
  name: PREDICT.name,
  createCommand: () => createPredictCommand(getProcessIo()),
  run: (argv, name) => runPredictCommand(argv, getProcessIo(), name),
};
