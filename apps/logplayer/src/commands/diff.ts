import { CommandLineError, describeVerb, EXIT, formatJson } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import type { Io } from '@rcss/log-service/streams';
import { diffLogs, type LogDifference } from '@rcss/logs/check';
import type { Command } from 'commander';
import { createNamesParser, parseAmount, RECORD_TYPES } from './options.js';

interface Options {
  readonly json: boolean;
  readonly shows: boolean;
  readonly tolerance?: number;
  readonly ignore?: ReadonlySet<string>;
}

function formatValue(value: unknown): string {
  return value === undefined || value === null ? 'nothing' : formatJson(value);
}

function differenceLines(d: LogDifference, a: string, b: string): string[] {
  const time = d.time === null ? '' : `, time ${d.time}`;
  return [
    `${d.type} ${d.at}${time}${d.path === '' ? '' : `: ${d.path}`}`,
    `${a}${d.offsetA === null ? '' : ` (offset ${d.offsetA})`}: ${formatValue(d.a)}`,
    `${b}${d.offsetB === null ? '' : ` (offset ${d.offsetB})`}: ${formatValue(d.b)}`,
  ];
}

async function findDifference(io: Io, a: string, b: string, options: Options): Promise<LogDifference | null> {
  try {
    return await diffLogs(readRecords(io, a), readRecords(io, b), {
      ...(options.tolerance !== undefined && { tolerance: options.tolerance }),
      showsOnly: options.shows,
      ignore: options.ignore ?? new Set(),
    });
  } catch (error) {
    // Exit code 1 means a difference: errors have another one.
    if (error instanceof CommandLineError) throw new CommandLineError(error.message, EXIT.usage);
    throw error;
  }
}

/** Adds `diff`: finds the first difference between two logs. */
export function addDiff(program: Command, io: Io): void {
  const verb = program
    .command('diff')
    .description('print the first difference between two logs')
    .argument('<a>', 'game log')
    .argument(
      '<b>',
      'game log; if its version differs, shows are compared as far as both versions store them',
    )
    .option('--json', 'as JSON; null if the logs are equal', false)
    .option('--shows', 'compare shows only', false)
    .option('--tolerance <x>', 'largest difference of two numbers that count as equal', parseAmount)
    .option(
      '--ignore <types>',
      'record types to leave out, with commas: msg,timestamp,server_param',
      createNamesParser(RECORD_TYPES),
    )
    .action(async (a: string, b: string, options: Options) => {
      const found = await findDifference(io, a, b, options);
      if (options.json) await io.out(`${formatJson(found)}\n`);
      else if (found !== null) await io.out(`${differenceLines(found, a, b).join('\n')}\n`);
      if (found !== null) throw new CommandLineError('', EXIT.failed);
    });
  describeVerb(verb, [['--shows a.rcg b.rcg', 'compares the shows of two logs']], {
    [EXIT.ok]: 'the logs are equal',
    [EXIT.failed]: 'the logs differ',
    [EXIT.usage]: 'wrong command line, or a log cannot be read',
  });
}
