import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { CommandLineError } from '@rcss/kit/command-line';
import { type Access, createLimitedServer, describeHttpPortError, formatLink } from '@rcss/kit/http-access';
import fastify from 'fastify';
import { findRequestProblem } from './access.js';
import { MatchWatcher } from './match-watcher.js';
import { PATHS } from './paths.js';
import { type LiveRoutesOptions, liveRoutes } from './routes.js';

/** Time after an answer in which the next request of a connection must begin, ms. */
const KEEP_ALIVE_MS = 72_000;
/** Time limit for a whole request with an archive, ms. */
const UPLOAD_TIMEOUT_MS = 600_000;
/** WebSockets and event streams included. */
const MAX_CONNECTIONS = 2048;
/** Archives are streams with a limit of their own; no other route reads a body. */
const MAX_BODY_BYTES = 1024;
/** Longest name of a match or file in a path. */
const MAX_PARAM_LENGTH = 200;
/** Interval after which bridges of ended matches are looked for, ms. */
const RETAIN_INTERVAL_MS = 5000;

/** A server that shows a run. */
export interface LiveServer {
  /** Address of the page, such as `http://127.0.0.1:8070/`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Settings of the server of a run. */
export interface LiveServerOptions extends Access, Omit<LiveRoutesOptions, 'watcher' | 'access'> {
  /** 0: a free port. */
  readonly port: number;
  /** Networks in which the servers of matches may be that are watched, `ADDRESS/BITS`; absent: this machine and private networks. */
  readonly watchNetworks?: readonly string[];
}

/**
 * Opens the web server of a run and follows its files.
 *
 * @throws {CommandLineError} if the port cannot be opened.
 * @throws {RangeError} if a network has another form.
 */
export async function openLiveServer(options: LiveServerOptions): Promise<LiveServer> {
  const { port, host, token, allowedOrigins = [], run, watchNetworks, ...routes } = options;
  const access: Access = { host, token, allowedOrigins };
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handler) =>
      createLimitedServer(handler, { maxConnections: MAX_CONNECTIONS, keepAliveMs: KEEP_ALIVE_MS }),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Event streams must not delay the end of the server.
    forceCloseConnections: true,
  });
  if (routes.uploads !== undefined) app.server.requestTimeout = UPLOAD_TIMEOUT_MS;
  // The time of an archive is not there for other bodies.
  app.addHook('onRequest', async ({ method, url }, reply) => {
    if (method === 'GET' || method === 'HEAD' || url.startsWith(`${PATHS.submit}/`)) return;
    return reply
      .code(405)
      .header('Connection', 'close')
      .header('Allow', 'GET, HEAD')
      .type('text/plain; charset=utf-8')
      .send('Only GET and HEAD are answered here.\n');
  });
  const watcher = new MatchWatcher(watchNetworks);
  app.server.on('upgrade', (request, socket: Duplex, head) =>
    forwardFrames(request, socket, head, { access, watcher }),
  );
  try {
    await app.register(liveRoutes, { ...routes, run, watcher, access });
    await app.listen({ port, host });
  } catch (error) {
    await app.close();
    throw new CommandLineError(
      `${describeHttpPortError(host, port, error)}; choose another --port or --host`,
    );
  }
  const timer = setInterval(
    () => watcher.retain(new Set(run.status?.running.map(({ fixture }) => fixture))),
    RETAIN_INTERVAL_MS,
  );
  run.start();
  return {
    url: formatLink(host, (app.server.address() as AddressInfo).port),
    async close() {
      clearInterval(timer);
      run.close();
      await watcher.close();
      await app.close();
    },
  };
}

/** Connects a page to the frames of a match, or refuses it. */
function forwardFrames(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { access, watcher }: { readonly access: Access; readonly watcher: MatchWatcher },
): void {
  const refuse = (status: string): void => void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
  socket.on('error', () => socket.destroy());
  const fixture = /^\/watch\/([^/?]+)\/frames$/.exec((request.url ?? '').split('?', 1)[0]!)?.[1];
  const problem = findRequestProblem(request.headers, access);
  if (problem !== null) refuse(problem.status === 401 ? '401 Unauthorized' : '403 Forbidden');
  else if (fixture === undefined) refuse('404 Not Found');
  else
    void watcher.forward(decodeName(fixture), request, socket, head).then((isForwarded) => {
      if (!isForwarded) refuse('404 Not Found');
    });
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
