import { Option } from 'commander';
import { fileBytes, openOutput } from '../io.js';
import type { Registry } from '../program.js';
import { readResults } from '../tools/league.js';
import { htmlTables, standingRows, wikiTables } from '../tools/league-tables.js';

interface Options {
  readonly output: string;
  readonly group: string;
  readonly logDir: string;
  readonly type: 'pukiwiki' | 'html' | 'json';
}

/** `table`: league tables from the lines of `result` (rclmtableprinter). */
export function registerTable({ program, io, run }: Registry): void {
  program
    .command('table')
    .description('standing, cross table and list of matches from the lines of "result" (rclmtableprinter)')
    .argument('[results]', 'file with the results', '-')
    .option('-o, --output <file>', 'write to a file instead of the standard output', '-')
    .option('-g, --group <name>', 'title', 'Group')
    .option('-d, --log-dir <path>', 'where the logs are that the web page links', '')
    .addOption(
      new Option('-t, --type <type>', 'form').choices(['pukiwiki', 'html', 'json']).default('pukiwiki'),
    )
    .action(
      run(async (file: string, options: Options) => {
        const pieces: Uint8Array[] = [];
        for await (const piece of fileBytes(io, file)) pieces.push(piece);
        const { matches, problems } = readResults(Buffer.concat(pieces).toString('latin1'));
        for (const problem of problems) io.err(`${problem}\n`);
        const output = await openOutput(io, options.output, [file]);
        if (options.type === 'html') await output.write(htmlTables(matches, options.group, options.logDir));
        else if (options.type === 'pukiwiki') await output.write(wikiTables(matches));
        else
          await output.write(
            `${JSON.stringify({ group: options.group, standing: standingRows(matches), matches }, null, 1)}\n`,
          );
        await output.close();
        return undefined;
      }),
    );
}
