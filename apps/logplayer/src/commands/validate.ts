import { CommandLineError, describeVerb, EXIT, formatJson } from '@rcss/kit/command-line';
import { readRecords, writeRecords } from '@rcss/log-service/files';
import { type Io, reportError } from '@rcss/log-service/streams';
import { type LogProblem, type LogValidation, LogValidator } from '@rcss/logs/check';
import { repairRecords } from '@rcss/logs/edit';
import type { Command } from 'commander';

interface Options {
  readonly json: boolean;
  readonly repair?: string;
  readonly fileOnly: boolean;
}

type Row = {
  readonly file: string;
  readonly valid: boolean;
  readonly error?: string;
} & Partial<LogValidation>;

function lines(file: string, problems: readonly LogProblem[] = []): string[] {
  return problems.map(({ offset, message }) =>
    offset === undefined ? `${file}: ${message}` : `${file}: offset ${offset}: ${message}`,
  );
}

async function validateLog(io: Io, file: string, fileOnly: boolean): Promise<Row> {
  const validator = new LogValidator();
  try {
    for await (const record of readRecords(io, file, { reuseFrames: true, raw: true })) {
      validator.add(record);
    }
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    reportError(io, error.message);
    return { file, valid: false, error: error.message };
  }
  const validation = validator.validation();
  const matchProblems = fileOnly ? [] : validation.matchProblems;
  const valid = validation.fileProblems.length + matchProblems.length === 0;
  return { file, valid, ...validation, matchProblems };
}

async function validateLogs(io: Io, logs: readonly string[], { json, fileOnly }: Options): Promise<void> {
  const rows: Row[] = [];
  for (const file of logs) {
    const row = await validateLog(io, file, fileOnly);
    rows.push(row);
    if (json) continue;
    for (const line of [...lines(file, row.fileProblems), ...lines(file, row.matchProblems)])
      io.err(`${line}\n`);
  }
  if (json) await io.out(`${formatJson(rows, null, 1)}\n`);
  if (!rows.every((row) => row.valid)) throw new CommandLineError('', EXIT.failed);
}

async function repairLog(io: Io, logs: readonly string[], output: string, json: boolean): Promise<void> {
  const [file] = logs;
  if (file === undefined || logs.length !== 1) {
    throw new CommandLineError(`--repair takes one log, not ${logs.length}`, EXIT.usage);
  }
  const done = { damages: 0, tail: false };
  const records = repairRecords(readRecords(io, file, { reuseFrames: true, raw: true }), done);
  const shows = await writeRecords(io, output, logs, records, null);
  if (json) await io.out(`${formatJson({ file, output, shows, ...done })}\n`);
  else {
    const tail = done.tail ? ', end added' : '';
    io.err(`${output}: ${shows} shows, ${done.damages} damaged places left out${tail}\n`);
  }
}

/** Adds `validate`: checks that logs are undamaged and their matches complete (rcgvalidator), and repairs logs. */
export function addValidate(program: Command, io: Io): void {
  const verb = program
    .command('validate')
    .description('check that logs are undamaged and their matches complete (rcgvalidator)')
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON', false)
    .option('--file-only', 'check the file only, not whether all players played the match to its end', false)
    .option('--repair <output>', 'write a copy of the log without damaged places and with its end')
    .action((logs: string[], options: Options) =>
      options.repair === undefined
        ? validateLogs(io, logs, options)
        : repairLog(io, logs, options.repair, options.json),
    );
  const examples = [
    ['matches/*.rcg.gz', 'prints the problems of each log'],
    ['--repair whole.rcg broken.rcg', 'writes a log that can be read to its end'],
  ] as const;
  describeVerb(verb, examples, {
    [EXIT.ok]: 'all logs are undamaged and their matches complete',
    [EXIT.failed]: 'a log is damaged, or a match is incomplete',
    [EXIT.usage]: 'wrong command line',
  });
}
