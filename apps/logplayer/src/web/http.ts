/** A small web server for pages and logs on this machine. */
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { CommandLineError } from '@rcss/command-line';
import { PAGE_ICON, PAGE_PATHS, PAGE_POLICY } from '@rcss/viewer/page';

/** Content of a route: text from memory, or the output of a function. */
export type Route =
  | { readonly type: string; readonly body: string }
  | ((request: IncomingMessage, response: ServerResponse) => void | Promise<void>);

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Names under which pages of other sites could reach a server on this machine are refused when it serves this machine only. */
export function hostAllowed(header: string | undefined, bound: string): boolean {
  if (!LOOPBACK.test(bound)) return true;
  return LOOPBACK.test((header ?? '').replace(/:\d+$/, ''));
}

/** Whether a request comes from one of our pages, or from no page at all. */
export function originAllowed(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

/** Routes that every page with the viewer needs. */
export function viewerRoutes(script: string): [string, Route][] {
  return [
    [PAGE_PATHS.script, { type: 'text/javascript; charset=utf-8', body: script }],
    [PAGE_PATHS.icon, { type: 'image/svg+xml', body: PAGE_ICON }],
  ];
}

/** Serves a file as it is; packed logs are unpacked by the page. */
export function fileRoute(name: string): Route {
  return async (request, response) => {
    response.setHeader('Content-Type', 'application/octet-stream');
    if (request.method === 'HEAD') response.end();
    else await pipeline(createReadStream(name), response);
  };
}

/** Serve `routes` by their paths; nothing else exists. */
export function createSite(routes: ReadonlyMap<string, Route>, host: string): Server {
  return createServer((request, response) => {
    const plain = (code: number, text: string): void => {
      response.writeHead(code, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(text);
    };
    if (!hostAllowed(request.headers.host, host)) return plain(403, 'Forbidden\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET\n');
    const route = routes.get((request.url ?? '/').split('?', 1)[0] ?? '/');
    if (route === undefined) return plain(404, 'Not found\n');
    if (typeof route === 'function') {
      for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
      Promise.resolve(route(request, response)).catch(() => response.destroy());
      return;
    }
    response.writeHead(200, { ...HEADERS, 'Content-Type': route.type });
    response.end(request.method === 'HEAD' ? undefined : route.body);
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used',
  EADDRNOTAVAIL: 'is not an address of this machine',
};

/** Begin to serve; gives the port. */
export function listenHttp(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new CommandLineError(`web port ${host}:${port} ${REASONS[error.code ?? ''] ?? error.message}`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Link to a page on the server. */
export function linkTo(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/`;
}
