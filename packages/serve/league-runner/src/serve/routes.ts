import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Access } from '@rcss/kit/http-access';
import { listViewerFiles } from '@rcss/log-service/web';
import { createPagePolicy, PAGE_PATHS, pageHtml } from '@rcss/viewer/page';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { findFileType } from '../logs/keep-logs.js';
import { findGameLog, type LogPlaces } from '../logs/read-logs.js';
import { formatReportCsv } from '../reports/formats.js';
import { LIVE_POLICY } from '../reports/page-frame.js';
import { RESULT_FILE, type ResultLine, readLines } from '../runs/result-file.js';
import type { Uploads } from '../uploads/uploads.js';
import { createTokenCookie, findRequestProblem, type MayOpen } from './access.js';
import { formatFeed } from './feed.js';
import { formatFileList } from './file-list-page.js';
import { findFixtureLogs } from './find-logs.js';
import { formatLivePage, formatSections, type LiveContent } from './live-page.js';
import type { LiveRun } from './live-run.js';
import { addCrests, addScreen, createTeamConfig } from './look-routes.js';
import type { ArchiveFilter } from './match-archive.js';
import { findWatchHost, type MatchWatcher } from './match-watcher.js';
import { filePath, framesPath, matchPath, PATHS, readPage } from './paths.js';
import { HTML, sendNotice } from './send-notice.js';
import { addUploads, TEAM_PATHS } from './upload-routes.js';
import { addVerification } from './verify-routes.js';
import type { PageScripts } from './viewer-scripts.js';
import { hidePlaces } from './visitors.js';

/** What the routes of a run need. */
export interface LiveRoutesOptions {
  readonly run: LiveRun;
  readonly watcher: MatchWatcher;
  readonly places: LogPlaces;
  readonly scripts: PageScripts;
  readonly access: Access;
  /** Absent: teams cannot submit. */
  readonly uploads?: Uploads | undefined;
  /** Whether pages and results need no token; logs, their places, machines and running matches need it in any case. */
  readonly hasPublicResults?: boolean;
  /** Whether everyone may read the code of teams that are modules, and play their matches again in a browser. */
  readonly hasPublicCode?: boolean;
}

/** Open event streams; a further one is refused. */
const MAX_EVENT_STREAMS = 500;
/** Shortest time between two events of a stream, ms. */
const EVENT_INTERVAL_MS = 1000;
/** Interval of comments that keep connections through proxies open, ms. */
const HEARTBEAT_MS = 20_000;
/** Addresses of which all or a part can be public without logs, places of logs, and running matches. */
const PUBLIC_RESULTS: readonly string[] = [
  PATHS.page,
  PATHS.sections,
  PATHS.events,
  PATHS.script,
  PATHS.screen,
  PATHS.slides,
  PATHS.screenScript,
  PATHS.feed,
  PATHS.csv,
  PATHS.jsonLines,
  PATHS.status,
  '/crests/:team',
  ...Object.values(PAGE_PATHS),
];
/** Addresses that need no token of the pages: teams have tokens of their own. */
const OPEN_PATHS: readonly string[] = [
  PATHS.health,
  PAGE_PATHS.icon,
  PATHS.submit,
  PATHS.submitScript,
  ...Object.values(TEAM_PATHS),
];
/** Results in the feed. */
const FEED_SIZE = 50;
const SCRIPT = 'text/javascript; charset=utf-8';

interface PageQuery {
  readonly team?: unknown;
  readonly opponent?: unknown;
  readonly problems?: unknown;
  readonly page?: unknown;
}

type MatchRequest = FastifyRequest<{ Params: { fixture: string } }>;

function readFilter({ team, opponent, problems }: PageQuery): ArchiveFilter {
  return {
    ...(typeof team === 'string' && team !== '' ? { team } : {}),
    ...(typeof opponent === 'string' && opponent !== '' ? { opponent } : {}),
    ...(problems === '1' ? { hasProblems: true } : {}),
  };
}

/** Fastify plugin with the pages of a run, its data, and the files of its matches. */
export const liveRoutes: FastifyPluginAsync<LiveRoutesOptions> = async (app, options) => {
  const { run, access, scripts } = options;
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('Cache-Control', 'no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'no-referrer')
      .header('Content-Security-Policy', LIVE_POLICY);
    const { token } = request.query as { token?: unknown };
    const cookie = token === undefined ? null : createTokenCookie(token, access);
    const path = request.routeOptions.url ?? '';
    const isOpen =
      OPEN_PATHS.includes(path) || (options.hasPublicResults === true && PUBLIC_RESULTS.includes(path));
    const needed = isOpen || cookie !== null ? { ...access, token: '' } : access;
    const problem = findRequestProblem(request.headers, needed);
    if (problem !== null) {
      if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
      return reply.code(problem.status).type('text/plain; charset=utf-8').send(`${problem.message}\n`);
    }
    if (cookie === null) return;
    const url = new URL(request.url, 'http://localhost');
    url.searchParams.delete('token');
    return reply.header('Set-Cookie', cookie).redirect(`${url.pathname}${url.search}`, 303);
  });
  const mayOpen: MayOpen = ({ headers }) => findRequestProblem(headers, access) === null;
  addPages(app, options, mayOpen);
  addScreen(app, run, mayOpen);
  addCrests(app, run);
  addData(app, run, mayOpen);
  addEvents(app, run);
  addFiles(app, options);
  if (options.hasPublicCode === true) addVerification(app, run, scripts.verify);
  if (options.uploads !== undefined) addUploads(app, options.uploads, options);
  const texts: [path: string, type: string, body: string][] = [
    [PATHS.script, SCRIPT, scripts.league],
    [PATHS.screenScript, SCRIPT, scripts.screen],
  ];
  for (const { path, type, body } of listViewerFiles(scripts.viewer)) texts.push([path, type, body]);
  for (const [path, type, body] of texts)
    app.get(path, (_request, reply) => reply.type(type).header('Cache-Control', 'no-cache').send(body));
  app.get(PATHS.health, async () => ({ status: 'ok' }));
  app.setNotFoundHandler((_request, reply) =>
    sendNotice(reply, 404, 'No such page', 'The address is not one of this server.'),
  );
};

type App = Parameters<typeof liveRoutes>[0];

function addPages(app: App, { run, watcher }: LiveRoutesOptions, mayOpen: MayOpen): void {
  type PageRequest = FastifyRequest<{ Querystring: PageQuery }>;
  const describe = (request: PageRequest): LiveContent =>
    run.describe(readFilter(request.query), readPage(request.query), mayOpen(request));
  app.get(PATHS.page, (request: PageRequest, reply) =>
    reply.type(HTML).send(formatLivePage(describe(request))),
  );
  app.get(PATHS.sections, (request: PageRequest, reply) => reply.send(formatSections(describe(request))));
  app.get('/watch/:fixture', async (request: MatchRequest, reply) => {
    const { fixture } = request.params;
    const match = run.findRunning(fixture);
    if (match === null && run.archive.find(fixture) !== null) return reply.redirect(matchPath(fixture), 303);
    if (match?.port == null)
      return sendNotice(
        reply,
        404,
        'Not watchable',
        match === null
          ? `${fixture} is not played at the moment.`
          : `${fixture} is played in one process, without a server. Its log opens when it has ended.`,
      );
    const host = findWatchHost(match);
    if (host === null)
      return sendNotice(
        reply,
        404,
        'Not watchable',
        `${fixture} is played on ${match.host}, which has no address for spectators on other machines. Give its worker the option --watch-address.`,
      );
    if (!watcher.hasPlaceFor(fixture))
      return sendNotice(reply, 503, 'Too many matches', 'Too many matches are watched. Try again later.');
    try {
      await watcher.open({ fixture, host, port: match.port });
    } catch (error) {
      return sendNotice(reply, 502, 'Not watchable', `${fixture}: ${(error as Error).message}`);
    }
    return reply
      .type(HTML)
      .header('Content-Security-Policy', createPagePolicy())
      .send(
        pageHtml(
          { socketPath: framesPath(fixture), ...createTeamConfig(run) },
          `${match.left} – ${match.right}`,
        ),
      );
  });
}

function addData(app: App, run: LiveRun, mayOpen: MayOpen): void {
  app.get<{ Querystring: PageQuery }>(PATHS.feed, (request, reply) => {
    const filter = readFilter(request.query);
    const { title, id } = run.identify();
    const origin = `${request.protocol}://${request.host}`;
    const { lines } = run.archive.list(filter, 1, FEED_SIZE);
    return reply
      .type('application/atom+xml; charset=utf-8')
      .send(formatFeed(lines, { title, run: id, origin, filter, mayOpen: mayOpen(request) }));
  });
  app.get(PATHS.status, async (request) => run.describeAsData(mayOpen(request)));
  app.get(PATHS.jsonLines, async (request, reply) => {
    const path = join(run.folder, RESULT_FILE);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) return sendNotice(reply, 404, 'No results yet', 'The run has no results yet.');
    const shown = mayOpen(request) ? createReadStream(path) : Readable.from(hideLines(path));
    return reply.type('application/jsonl; charset=utf-8').send(shown);
  });
  app.get(PATHS.csv, (request, reply) =>
    reply.type('text/csv; charset=utf-8').send(Readable.from(formatCsvParts(run, mayOpen(request)))),
  );
}

/** Lines of a result file for visitors. */
function* hideLines(path: string): Generator<string> {
  for (const { text } of readLines(path)) yield `${JSON.stringify(hidePlaces(JSON.parse(text)))}\n`;
}

/** Matches of which the text is in memory at the same time. */
const CSV_CHUNK = 2000;

function* formatCsvParts(run: LiveRun, mayOpen: boolean): Generator<string> {
  yield formatReportCsv([]);
  const parts: string[] = [];
  let lines: ResultLine[] = [];
  const flush = (): void => {
    parts.push(formatReportCsv(lines, false));
    lines = [];
  };
  run.readLines((line) => {
    if (lines.push(mayOpen ? line : hidePlaces(line)) >= CSV_CHUNK) flush();
  });
  flush();
  yield* parts;
}

/** Server-sent events: `change` means that the sections of the page are outdated. */
function addEvents(app: App, run: LiveRun): void {
  let streamCount = 0;
  app.get(PATHS.events, (request, reply) => {
    if (streamCount >= MAX_EVENT_STREAMS)
      return reply.code(503).header('Retry-After', '30').send('Too many pages are open.\n');
    streamCount += 1;
    // This stream has no end of its own.
    request.raw.socket.setTimeout(0);
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) raw.setHeader(name, value as string);
    raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    let timer: NodeJS.Timeout | null = null;
    let sentAt = Number.NEGATIVE_INFINITY;
    const send = (): void => {
      timer = null;
      sentAt = performance.now();
      // A browser that does not read gets the next event.
      if (!raw.writableNeedDrain) raw.write(`event: change\ndata: ${run.version}\n\n`);
    };
    const plan = (): void => {
      timer ??= setTimeout(send, Math.max(0, sentAt + EVENT_INTERVAL_MS - performance.now()));
    };
    const heartbeat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS);
    const unsubscribe = run.subscribe(plan);
    send();
    raw.on('error', () => {});
    raw.on('close', () => {
      streamCount -= 1;
      clearInterval(heartbeat);
      if (timer !== null) clearTimeout(timer);
      unsubscribe();
    });
    return reply;
  });
}

function addFiles(app: App, { run, places, hasPublicCode = false }: LiveRoutesOptions): void {
  app.get('/matches/:fixture', async (request: MatchRequest, reply) => {
    const { fixture } = request.params;
    const found = await findFixtureLogs(run, places, fixture);
    if ('problem' in found) return sendNotice(reply, 404, 'No game log', found.problem);
    const { files, line } = found;
    const log = findGameLog(files);
    if (log === null)
      return sendNotice(reply, 404, 'No game log', `${fixture} was played without a game log.`);
    const debugFiles = files
      .filter(({ name }) => /\.debug\.jsonl(\.gz)?$/.test(name))
      .map(({ name }) => ({ path: filePath(fixture, name), title: name }));
    const title = `${line.left} ${line.scoreL} : ${line.scoreR} ${line.right}`;
    const config = {
      log: filePath(fixture, log),
      title,
      ...createTeamConfig(run),
      ...(debugFiles.length === 0 ? {} : { debugFiles }),
    };
    return reply
      .type(HTML)
      .header('Content-Security-Policy', createPagePolicy())
      .send(pageHtml(config, title));
  });
  app.get('/matches/:fixture/files', async (request: MatchRequest, reply) => {
    const { fixture } = request.params;
    const found = await findFixtureLogs(run, places, fixture);
    if ('problem' in found) return sendNotice(reply, 404, 'No files', found.problem);
    return reply.type(HTML).send(formatFileList(found.line, found.files, hasPublicCode));
  });
  app.get<{ Params: { fixture: string; name: string } }>(
    '/matches/:fixture/files/:name',
    async (request, reply) => {
      const { fixture, name } = request.params;
      const found = await findFixtureLogs(run, places, fixture);
      if ('problem' in found) return sendNotice(reply, 404, 'No files', found.problem);
      if (!found.files.some((file) => file.name === name))
        return sendNotice(reply, 404, 'No such file', `${fixture} has no file ${name}.`);
      return reply.type(findFileType(name)).send(await found.logs.open(name));
    },
  );
}
