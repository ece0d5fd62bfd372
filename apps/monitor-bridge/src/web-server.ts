import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { PAGE_ICON, PAGE_PATHS, PAGE_POLICY, pageHtml } from '@rcss/viewer/page';
import { isHostAllowed } from './access.js';

interface Asset {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
}

function createAsset(type: string, text: string): Asset {
  const body = Buffer.from(text, 'utf8');
  return { type, body, gzipped: gzipSync(body) };
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

/** Path of the WebSocket. */
export const SOCKET_PATH = '/frames';

/** Serves the page: three texts from memory and no other path. `status` answers `/status.json`. */
export function createWebServer(script: string, host: string, status: () => unknown): Server {
  const assets: ReadonlyMap<string, Asset> = new Map([
    ['/', createAsset('text/html; charset=utf-8', pageHtml({ socketPath: SOCKET_PATH }, 'Soccer match'))],
    [PAGE_PATHS.script, createAsset('text/javascript; charset=utf-8', script)],
    [PAGE_PATHS.icon, createAsset('image/svg+xml', PAGE_ICON)],
  ]);
  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const plain = (code: number, text: string): void => {
      response.writeHead(code, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    if (!isHostAllowed(request, host)) return plain(403, 'Forbidden\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET\n');
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/status.json') {
      response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/json' });
      response.end(JSON.stringify(status()));
      return;
    }
    const found = assets.get(path === '/index.html' ? '/' : path);
    if (found === undefined) return plain(404, 'Not found\n');
    const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const body = gzip ? found.gzipped : found.body;
    response.writeHead(200, {
      ...HEADERS,
      'Content-Type': found.type,
      'Content-Length': body.length,
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
}
