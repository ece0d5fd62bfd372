import { CommandLineError, describeVerb, EXIT } from '@rcss/kit/command-line';
import { findLogs } from '@rcss/log-service/files';
import { publishLogs } from '@rcss/log-service/publish';
import { type Io, reportError } from '@rcss/log-service/streams';
import { readViewerScripts } from '@rcss/log-service/web';
import type { Command } from 'commander';

interface Options {
  readonly output: string;
  readonly title: string;
  readonly url: string;
}

/** Reads the address at which the folder will be. */
function parseUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new CommandLineError(`--url: '${text}' is not an address; give https://HOST/FOLDER/`, EXIT.usage);
  return text;
}

async function publish(io: Io, given: readonly string[], { output, title, url }: Options): Promise<void> {
  const logs = (await Promise.all(given.map(findLogs))).flat();
  const { matches, written, failed } = await publishLogs(logs, {
    folder: output,
    title,
    url,
    scripts: await readViewerScripts(),
    report: (line) => io.err(`${line}\n`),
  });
  for (const line of failed) reportError(io, line);
  if (url === '')
    io.err('without --url, previews of links have no picture in programs that need its whole address\n');
  await io.out(`${output}/index.html: ${matches} matches, ${written} of them written now\n`);
  if (failed.length > 0) throw new CommandLineError(`${failed.length} logs could not be published`);
}

/** Adds `publish`: writes static pages of matches. */
export function addPublish(program: Command, io: Io): void {
  const verb = program
    .command('publish')
    .description('write a folder of static files with a page for each match, for any web server or bucket')
    .argument('<logs...>', 'game logs, and folders with game logs')
    .requiredOption('-o, --output <folder>', 'folder that is written; matches of earlier calls stay')
    .option('--title <text>', 'title of the index of matches', 'Matches')
    .option('--url <address>', 'address at which the folder will be, for the previews of links', parseUrl, '')
    .action((logs: string[], options: Options) => publish(io, logs, options));
  describeVerb(verb, [
    ['season/ -o public', 'writes public/index.html and a page with the viewer for each match'],
    ['season/ -o public --url https://example.org/cup/', 'links have previews with the picture of the match'],
    [
      'run/logs -o public --title "Spring cup"',
      'adds the matches of a league that were played since the last call',
    ],
  ]);
}
