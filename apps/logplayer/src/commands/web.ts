import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { PAGE_PATHS, pageHtml } from '@rcss/viewer/page';
import { openLogOf } from '../input.js';
import { fileError, type Io, ToolError } from '../io.js';
import { fileRoute } from '../play/control-server.js';
import type { Registry } from '../program.js';
import { pageScript } from '../web/assets.js';
import { createSite, linkTo, listenHttp, type Route, viewerRoutes } from '../web/http.js';

interface Options {
  readonly port: string;
  readonly host: string;
  readonly play?: boolean;
  readonly loop?: boolean;
  readonly save?: string;
}

/** A port number. */
export function portOf(text: string, name: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new ToolError(`--${name}: ${text} is no port`);
  return port;
}

/** The page as one file that needs no server: logs are dropped into it. */
export function standalonePage(script: string): string {
  const tag = `<script type="module" src="${PAGE_PATHS.script}"></script>`;
  const inline = `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`;
  // As functions: a script may hold what `replace` would take for its own signs.
  return pageHtml({}, 'Log viewer')
    .replace(`<link rel="icon" href="${PAGE_PATHS.icon}" type="image/svg+xml">\n`, '')
    .replace(`${tag}\n`, '')
    .replace('</body>', () => `${inline}\n</body>`);
}

/** Until somebody ends the program. */
async function untilStopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(process, 'SIGHUP')]);
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

async function serve(io: Io, logs: readonly string[], options: Options): Promise<void> {
  // A log that cannot be read is told here, not in the page.
  for (const log of logs) await openLogOf(io, log);
  const script = await pageScript('viewer.js');
  const play = { autoPlay: options.play === true, loop: options.loop === true };
  const server = createSite(webRoutes(logs, script, play), options.host);
  const port = await listenHttp(server, portOf(options.port, 'port'), options.host);
  const link = linkTo(options.host, port);
  if (logs.length < 2) await io.out(`${logs[0] ?? 'drop a log into the page'}: ${link}\n`);
  else for (const [i, log] of logs.entries()) await io.out(`${log}: ${link}${i}\n`);
  await untilStopped();
  server.close();
  server.closeAllConnections();
}

/** `web`: the viewer on logs. */
export function registerWeb({ program, io, run }: Registry): void {
  program
    .command('web')
    .description('the viewer in the browser on logs; other logs can be dropped into the page')
    .argument('[logs...]', 'game logs')
    .option('-p, --port <n>', 'port of the page; 0 takes a free one', '8090')
    .option('--host <address>', 'address of the page; 0.0.0.0 for everybody in the network', '127.0.0.1')
    .option('--play', 'begin to play at once')
    .option('--loop', 'go on at the other end')
    .option('--save <file>', 'write the page as one file that works without a server, and end')
    .action(
      run(async (logs: string[], options: Options) => {
        if (options.save === undefined) {
          await serve(io, logs, options);
          return undefined;
        }
        const page = standalonePage(await pageScript('viewer.js'));
        await writeFile(options.save, page).catch((error: unknown) => {
          throw fileError(options.save!, error);
        });
        io.err(`${options.save}: open it in a browser and drop a log into it\n`);
        return undefined;
      }),
    );
}
