import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CommandLineError,
  createIntegerParser,
  describeVerb,
  EXIT,
  parsePort,
  waitForSignal,
} from '@rcss/kit/command-line';
import { isLoopback } from '@rcss/kit/http-access';
import { findLogs, formatDamage, MAX_REPORTED, openLogInput } from '@rcss/log-service/files';
import { type Io, writeOutput } from '@rcss/log-service/streams';
import {
  createFileRoute,
  createSite,
  createViewerRoutes,
  formatLink,
  listenHttp,
  type Route,
  readViewerScripts,
  type ViewerScripts,
} from '@rcss/log-service/web';
import { PAGE_PATHS, pageHtml } from '@rcss/viewer/page';
import type { Command } from 'commander';
import { LogSearch } from '../search/log-search.js';
import { loadTeamCode } from '../what-if/team-code.js';
import { WhyAnswers } from '../why/why-answers.js';

/** Path of the page's server that finds moments in all logs. */
const SEARCH_PATH = '/search.json';

interface Options {
  readonly port: number;
  readonly host: string;
  readonly play: boolean;
  readonly loop: boolean;
  readonly save?: string;
  readonly debug?: readonly string[];
  readonly leftStart: readonly string[];
  readonly rightStart: readonly string[];
  readonly limit: number;
  readonly sandbox: boolean;
}

/** A log that is part of the page. */
interface IncludedLog {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly autoPlay: boolean;
  readonly loop: boolean;
}

/** Creates the page as one file that works without a server. It shows the log, or the user drops logs into it. */
export function createStandalonePage(scripts: ViewerScripts, log: IncludedLog | null = null): string {
  const tag = `<script type="module" src="${PAGE_PATHS.script}"></script>`;
  const clips = `<script type="text/plain" id="clips">${escapeScript(scripts.clips)}</script>\n`;
  const others = (['spatial', 'words', 'values', 'study'] as const)
    .map(
      (id) => `<script type="text/plain" id="${id}">${gzipSync(scripts[id]).toString('base64')}</script>\n`,
    )
    .join('');
  const inline = `<script type="module">${escapeScript(scripts.page)}</script>`;
  return (
    pageHtml(
      log === null ? {} : { isLogIncluded: true, title: log.name, autoPlay: log.autoPlay, loop: log.loop },
      log?.name ?? 'Log viewer',
    )
      .replace(`<link rel="icon" href="${PAGE_PATHS.icon}" type="image/svg+xml">\n`, '')
      .replace(`${tag}\n`, '')
      // The replacement is a function, because `replace` would interpret `$` in a text.
      .replace(
        '</body>',
        () => `${log === null ? '' : formatIncludedLog(log)}${clips}${others}${inline}\n</body>`,
      )
  );
}

/** Returns a script that can be part of an HTML page. */
function escapeScript(script: string): string {
  return script.replaceAll('</script', '<\\/script');
}

/** The log as a part of the page that the browser does not execute. */
function formatIncludedLog({ bytes }: IncludedLog): string {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const packed = isCompressed ? Buffer.from(bytes) : gzipSync(bytes);
  return `<script type="text/plain" id="log">${packed.toString('base64')}</script>\n`;
}

/** What the pages show besides their logs. */
interface PageOptions {
  readonly autoPlay: boolean;
  readonly loop: boolean;
  /** Debug files of agents, for all logs. */
  readonly debugFiles?: readonly string[];
  /** Finds moments in all logs; without it the pages do not offer that. */
  readonly search?: LogSearch;
  /** Answers about the recordings beside logs; without it the pages ask nothing. */
  readonly why?: WhyAnswers;
}

/** Returns the files beside a log, plain or gzip: `match.debug.jsonl` and `match.debug.jsonl.gz` for `match.rcg` and the ending `debug.jsonl`. */
function findBeside(log: string, ending: string): readonly string[] {
  const stem = log.replace(/\.rcg(?:\.gz)?$/, '');
  return [`${stem}.${ending}`, `${stem}.${ending}.gz`].filter((path) => existsSync(path));
}

/** Creates the routes of the viewer: `/` shows the first log, `/N` log number N (from 0). */
export function createWebRoutes(
  logs: readonly string[],
  scripts: ViewerScripts,
  { debugFiles = [], search, why, ...options }: PageOptions,
): Map<string, Route> {
  const routes = new Map<string, Route>(createViewerRoutes(scripts));
  const all = logs.map((name, i) => ({ path: `/log/${i}`, title: basename(name) }));
  const addDebugFiles = (log: string, i: number) => {
    const files = [...findBeside(log, 'debug.jsonl'), ...debugFiles].map((file, j) => {
      const path = `/debug/${i}/${j}`;
      routes.set(path, createFileRoute(file));
      return { path, title: basename(file) };
    });
    return files.length === 0 ? {} : { debugFiles: files };
  };
  const addAnswers = (log: string, i: number) => {
    const [recording] = findBeside(log, 'rec');
    if (why === undefined || recording === undefined) return {};
    const path = `/why/${i}`;
    routes.set(path, why.createRoute(recording));
    return { why: why.createOffer(path) };
  };
  const page = (i: number): Route => {
    const name = logs[i];
    const config =
      name === undefined
        ? {}
        : {
            log: `/log/${i}`,
            title: basename(name),
            logs: all,
            ...(search && { searchPath: SEARCH_PATH }),
            ...options,
            ...addDebugFiles(name, i),
            ...addAnswers(name, i),
          };
    return {
      type: 'text/html; charset=utf-8',
      body: pageHtml(config, name === undefined ? 'Log viewer' : basename(name)),
    };
  };
  if (search !== undefined) routes.set(SEARCH_PATH, search.createRoute());
  routes.set('/', page(0));
  for (const [i, name] of logs.entries()) {
    routes.set(`/${i}`, page(i));
    routes.set(`/log/${i}`, createFileRoute(name));
  }
  return routes;
}

async function serve(
  io: Io,
  given: readonly string[],
  { host, port, play, loop, debug = [], leftStart, rightStart, limit, sandbox }: Options,
): Promise<void> {
  const logs = (await Promise.all(given.map(findLogs))).flat();
  for (const file of debug)
    if (!existsSync(file)) throw new CommandLineError(`${file}: no such debug file`, EXIT.usage);
  // Reports a log that cannot be read before the server starts.
  for (const log of logs) {
    const { damage } = await openLogInput(io, log);
    for (const place of damage.slice(0, MAX_REPORTED)) io.err(`${formatDamage(log, place)}\n`);
  }
  const scripts = await readViewerScripts();
  const teams = { l: leftStart, r: rightStart };
  if (!isLoopback(host) && leftStart.length + rightStart.length > 0)
    throw new CommandLineError(
      `--host ${host}: teams are started for pages of this machine only, such as on 127.0.0.1`,
      EXIT.usage,
    );
  // Reports a program that is missing before a page asks.
  for (const team of [...leftStart, ...rightStart]) await loadTeamCode(team, false, sandbox);
  const why = isLoopback(host) ? new WhyAnswers(host, teams, { limit, sandbox }) : null;
  const server = createSite(
    createWebRoutes(logs, scripts, {
      autoPlay: play,
      loop,
      debugFiles: debug,
      ...(logs.length > 1 && { search: new LogSearch(logs) }),
      ...(why && { why }),
    }),
    host,
  );
  const link = formatLink(host, await listenHttp(server, port, host));
  const stopped = waitForSignal();
  if (logs.length > 1) await io.out(`all logs side by side: ${link}?wall\n`);
  if (logs.length === 2) await io.out(`both cycle by cycle, with their first difference: ${link}?compare\n`);
  if (logs.length < 2) await io.out(`${logs[0] ?? 'drop a log into the page'}: ${link}\n`);
  else for (const [i, log] of logs.entries()) await io.out(`${log}: ${link}${i}\n`);
  await stopped;
  server.close();
  server.closeAllConnections();
  await why?.close();
}

async function save(io: Io, file: string, logs: readonly string[], { play, loop }: Options): Promise<void> {
  const [name] = logs;
  if (logs.length > 1) {
    throw new CommandLineError(
      `--save writes a page with one log, but ${logs.length} are given (${logs.join(', ')}). Save a page for each`,
      EXIT.usage,
    );
  }
  let log: IncludedLog | null = null;
  await writeOutput(io, file, logs, async (output) => {
    if (name !== undefined) {
      const pieces: Uint8Array[] = [];
      const { damage } = await openLogInput(io, name, (piece) => pieces.push(piece));
      for (const place of damage.slice(0, MAX_REPORTED)) io.err(`${formatDamage(name, place)}\n`);
      log = { name: basename(name), bytes: Buffer.concat(pieces), autoPlay: play, loop };
    }
    await output.write(createStandalonePage(await readViewerScripts(), log));
  });
  io.err(`${file}: open it in a browser${log === null ? ' and drop a log into it' : ''}\n`);
}

/** Adds `web`: shows logs in the browser. */
export function addWeb(program: Command, io: Io): void {
  const verb = program
    .command('web')
    .description('show logs in the browser; other logs can be dropped into the page')
    .argument('[logs...]', 'game logs, and folders with game logs')
    .option('-p, --port <n>', 'port of the page; 0 selects a free port', parsePort, 8090)
    .option('--host <address>', 'address of the page; 0.0.0.0 accepts browsers from the network', '127.0.0.1')
    .option('--play', 'start to play at once', false)
    .option('--loop', 'at the end continue with the first show', false)
    .option(
      '--debug <files...>',
      'debug files of agents; FILE.debug.jsonl beside FILE.rcg is shown without this option',
    )
    .option(
      '--left-start <teams...>',
      'recording beside the log: start script or command of the left team, as for rcss match, or module:FILE; then other versions of it. The panel "Why?" plays with them',
      [],
    )
    .option('--right-start <teams...>', 'likewise of the right team', [])
    .option(
      '--limit <s>',
      'with --left-start: time for a decision of a program, seconds',
      createIntegerParser(1, 3600),
      10,
    )
    .option(
      '--sandbox',
      'with --left-start: programs and modules run in the sandbox of leagues (Linux)',
      false,
    )
    .option('--save <file>', 'write the page with the log as one file that works without a server, and exit')
    .action((logs: string[], options: Options) =>
      options.save === undefined ? serve(io, logs, options) : save(io, options.save, logs, options),
    );
  describeVerb(verb, [
    ['match.rcg.gz', 'prints the address of a page with the log'],
    ['first.rcg second.rcg', 'prints also the address of a page that shows both side by side'],
    [
      'season/',
      'shows all logs of a folder; "All logs" in the statistics panel finds moments in all of them',
    ],
    ['match.rcg.gz --debug Herons-7.dcl Herons-7.ocl', 'draws what player 7 believed and saw over the match'],
    [
      'match.rcg.gz --left-start ./old/start.sh ./new/start.sh --right-start ./them/start.sh',
      'lets the panel "Why?" decide again and play on from any cycle of the recording match.rec.gz',
    ],
    ['--save match.html match.rcg.gz', 'writes a page that contains the match'],
    ['--save viewer.html', 'writes a page into which logs can be dropped'],
  ]);
}
