import { readRecords, versionName } from '../input.js';
import { ToolError } from '../io.js';
import type { Registry } from '../program.js';

interface Options {
  readonly json?: boolean;
}

/** `version`: the format of each log (rcgversion). */
export function registerVersion({ program, io, run }: Registry): void {
  program
    .command('version')
    .description('the format of each log: 1 to 6 or json (rcgversion)')
    .argument('<logs...>', 'game logs')
    .option('--json', 'as JSON')
    .action(
      run(async (logs: string[], options: Options) => {
        const rows: { file: string; version: string | null; error?: string }[] = [];
        for (const file of logs) {
          try {
            let version: string | null = null;
            for await (const record of readRecords(io, file, { raw: true })) {
              if (record.type === 'header') version = versionName(record.version);
              break;
            }
            rows.push({ file, version });
          } catch (error) {
            if (!(error instanceof ToolError)) throw error;
            rows.push({ file, version: null, error: error.message });
          }
          const row = rows.at(-1)!;
          if (options.json === true) continue;
          if (row.version === null) io.err(`rcss-log: ${row.error ?? `${file}: not a game log`}\n`);
          else await io.out(`file=${file}, version=${row.version}\n`);
        }
        if (options.json === true) await io.out(`${JSON.stringify(rows, null, 1)}\n`);
        return rows.some((row) => row.version === null) ? 1 : 0;
      }),
    );
}
