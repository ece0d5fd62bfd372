/** Pages of a program: texts that are in memory, and functions for all other answers. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
// Not from the entry, which brings the whole library of command lines into packages that have none.
import { CommandLineError } from '../command-line/command-line-error.js';
import { isHostAllowed } from './host.js';

/** A text with its media type. */
export interface TextRoute {
  readonly type: string;
  readonly body: string;
}

/** Answers a request; the headers of all answers are set before. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A route for POST, which checks itself who may send a request. */
export interface PostRoute {
  readonly post: Answer;
}

/** Content of a route: a text, or a function that answers the request. */
export type Route = TextRoute | PostRoute | Answer;

/** Answers with a status and a line of text. */
export function sendPlain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}

/**
 * Returns a function that serves routes by their paths, and answers other requests with an error.
 *
 * @param host Address on which the server listens.
 * @param policy The `Content-Security-Policy` of all answers.
 */
export function createPageHandler(
  routes: ReadonlyMap<string, Route>,
  host: string,
  policy: string,
): RequestListener {
  const headers = new Map([
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Cache-Control', 'no-cache'],
    ['Vary', 'Accept-Encoding'],
  ]);
  return (request, response) => {
    response.setHeaders(headers);
    if (!isHostAllowed(request.headers.host, host)) return sendPlain(response, 403, 'Forbidden\n');
    const route = routes.get((request.url ?? '/').split('?', 1)[0] ?? '/');
    const isPost = typeof route === 'object' && 'post' in route;
    if (isPost ? request.method !== 'POST' : request.method !== 'GET' && request.method !== 'HEAD')
      return sendPlain(response, 405, `Only ${isPost ? 'POST is' : 'GET and HEAD are'} allowed\n`);
    if (route === undefined) return sendPlain(response, 404, 'Not found\n');
    const answer = isPost ? route.post : route;
    if (typeof answer !== 'function') return sendText(request, response, answer);
    Promise.resolve(answer(request, response)).catch(() => response.destroy());
  };
}

/** Texts that were sent, compressed and with their entity tags. */
const compressed = new WeakMap<TextRoute, { readonly bytes: Buffer; readonly tag: string }>();

/** Sends a text, compressed if the browser accepts that; only the header if the browser has the same text. */
function sendText({ headers }: IncomingMessage, response: ServerResponse, text: TextRoute): void {
  let found = compressed.get(text);
  if (found === undefined) {
    const tag = `"${createHash('sha256').update(text.body).digest('hex').slice(0, 32)}"`;
    found = { bytes: gzipSync(text.body), tag };
    compressed.set(text, found);
  }
  response.setHeader('ETag', found.tag);
  if (headers['if-none-match'] === found.tag) {
    response.writeHead(304).end();
    return;
  }
  const isGzip = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  if (isGzip) response.setHeader('Content-Encoding', 'gzip');
  const bytes = isGzip ? found.bytes : Buffer.from(text.body);
  response.writeHead(200, { 'Content-Type': text.type, 'Content-Length': bytes.length }).end(bytes);
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not a known host name',
};

/** Says why an HTTP port cannot be opened, without a period. */
export function describeHttpPortError(host: string, port: number, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return `HTTP port ${host}:${port} ${REASONS[code] ?? `cannot be opened: ${message}`}`;
}

/**
 * Opens the port of a server. Returns the port, which the system selects for 0.
 *
 * @throws {CommandLineError} if the port cannot be opened.
 */
export async function listenHttp(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  // If a connection fails later, for example because no file descriptor is free, the others continue.
  server.on('error', () => {});
  await once(server, 'listening').catch((error: unknown) => {
    throw new CommandLineError(`${describeHttpPortError(host, port, error)}; choose another port or address`);
  });
  return (server.address() as AddressInfo).port;
}

/** Formats the address of the first page of a server. */
export function formatLink(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/`;
}
