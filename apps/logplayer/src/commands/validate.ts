import { readRecords } from '../input.js';
import { ToolError } from '../io.js';
import type { Registry } from '../program.js';
import { createValidator, type Problem, repaired, type Validation } from '../tools/validate.js';
import { writeRecords } from '../tools/write-log.js';

interface Options {
  readonly json?: boolean;
  readonly repair?: string;
  readonly fileOnly?: boolean;
}

function lines(file: string, problems: readonly Problem[]): string[] {
  return problems.map(({ offset, message }) =>
    offset === undefined ? `${file}: ${message}` : `${file}: offset ${offset}: ${message}`,
  );
}

/** `validate`: is the log whole and the match complete (rcgvalidator); can repair logs. */
export function registerValidate({ program, io, run }: Registry): void {
  program
    .command('validate')
    .description(
      'exit code 0 if logs are whole and their matches complete, else 1 and what is wrong (rcgvalidator)',
    )
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON')
    .option('--file-only', 'only the file, not whether the match was played to its end by all players')
    .option('--repair <output>', 'write the log anew: damaged places left out, its end put right')
    .action(
      run(async (logs: string[], options: Options) => {
        if (options.repair !== undefined) {
          if (logs.length !== 1) throw new ToolError('--repair takes one log');
          const done = { damages: 0, tail: false };
          const records = repaired(readRecords(io, logs[0]!, { reuseFrames: true, raw: true }), done);
          const shows = await writeRecords(io, options.repair, logs, records, null);
          const report = { file: logs[0], output: options.repair, shows, ...done };
          if (options.json === true) await io.out(`${JSON.stringify(report)}\n`);
          else {
            const tail = done.tail ? ', end added' : '';
            io.err(`${options.repair}: ${shows} shows, ${done.damages} damaged places left out${tail}\n`);
          }
          return 0;
        }
        const rows: ({ file: string; valid: boolean } & Partial<Validation> & { error?: string })[] = [];
        for (const file of logs) {
          const validator = createValidator();
          try {
            for await (const record of readRecords(io, file, { reuseFrames: true, raw: true }))
              validator.record(record);
          } catch (error) {
            if (!(error instanceof ToolError)) throw error;
            io.err(`rcss-log: ${error.message}\n`);
            rows.push({ file, valid: false, error: error.message });
            continue;
          }
          const validation = validator.validation();
          const { fileProblems } = validation;
          const matchProblems = options.fileOnly === true ? [] : validation.matchProblems;
          rows.push({
            file,
            valid: fileProblems.length + matchProblems.length === 0,
            ...validation,
            matchProblems,
          });
          if (options.json === true) continue;
          for (const line of [...lines(file, fileProblems), ...lines(file, matchProblems)])
            io.err(`${line}\n`);
        }
        if (options.json === true) await io.out(`${JSON.stringify(rows, null, 1)}\n`);
        return rows.every((row) => row.valid) ? 0 : 1;
      }),
    );
}
