import type { Server } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { createLimitedServer, createPageHandler, type Route, sendPlain } from '@rcss/kit/http-access';
import { createPagePolicy, PAGE_ICON, PAGE_PATHS, pageHtml } from '@rcss/viewer/page';

const SCRIPT = 'text/javascript; charset=utf-8';

/** Path of the WebSocket. */
export const SOCKET_PATH = '/frames';

/** Path of the match so far as a game log. */
const LOG_PATH = '/match.rcg.gz';

/** Time after which a connection without traffic is closed, ms; also one whose browser does not read its answer. */
const IDLE_TIMEOUT_MS = 60_000;

/** Time after an answer in which a browser may reuse its connection, ms. */
const KEEP_ALIVE_MS = 5000;

/** Downloads of the match at the same time; a further one gets the status 503. */
const MAX_DOWNLOADS = 16;

/** A game log that is sent as a file. */
export interface SavedLog {
  readonly name: string;
  /** The log without compression. */
  readonly chunks: Iterable<Buffer>;
}

/** Content of the web server. */
export interface WebServerOptions {
  /** JavaScript of the page by path, such as `/viewer.js`. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Address on which the server listens. */
  readonly host: string;
  /** Origins of other pages that may show the page in a frame. */
  readonly allowedOrigins: readonly string[];
  /** Largest number of TCP connections, WebSockets included; further ones are closed at once. */
  readonly maxConnections: number;
  /** Time after which a connection without traffic is closed, ms; 60,000 by default. WebSockets have their own check. */
  readonly idleTimeoutMs?: number;
  /** Returns the answer to `/status.json`. */
  getStatus(): unknown;
  /** Returns the match so far as a game log. */
  getLog(): SavedLog;
}

/** Serves the page: its texts from memory, the status, the match as a log, and no other path. */
export function createWebServer(options: WebServerOptions): Server {
  const { scripts, host, allowedOrigins, getStatus, getLog, maxConnections } = options;
  const page = {
    type: 'text/html; charset=utf-8',
    body: pageHtml({ socketPath: SOCKET_PATH, savePath: LOG_PATH }, 'Soccer match'),
  };
  const routes = new Map<string, Route>([
    ['/', page],
    ['/index.html', page],
    [PAGE_PATHS.icon, { type: 'image/svg+xml', body: PAGE_ICON }],
    ...[...scripts].map(([path, body]): [string, Route] => [path, { type: SCRIPT, body }]),
    [
      '/status.json',
      (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(getStatus())),
    ],
    [LOG_PATH, createLogRoute(getLog)],
  ]);
  const serve = createPageHandler(routes, host, createPagePolicy(allowedOrigins));
  const server = createLimitedServer(serve, { maxConnections, keepAliveMs: KEEP_ALIVE_MS });
  server.setTimeout(options.idleTimeoutMs ?? IDLE_TIMEOUT_MS);
  return server;
}

/** Sends the match so far as a file. */
function createLogRoute(getLog: WebServerOptions['getLog']): Route {
  let downloadCount = 0;
  return (request, response) => {
    if (downloadCount >= MAX_DOWNLOADS) {
      response.setHeader('Retry-After', '10');
      return sendPlain(
        response,
        503,
        `${MAX_DOWNLOADS} browsers save the match; try again in some seconds\n`,
      );
    }
    const { name, chunks } = getLog();
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    downloadCount += 1;
    pipeline(Readable.from(chunks), createGzip(), response, () => {
      downloadCount -= 1;
    });
  };
}
