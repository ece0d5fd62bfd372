import { Option } from 'commander';
import { readRecords } from '../input.js';
import { openOutput } from '../io.js';
import type { Registry } from '../program.js';
import { tableRows } from '../tools/tracking.js';

interface Options {
  readonly stdout?: 'tracking' | 'player-types';
  readonly base?: string;
}

/** Path without `.gz` and `.rcg`. */
export function baseName(log: string): string {
  return log.replace(/\.gz$/, '').replace(/\.rcg$/, '');
}

/** `csv`: tracking table and player types (rcg2csv). */
export function registerCsv({ program, io, run }: Registry): void {
  program
    .command('csv')
    .description(
      'tables of all positions (BASE.tracking.csv) and of the player types (BASE.player_types.csv) (rcg2csv)',
    )
    .argument('<log>', 'game log, - for the standard input')
    .option(
      '-b, --base <path>',
      'beginning of the names of both files; the log without .rcg and .gz by default',
    )
    .addOption(
      new Option('--stdout <table>', 'write one of the tables to the standard output instead').choices([
        'tracking',
        'player-types',
      ]),
    )
    .action(
      run(async (log: string, options: Options) => {
        const rows = tableRows(readRecords(io, log, { reuseFrames: true }));
        if (options.stdout !== undefined || log === '-') {
          const wanted = options.stdout === 'player-types' ? 'playerTypes' : 'tracking';
          for await (const { table, text } of rows) if (table === wanted) await io.out(`${text}\n`);
          return undefined;
        }
        const base = options.base ?? baseName(log);
        const names = { tracking: `${base}.tracking.csv`, playerTypes: `${base}.player_types.csv` };
        const tracking = await openOutput(io, names.tracking, [log]);
        const playerTypes = await openOutput(io, names.playerTypes, [log]);
        for await (const { table, text } of rows) {
          await (table === 'tracking' ? tracking : playerTypes).write(`${text}\n`);
        }
        await tracking.close();
        await playerTypes.close();
        io.err(`in: ${log}\ntracking: ${names.tracking}\nplayer_types: ${names.playerTypes}\n`);
        return undefined;
      }),
    );
}
