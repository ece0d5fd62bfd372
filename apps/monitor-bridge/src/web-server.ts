import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { isHostAllowed } from '@rcss/http-access';
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

/** A game log that is sent as a file. */
export interface SavedLog {
  readonly name: string;
  /** The log without compression. */
  readonly chunks: Iterable<Buffer>;
}

/** Content of the web server. */
export interface WebServerOptions {
  /** JavaScript of the page. */
  readonly script: string;
  /** Address on which the server listens. */
  readonly host: string;
  /** Origins of other pages that may show the page in a frame. */
  readonly allowedOrigins: readonly string[];
  /** Returns the answer to `/status.json`. */
  getStatus(): unknown;
  /** Returns the match so far as a game log. */
  getLog(): SavedLog;
}

/** Serves the page: three texts from memory, the status, the match as a log, and no other path. */
export function createWebServer(options: WebServerOptions): Server {
  const { script, host, allowedOrigins, getStatus, getLog } = options;
  const headers = { ...HEADERS, 'Content-Security-Policy': createPagePolicy(allowedOrigins) };
  const assets: ReadonlyMap<string, Asset> = new Map([
    [
      '/',
      createAsset(
        'text/html; charset=utf-8',
        pageHtml({ socketPath: SOCKET_PATH, savePath: LOG_PATH }, 'Soccer match'),
      ),
    ],
    [PAGE_PATHS.script, createAsset('text/javascript; charset=utf-8', script)],
    [PAGE_PATHS.icon, createAsset('image/svg+xml', PAGE_ICON)],
  ]);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
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
      const { name, chunks } = getLog();
      response.writeHead(200, {
        ...headers,
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${name}"`,
      });
      if (request.method === 'HEAD') response.end();
      else pipeline(Readable.from(chunks), createGzip(), response, () => {});
      return;
    }
    const found = assets.get(path === '/index.html' ? '/' : path);
    if (found === undefined) return plain(404, 'Not found\n');
    if (request.headers['if-none-match'] === found.tag) {
      response.writeHead(304, { ...headers, ETag: found.tag });
      response.end();
      return;
    }
    const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const body = gzip ? found.gzipped : found.body;
    response.writeHead(200, {
      ...headers,
      ETag: found.tag,
      'Content-Type': found.type,
      'Content-Length': body.length,
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  // If a connection fails, for example because no file descriptor is free, the others continue.
  server.on('error', () => {});
  return server;
}
