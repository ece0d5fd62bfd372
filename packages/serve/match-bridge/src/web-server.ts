import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { createLimitedServer, isHostAllowed } from '@rcss/kit/http-access';
import { createPagePolicy, PAGE_ICON, PAGE_PATHS, pageHtml } from '@rcss/viewer/page';

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
  /** Entity tag of the content, in quotes. */
  readonly tag: string;
}

function createAsset(type: string, text: string): Asset {
  const body = Buffer.from(text, 'utf8');
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { type, body, gzipped: gzipSync(body), tag };
}

const SCRIPT = 'text/javascript; charset=utf-8';

const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

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
  const { scripts, host, allowedOrigins, getStatus, getLog } = options;
  const headers = { ...HEADERS, 'Content-Security-Policy': createPagePolicy(allowedOrigins) };
  const page = pageHtml({ socketPath: SOCKET_PATH, savePath: LOG_PATH }, 'Soccer match');
  const assets = new Map([...scripts].map(([path, text]) => [path, createAsset(SCRIPT, text)] as const));
  assets.set('/', createAsset('text/html; charset=utf-8', page));
  assets.set(PAGE_PATHS.icon, createAsset('image/svg+xml', PAGE_ICON));
  let downloadCount = 0;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const plain = (code: number, text: string): void => {
      response.writeHead(code, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    if (!isHostAllowed(request.headers.host, host)) return plain(403, 'Forbidden\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET\n');
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/status.json') {
      response.writeHead(200, { ...headers, 'Content-Type': 'application/json' });
      response.end(JSON.stringify(getStatus()));
      return;
    }
    if (path === LOG_PATH) {
      if (downloadCount >= MAX_DOWNLOADS) {
        response.setHeader('Retry-After', '10');
        return plain(503, `${MAX_DOWNLOADS} browsers save the match; try again in some seconds\n`);
      }
      const { name, chunks } = getLog();
      response.writeHead(200, {
        ...headers,
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${name}"`,
      });
      if (request.method === 'HEAD') response.end();
      else {
        downloadCount += 1;
        pipeline(Readable.from(chunks), createGzip(), response, () => {
          downloadCount -= 1;
        });
      }
      return;
    }
    const found = assets.get(path === '/index.html' ? '/' : path);
    if (found === undefined) return plain(404, 'Not found\n');
    sendAsset(request, response, found, headers);
  };
  const { maxConnections } = options;
  const server = createLimitedServer(serve, { maxConnections, keepAliveMs: KEEP_ALIVE_MS });
  // If a connection fails, for example because no file descriptor is free, the others continue.
  server.on('error', () => {});
  server.setTimeout(options.idleTimeoutMs ?? IDLE_TIMEOUT_MS);
  return server;
}

/** Sends a text of the page, unless the browser has it. */
function sendAsset(
  { headers: asked, method }: IncomingMessage,
  response: ServerResponse,
  { tag, type, gzipped, body }: Asset,
  headers: Readonly<Record<string, string>>,
): void {
  if (asked['if-none-match'] === tag) {
    response.writeHead(304, { ...headers, ETag: tag });
    response.end();
    return;
  }
  const isPacked = /\bgzip\b/.test(String(asked['accept-encoding'] ?? ''));
  const bytes = isPacked ? gzipped : body;
  response.writeHead(200, {
    ...headers,
    ETag: tag,
    'Content-Type': type,
    'Content-Length': bytes.length,
    ...(isPacked && { 'Content-Encoding': 'gzip' }),
  });
  response.end(method === 'HEAD' ? undefined : bytes);
}
