import { describeVerb, formatJson } from '@rcss/kit/command-line';
import { type Io, readText, reportProblems, writeOutput } from '@rcss/log-service/streams';
import { type LeagueMatch, parseResults } from '@rcss/tournament';
import { createStandingRows, formatHtmlTables, formatWikiTables } from '@rcss/tournament/reports';
import { type Command, Option } from 'commander';
import { createTextOutputOption } from './options.js';

interface Options {
  readonly output: string;
  readonly group: string;
  readonly logDir: string;
  readonly type: 'pukiwiki' | 'html' | 'json';
}

function tableText(matches: readonly LeagueMatch[], { type, group, logDir }: Options): string {
  if (type === 'html') return formatHtmlTables(matches, group, logDir);
  if (type === 'pukiwiki') return formatWikiTables(matches);
  return `${formatJson({ group, standing: createStandingRows(matches), matches }, null, 1)}\n`;
}

/** Adds `table`: prints league tables from the lines of `result` (rclmtableprinter). */
export function addTable(program: Command, io: Io): void {
  const verb = program
    .command('table')
    .description('print standings, cross table and matches from the lines of "result" (rclmtableprinter)')
    .argument('[results]', 'file with the results; - reads the standard input', '-')
    .addOption(createTextOutputOption())
    .option('-g, --group <name>', 'title of the group', 'Group')
    .option('-d, --log-dir <path>', 'folder of the logs that the web page links to', '')
    .addOption(
      new Option('-t, --type <type>', 'format').choices(['pukiwiki', 'html', 'json']).default('pukiwiki'),
    )
    .action(async (file: string, options: Options) => {
      const { matches, problems } = parseResults(await readText(io, file));
      reportProblems(io, problems);
      await writeOutput(io, options.output, [file], (output) => output.write(tableText(matches, options)));
    });
  describeVerb(verb, [['--type html --group A -o table.html results.txt', 'writes a web page']]);
}
