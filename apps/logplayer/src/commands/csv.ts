import { describeVerb } from '@rcss/kit/command-line';
import { readRecords } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import { createTableLines } from '@rcss/logs/text';
import { type Command, Option } from 'commander';
import { LOG_ARGUMENT } from './options.js';

interface Options {
  readonly stdout?: 'tracking' | 'player-types';
  readonly base?: string;
}

/** Returns a path without `.gz` and `.rcg`. */
function removeSuffixes(log: string): string {
  return log.replace(/\.gz$/, '').replace(/\.rcg$/, '');
}

async function printTable(io: Io, log: string, selected: 'tracking' | 'playerTypes'): Promise<void> {
  for await (const { table, text } of createTableLines(readRecords(io, log, { reuseFrames: true }))) {
    if (table === selected) await io.out(text);
  }
}

async function writeTables(io: Io, log: string, base: string): Promise<void> {
  const names = { tracking: `${base}.tracking.csv`, playerTypes: `${base}.player_types.csv` };
  await writeOutput(io, names.tracking, [log], (tracking) =>
    writeOutput(io, names.playerTypes, [log], async (playerTypes) => {
      for await (const { table, text } of createTableLines(readRecords(io, log, { reuseFrames: true }))) {
        await (table === 'tracking' ? tracking : playerTypes).write(text);
      }
    }),
  );
  io.err(`in: ${log}\ntracking: ${names.tracking}\nplayer_types: ${names.playerTypes}\n`);
}

/** Adds `csv`: writes tracking table and player types (rcg2csv). */
export function addCsv(program: Command, io: Io): void {
  const verb = program
    .command('csv')
    .description(
      'write all positions (BASE.tracking.csv) and the player types (BASE.player_types.csv) as tables (rcg2csv)',
    )
    .argument('<log>', LOG_ARGUMENT)
    .option('-b, --base <path>', 'beginning of both file names (default: the log without .rcg and .gz)')
    .addOption(
      new Option('--stdout <table>', 'write one of the tables to the standard output instead').choices([
        'tracking',
        'player-types',
      ]),
    )
    .action(async (log: string, { stdout, base }: Options) => {
      if (stdout === undefined && log !== '-') await writeTables(io, log, base ?? removeSuffixes(log));
      else await printTable(io, log, stdout === 'player-types' ? 'playerTypes' : 'tracking');
    });
  describeVerb(verb, [
    ['match.rcg.gz', 'writes match.tracking.csv and match.player_types.csv'],
    ['--stdout tracking match.rcg', 'prints the positions'],
  ]);
}
