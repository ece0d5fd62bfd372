/** A small web server for pages and logs on this machine. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { CommandLineError } from '@rcss/kit/command-line';
import { isHostAllowed } from '@rcss/kit/http-access';
import { PAGE_POLICY } from '@rcss/viewer/page';
import { listViewerFiles, type ViewerScripts } from './assets.js';

/** A text with its media type. */
export interface TextRoute {
  readonly type: string;
  readonly body: string;
}

/** Answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A route for POST, which checks itself who may send a request. */
export interface PostRoute {
  readonly post: Answer;
}

/** Content of a route: a text, or a function that answers the request. */
export type Route = TextRoute | PostRoute | Answer;

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

/** Creates the routes that every page with the viewer needs. */
export function createViewerRoutes(scripts: ViewerScripts): [string, Route][] {
  return listViewerFiles(scripts).map(({ path, ...text }) => [path, text]);
}

/** Creates a route that sends a file as it is, or a range of its bytes. The page decompresses compressed logs. */
export function createFileRoute(name: string): Route {
  return async (request, response) => {
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Accept-Ranges', 'bytes');
    // Other forms of ranges are allowed to be ignored (RFC 9110).
    const range = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? '');
    if (request.method === 'HEAD') response.end();
    else if (range === null) await pipeline(createReadStream(name), response);
    else {
      const { size } = await stat(name);
      const start = Number(range[1]);
      const end = Math.min(size - 1, range[2] === '' ? size - 1 : Number(range[2]));
      if (start > end) {
        response.writeHead(416, { 'Content-Range': `bytes */${size}` });
        response.end();
        return;
      }
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${size}` });
      await pipeline(createReadStream(name, { start, end }), response);
    }
  };
}

/** Creates a web server that serves `routes` by their paths, and answers other requests with an error. */
export function createSite(routes: ReadonlyMap<string, Route>, host: string): Server {
  return createServer((request, response) => {
    const plain = (code: number, text: string): void => {
      response.writeHead(code, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(text);
    };
    if (!isHostAllowed(request.headers.host, host)) return plain(403, 'Forbidden\n');
    const route = routes.get((request.url ?? '/').split('?', 1)[0] ?? '/');
    const isPost = typeof route === 'object' && 'post' in route;
    if (isPost ? request.method !== 'POST' : request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, `Only ${isPost ? 'POST is' : 'GET and HEAD are'} allowed\n`);
    if (route === undefined) return plain(404, 'Not found\n');
    if (isPost || typeof route === 'function') {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      const answer = isPost ? route.post : route;
      Promise.resolve(answer(request, response)).catch(() => response.destroy());
      return;
    }
    sendText(request, response, route);
  });
}

/** Texts that were sent, compressed and with their entity tags. */
const compressed = new WeakMap<object, { readonly bytes: Buffer; readonly tag: string }>();

/** Sends a text, compressed if the browser accepts that; only the header if the browser has the same text. */
function sendText(request: IncomingMessage, response: ServerResponse, text: TextRoute): void {
  let found = compressed.get(text);
  if (found === undefined) {
    const tag = `"${createHash('sha256').update(text.body).digest('hex').slice(0, 32)}"`;
    found = { bytes: gzipSync(text.body), tag };
    compressed.set(text, found);
  }
  const headers = { ...HEADERS, ETag: found.tag, 'Content-Type': text.type };
  const isKnown = request.headers['if-none-match'] === found.tag;
  const isGzip = String(request.headers['accept-encoding'] ?? '').includes('gzip');
  response.writeHead(
    isKnown ? 304 : 200,
    isGzip && !isKnown ? { ...headers, 'Content-Encoding': 'gzip' } : headers,
  );
  if (isKnown || request.method === 'HEAD') response.end();
  else response.end(isGzip ? found.bytes : text.body);
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used',
  EADDRNOTAVAIL: 'is not an address of this machine',
};

/**
 * Opens the port of the server. Returns the port, which the system selects for 0.
 *
 * @throws CommandLineError if the port cannot be opened.
 */
export function listenHttp(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new CommandLineError(
          `web port ${host}:${port} ${REASONS[error.code ?? ''] ?? error.message}; choose another port or address`,
        ),
      );
    });
    server.listen(port, host, () => {
      // If a connection fails, for example because no file descriptor is free, the others continue.
      server.on('error', () => {});
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Formats the address of the first page of the server. */
export function formatLink(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/`;
}
