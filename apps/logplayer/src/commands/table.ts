import { describeVerb } from '@rcss/command-line';
import { type LeagueMatch, parseResults } from '@rcss/tournament';
import { type Command, Option } from 'commander';
import { type Io, openOutput, readText } from '../io.js';
import { htmlTables, standingRows, wikiTables } from '../tools/league-tables.js';
import { textOutputOption } from './options.js';

interface Options {
  readonly output: string;
  readonly group: string;
  readonly logDir: string;
  readonly type: 'pukiwiki' | 'html' | 'json';
}

function tableText(matches: readonly LeagueMatch[], { type, group, logDir }: Options): string {
  if (type === 'html') return htmlTables(matches, group, logDir);
  if (type === 'pukiwiki') return wikiTables(matches);
  return `${JSON.stringify({ group, standing: standingRows(matches), matches }, null, 1)}\n`;
}

/** `table`: league tables from the lines of `result` (rclmtableprinter). */
export function addTable(program: Command, io: Io): void {
  const verb = program
    .command('table')
    .description('print standing, cross table and matches from the lines of "result" (rclmtableprinter)')
    .argument('[results]', 'file with the results; - reads the standard input', '-')
    .addOption(textOutputOption())
    .option('-g, --group <name>', 'title', 'Group')
    .option('-d, --log-dir <path>', 'folder of the logs that the web page links to', '')
    .addOption(
      new Option('-t, --type <type>', 'form').choices(['pukiwiki', 'html', 'json']).default('pukiwiki'),
    )
    .action(async (file: string, options: Options) => {
      const { matches, problems } = parseResults(await readText(io, file));
      for (const problem of problems) io.err(`${problem}\n`);
      const output = await openOutput(io, options.output, [file]);
      await output.write(tableText(matches, options));
      await output.close();
    });
  describeVerb(verb, [['--type html --group A -o table.html results.txt', 'writes a web page']]);
}
