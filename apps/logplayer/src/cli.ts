import {
  type CommandLineProgram,
  createProgram,
  EXIT,
  type ProgramDescription,
  runProgram,
} from '@rcss/command-line';
import type { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addConvert } from './commands/convert.js';
import { addCsv } from './commands/csv.js';
import { addCut } from './commands/cut.js';
import { addDiff } from './commands/diff.js';
import { addIndex } from './commands/index-log.js';
import { addJson } from './commands/json.js';
import { addPlay } from './commands/play.js';
import { addRenameTeams } from './commands/rename-teams.js';
import { addResult } from './commands/result.js';
import { addReverse } from './commands/reverse.js';
import { addSchedule } from './commands/schedule.js';
import { addSplit } from './commands/split.js';
import { addStats } from './commands/stats.js';
import { addTable } from './commands/table.js';
import { addText } from './commands/text.js';
import { addValidate } from './commands/validate.js';
import { addVersion } from './commands/version.js';
import { addWeb } from './commands/web.js';
import { addXml } from './commands/xml.js';
import { getProcessIo, type Io, OutputClosedError } from './io.js';
import { createPrintableIo } from './printable-io.js';

export type { Io } from './io.js';

const VERBS: readonly ((program: Command, io: Io) => void)[] = [
  addPlay,
  addWeb,
  addStats,
  addCut,
  addConvert,
  addText,
  addCsv,
  addJson,
  addXml,
  addVersion,
  addResult,
  addRenameTeams,
  addReverse,
  addSplit,
  addValidate,
  addDiff,
  addIndex,
  addSchedule,
  addTable,
];

const DESCRIPTION: ProgramDescription = {
  name: 'rcss-log',
  description: 'Plays, serves, inspects, converts and analyzes game logs of all versions, compressed or not.',
  version: manifest.version,
  examples: [
    ['rcss-log play match.rcg', 'serves the log to monitors on UDP port 6000'],
    ['rcss-log web match.rcg.gz', 'shows the log in the browser'],
    ['rcss-log stats match.rcg', 'prints the statistics of a match'],
    ['rcss-log convert -v 6 -o out.rcg in.rcg.gz', 'writes the log as version 6'],
    ['rcss-log cut --help', 'prints the options of one verb'],
  ],
  exitCodes: {
    [EXIT.ok]: 'success',
    [EXIT.failed]: 'a log cannot be read or written, or the answer of validate or diff is no',
    [EXIT.usage]: 'wrong command line; errors of diff',
  },
};

/** Builds the program with all verbs, on the streams `io`. */
export function createCommand(io: Io): Command {
  // Verbs have options with the names of program options, for example `convert --version`.
  const program = createProgram(DESCRIPTION).enablePositionalOptions();
  for (const add of VERBS) add(program, io);
  return program;
}

/** Runs the program on the streams `io` and returns its exit code. */
export async function run(argv: readonly string[], io: Io, name = DESCRIPTION.name): Promise<number> {
  try {
    const output = {
      out: (text: string) => void io.out(text).catch(() => {}),
      err: (text: string) => io.err(text),
    };
    return await runProgram(createCommand(createPrintableIo(io)).name(name), argv, output);
  } catch (error) {
    // The reader of the output has closed it, for example `head`. This is not an error.
    if (error instanceof OutputClosedError) return EXIT.ok;
    throw error;
  }
}

/** The program `rcss-log`. */
export const program: CommandLineProgram = {
  name: DESCRIPTION.name,
  summary: 'play, convert, cut, check and analyze game logs',
  createCommand: () => createCommand(getProcessIo()),
  run: (argv, name) => run(argv, getProcessIo(), name),
};
