import { readRecords } from '../input.js';
import { ToolError } from '../io.js';
import type { Registry } from '../program.js';
import { type Difference, diffLogs } from '../tools/diff.js';

interface Options {
  readonly json?: boolean;
  readonly shows?: boolean;
  readonly tolerance?: string;
  readonly ignore?: string;
}

function shown(value: unknown): string {
  return value === undefined || value === null ? 'nothing' : JSON.stringify(value);
}

/** The difference for people. */
export function differenceLines(d: Difference, a: string, b: string): string[] {
  const time = d.time === null ? '' : `, time ${d.time}`;
  return [
    `${d.type} ${d.at}${time}${d.path === '' ? '' : `: ${d.path}`}`,
    `${a}${d.offsetA === null ? '' : ` (offset ${d.offsetA})`}: ${shown(d.a)}`,
    `${b}${d.offsetB === null ? '' : ` (offset ${d.offsetB})`}: ${shown(d.b)}`,
  ];
}

/** `diff`: the first difference between two logs. */
export function registerDiff({ program, io, run }: Registry): void {
  program
    .command('diff')
    .description(
      'the first difference between two logs; exit code 0 if there is none, 1 if there is one, 2 for errors',
    )
    .argument('<a>', 'game log')
    .argument('<b>', 'game log; of another version: shows are compared as far as both versions tell')
    .option('--json', 'as JSON; null when there is no difference')
    .option('--shows', 'compare shows only')
    .option('--tolerance <x>', 'numbers may differ by so much')
    .option('--ignore <types>', 'record types to pass over, with commas: msg,timestamp,server_param...')
    .action(
      run(async (a: string, b: string, options: Options) => {
        const tolerance = options.tolerance === undefined ? undefined : Number(options.tolerance);
        if (Number.isNaN(tolerance)) throw new ToolError(`--tolerance: ${options.tolerance} is no number`, 2);
        let found: Difference | null;
        try {
          found = await diffLogs(readRecords(io, a), readRecords(io, b), {
            ...(tolerance !== undefined && { tolerance }),
            showsOnly: options.shows === true,
            ignore: new Set(options.ignore?.split(',') ?? []),
          });
        } catch (error) {
          if (error instanceof ToolError) throw new ToolError(error.message, 2);
          throw error;
        }
        if (options.json === true) await io.out(`${JSON.stringify(found)}\n`);
        else if (found !== null) await io.out(`${differenceLines(found, a, b).join('\n')}\n`);
        return found === null ? 0 : 1;
      }),
    );
}
