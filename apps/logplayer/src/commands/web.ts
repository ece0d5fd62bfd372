import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { describeVerb, parsePort, waitForSignal } from '@rcss/command-line';
import { PAGE_PATHS, pageHtml } from '@rcss/viewer/page';
import type { Command } from 'commander';
import { openLogOf } from '../input.js';
import { fileError, type Io } from '../io.js';
import { pageScript } from '../web/assets.js';
import { createSite, fileRoute, linkTo, listenHttp, type Route, viewerRoutes } from '../web/http.js';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly play: boolean;
  readonly loop: boolean;
  readonly save?: string;
}

/** The page as one file that needs no server: logs are dropped into it. */
export function standalonePage(script: string): string {
  const tag = `<script type="module" src="${PAGE_PATHS.script}"></script>`;
  const inline = `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`;
  return (
    pageHtml({}, 'Log viewer')
      .replace(`<link rel="icon" href="${PAGE_PATHS.icon}" type="image/svg+xml">\n`, '')
      .replace(`${tag}\n`, '')
      // A function, because `replace` gives `$` in a text a meaning.
      .replace('</body>', () => `${inline}\n</body>`)
  );
}

/** The routes of the viewer with some logs: `/` shows the first one, `/N` the others. */
export function webRoutes(
  logs: readonly string[],
  script: string,
  options: { readonly autoPlay: boolean; readonly loop: boolean },
): Map<string, Route> {
  const routes = new Map<string, Route>(viewerRoutes(script));
  const page = (i: number): Route => {
    const name = logs[i];
    const config = name === undefined ? {} : { log: `/log/${i}`, title: basename(name), ...options };
    return {
      type: 'text/html; charset=utf-8',
      body: pageHtml(config, name === undefined ? 'Log viewer' : basename(name)),
    };
  };
  routes.set('/', page(0));
  for (const [i, name] of logs.entries()) {
    routes.set(`/${i}`, page(i));
    routes.set(`/log/${i}`, fileRoute(name));
  }
  return routes;
}

async function serve(io: Io, logs: readonly string[], { host, port, play, loop }: Options): Promise<void> {
  // A log that cannot be read is reported here, not in the page.
  for (const log of logs) await openLogOf(io, log);
  const script = await pageScript('viewer.js');
  const server = createSite(webRoutes(logs, script, { autoPlay: play, loop }), host);
  const link = linkTo(host, await listenHttp(server, port, host));
  const stopped = waitForSignal();
  if (logs.length < 2) await io.out(`${logs[0] ?? 'drop a log into the page'}: ${link}\n`);
  else for (const [i, log] of logs.entries()) await io.out(`${log}: ${link}${i}\n`);
  await stopped;
  server.close();
  server.closeAllConnections();
}

async function save(io: Io, file: string): Promise<void> {
  const page = standalonePage(await pageScript('viewer.js'));
  await writeFile(file, page).catch((error: unknown) => {
    throw fileError(file, error);
  });
  io.err(`${file}: open it in a browser and drop a log into it\n`);
}

/** `web`: the viewer on logs. */
export function addWeb(program: Command, io: Io): void {
  const verb = program
    .command('web')
    .description('show logs in the browser; other logs can be dropped into the page')
    .argument('[logs...]', 'game logs')
    .option('-p, --port <n>', 'port of the page; 0 takes a free one', parsePort, 8090)
    .option('--host <address>', 'address of the page; 0.0.0.0 serves the network', '127.0.0.1')
    .option('--play', 'start to play at once', false)
    .option('--loop', 'continue at the other end', false)
    .option('--save <file>', 'write the page as one file that works without a server, and exit')
    .action((logs: string[], options: Options) =>
      options.save === undefined ? serve(io, logs, options) : save(io, options.save),
    );
  describeVerb(verb, [
    ['match.rcg.gz', 'prints the address of a page with the log'],
    ['--save viewer.html', 'writes a page into which logs can be dropped'],
  ]);
}
