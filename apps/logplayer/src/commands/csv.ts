import { describeVerb } from '@rcss/kit/command-line';
import { readRecordPieces } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import { createTableWriter, type TableLines } from '@rcss/logs/text';
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

/** Writes the lines of both tables of a log in pieces with `write`. */
async function writeLines(
  io: Io,
  log: string,
  write: (lines: TableLines) => Promise<void> | undefined,
): Promise<void> {
  const lines: TableLines[] = [];
  const writer = createTableWriter((piece) => lines.push(piece));
  const writeAll = async (): Promise<void> => {
    for (const piece of lines.splice(0)) await write(piece);
  };
  for await (const records of readRecordPieces(io, log, { reuseFrames: true })) {
    for (const record of records) writer.add(record);
    await writeAll();
  }
  writer.finish();
  await writeAll();
}

async function printTable(io: Io, log: string, selected: 'tracking' | 'playerTypes'): Promise<void> {
  await writeLines(io, log, ({ table, text }) => (table === selected ? io.out(text) : undefined));
}

async function writeTables(io: Io, log: string, base: string): Promise<void> {
  const names = { tracking: `${base}.tracking.csv`, playerTypes: `${base}.player_types.csv` };
  await writeOutput(io, names.tracking, [log], (tracking) =>
    writeOutput(io, names.playerTypes, [log], (playerTypes) =>
      writeLines(io, log, ({ table, text }) => (table === 'tracking' ? tracking : playerTypes).write(text)),
    ),
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
