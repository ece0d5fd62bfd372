import type { AddressInfo } from 'node:net';
import type { RoomEvent } from '@rcss/core/rooms';
import { type Access, findAccessProblem } from '@rcss/http-access';
import { explainIssues } from '@rcss/match-document';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { z } from 'zod';
import { createFieldError, createNotFoundError, RoomError } from '../room-error.js';
import type { RoomService } from '../room-host.js';
import { createOpenApiDocument } from './openapi.js';
import { EVENTS_PATH, OPERATIONS, type OperationPath } from './operations.js';

/** Largest body, bytes. */
const MAX_BODY_BYTES = 1 << 20;
const MAX_CONNECTIONS = 1024;
/** Bytes that wait for a reader of events; a slower one is disconnected. */
const MAX_WAITING_EVENT_BYTES = 1 << 18;
/** Interval of comments that keep a stream open, ms. */
const KEEP_ALIVE_MS = 15_000;

/** Where a room server listens, and who may use it. */
export interface RoomServerOptions extends Access {
  /** TCP port; 0: a free one. */
  readonly port: number;
  /** Takes faults of the program. */
  readonly reportFault: (error: Error) => void;
  /** Registers further routes, such as those of an operator. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

/** An open room server. */
export interface RoomServer {
  /** Such as `http://127.0.0.1:7000`. */
  readonly url: string;
  readonly app: FastifyInstance;
  /** Closes the port; the rooms go on. */
  close(): Promise<void>;
}

/** Opens the HTTP interface of a room service. Rejects if the port cannot be opened. */
export async function openRoomServer(service: RoomService, options: RoomServerOptions): Promise<RoomServer> {
  const app = createRoomApp(service, options);
  await options.extend?.(app);
  await app.listen({ port: options.port, host: options.host });
  const { port } = app.server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, app, close: () => app.close() };
}

/** Creates the HTTP interface of a room service, not listening yet. */
export function createRoomApp(
  service: RoomService,
  { reportFault, ...access }: RoomServerOptions,
): FastifyInstance {
  // An open stream of events must not delay the end.
  const app = fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
    const problem = findAccessProblem(request.headers, access);
    if (problem === null) return;
    if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    throw new RoomError(
      problem.status,
      problem.status === 401 ? 'Token needed' : 'Not allowed',
      problem.message,
    );
  });
  app.setErrorHandler((error: Error, _request, reply) => sendProblem(reply, toRoomError(error, reportFault)));
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, createNotFoundError('resource', `${request.method} ${request.url.slice(0, 100)}`)),
  );
  // An empty body is one without fields.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? {} : JSON.parse(text as string));
    } catch (error) {
      done(new RoomError(400, 'The body is not JSON', (error as Error).message));
    }
  });
  const document = createOpenApiDocument();
  app.get('/openapi.json', async () => document);
  for (const { method, path, body, status, handle } of OPERATIONS) {
    app.route({
      method: method.toUpperCase() as 'GET',
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const checked = body === null ? undefined : checkBody(body, request.body ?? {});
        const place = request.params as OperationPath;
        const result = await handle(service, place, checked as never);
        if (status === 201 && path === '/rooms')
          reply.header('Location', `/rooms/${(result as { id: string }).id}`);
        return reply.code(status).send(status === 204 ? undefined : result);
      },
    });
  }
  app.get(EVENTS_PATH.replace(/\{(\w+)\}/g, ':$1'), (request, reply) =>
    streamEvents(service, request, reply),
  );
  return app;
}

function checkBody(schema: z.ZodType, body: unknown): unknown {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw createFieldError(explainIssues(schema, body, result.error.issues));
}

function sendProblem(reply: FastifyReply, error: RoomError): FastifyReply {
  return reply.code(error.status).type('application/problem+json').send(JSON.stringify(error.toProblem()));
}

/** Returns an error of the HTTP library or a fault as a problem. */
function toRoomError(error: Error, reportFault: (error: Error) => void): RoomError {
  if (error instanceof RoomError) return error;
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500) return new RoomError(statusCode, 'The request is malformed', error.message);
  reportFault(error);
  return new RoomError(500, 'Internal error', 'The server has a fault; its log has the details.');
}

/** Sends the events of a room until the reader closes the stream, is too slow, or the server closes. */
async function streamEvents(
  service: RoomService,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { room } = request.params as OperationPath;
  const { raw } = reply;
  const waiting: string[] = [];
  let isOpen = false;
  const send = (text: string) => {
    if (!isOpen) {
      waiting.push(text);
      return;
    }
    if (raw.writableLength > MAX_WAITING_EVENT_BYTES) raw.destroy();
    else raw.write(text);
  };
  const unsubscribe = await service.subscribe(room, (event) => send(formatEvent(event)));
  reply.hijack();
  raw.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  isOpen = true;
  for (const text of waiting) send(text);
  const timer = setInterval(() => send(': keep alive\n\n'), KEEP_ALIVE_MS);
  timer.unref();
  raw.on('close', () => {
    clearInterval(timer);
    unsubscribe();
  });
}

function formatEvent(event: RoomEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
