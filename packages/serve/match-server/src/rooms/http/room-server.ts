import type { AddressInfo } from 'node:net';
import type { RoomEvent } from '@rcss/core/rooms';
import { type Access, createLimitedServer } from '@rcss/kit/http-access';
import { explainIssues, findDepthProblem } from '@rcss/match-document';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { z } from 'zod';
import { checkRequest } from '../../operations/routes.js';
import { createFieldError, RoomError } from '../room-error.js';
import type { RoomService } from '../room-host.js';
import { createOpenApiDocument } from './openapi.js';
import { EVENTS_PATH, OPERATIONS, type OperationPath } from './operations.js';

/** Largest body, bytes: several times a document with all its fields. A larger one takes long to check if it is invalid. */
const MAX_BODY_BYTES = 1 << 17;
const MAX_CONNECTIONS = 1024;
/** Time after an answer in which a client may reuse its connection, ms. */
const KEEP_ALIVE_CONNECTION_MS = 72_000;
/** Bytes that wait for a reader of events; a slower one is disconnected. */
const MAX_WAITING_EVENT_BYTES = 1 << 18;
/** Refused fields that a reply names, and the length of their names; further ones are counted. */
const MAX_NAMED_PROBLEMS = 20;
const MAX_FIELD_NAME_LENGTH = 100;
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
function createRoomApp(service: RoomService, { reportFault, ...access }: RoomServerOptions): FastifyInstance {
  // An open stream of events must not delay the end.
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    serverFactory: (handler) =>
      createLimitedServer(handler, {
        maxConnections: MAX_CONNECTIONS,
        keepAliveMs: KEEP_ALIVE_CONNECTION_MS,
      }),
  });
  app.addHook('onRequest', async (request, reply) => {
    const problem = checkRequest(request, reply, access);
    if (problem === null) return;
    throw new RoomError(
      problem.status,
      problem.status === 401 ? 'Token needed' : 'Not allowed',
      problem.message,
    );
  });
  app.setErrorHandler((error: Error, _request, reply) => sendProblem(reply, toRoomError(error, reportFault)));
  app.setNotFoundHandler((request, reply) => {
    const error = createPathError(request.method, request.url);
    if (error.status === 405) reply.header('Allow', listMethods(request.url).join(', '));
    return sendProblem(reply, error);
  });
  // An empty body is one without fields.
  app.removeAllContentTypeParsers();
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

/** Paths of the interface as patterns, with the methods that each takes. */
const METHODS_BY_PATH: ReadonlyMap<string, readonly string[]> = groupMethods();

function groupMethods(): Map<string, string[]> {
  const methods = new Map<string, string[]>([[EVENTS_PATH, ['GET']]]);
  for (const { method, path } of OPERATIONS)
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  return methods;
}

const SOCKET_PATH = /^\/rooms\/[^/]+\/(player|coach|trainer|monitor|channels)$/;

function readPath(url: string): string {
  return url.split('?', 1)[0]!;
}

/** Returns the methods that a path of the interface takes; none if the interface does not have the path. */
function listMethods(url: string): readonly string[] {
  const path = readPath(url);
  for (const [pattern, methods] of METHODS_BY_PATH)
    if (new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)) return methods;
  return [];
}

/** Returns why a request reaches no operation, with what it can do instead. */
function createPathError(method: string, url: string): RoomError {
  const shown = `${method} ${url.slice(0, 100)}`;
  const methods = listMethods(url);
  if (methods.length > 0)
    return new RoomError(
      405,
      'Wrong method',
      `"${shown}" is not possible; the path takes ${methods.join(', ')}.`,
    );
  if (SOCKET_PATH.test(readPath(url)))
    return new RoomError(404, 'Not found', `"${shown}" is a path for WebSockets, not for requests.`);
  return new RoomError(
    404,
    'Not found',
    `There is no resource "${shown}". GET /openapi.json returns all paths; GET /rooms lists the rooms.`,
  );
}

function checkBody(schema: z.ZodType, body: unknown): unknown {
  const deep = findDepthProblem(body);
  if (deep !== null) throw createFieldError([deep], '', 1);
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { issues } = result.error;
  throw createFieldError(explainIssues(schema, body, selectIssues(issues)), '', countProblems(issues));
}

function countProblems(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
}

/** Returns the issues of the first problems. A body can have so many unknown fields that their explanation would delay the matches. */
function selectIssues(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  let left = MAX_NAMED_PROBLEMS;
  const selected: z.core.$ZodIssue[] = [];
  for (const issue of issues) {
    if (left === 0) break;
    if (issue.code !== 'unrecognized_keys') {
      selected.push(issue);
      left -= 1;
      continue;
    }
    const keys = issue.keys.slice(0, left).map(shortenName);
    selected.push({ ...issue, keys });
    left -= keys.length;
  }
  return selected;
}

function shortenName(name: string): string {
  return name.length > MAX_FIELD_NAME_LENGTH ? `${name.slice(0, MAX_FIELD_NAME_LENGTH)}…` : name;
}

function sendProblem(reply: FastifyReply, error: RoomError): FastifyReply {
  return reply.code(error.status).type('application/problem+json').send(JSON.stringify(error.toProblem()));
}

/** What a request must be like, by the status with which the HTTP library refuses it. */
const REQUEST_ERRORS: ReadonlyMap<number, string> = new Map([
  [413, `The body is larger than ${MAX_BODY_BYTES} bytes.`],
  [415, 'The body must be JSON; send it with the header Content-Type: application/json.'],
]);

/** Returns an error of the HTTP library or a fault as a problem. */
function toRoomError(error: Error, reportFault: (error: Error) => void): RoomError {
  if (error instanceof RoomError) return error;
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500)
    return new RoomError(
      statusCode,
      'The request is malformed',
      REQUEST_ERRORS.get(statusCode) ?? error.message,
    );
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
  // The reader may be gone since its request.
  if (raw.destroyed) {
    unsubscribe();
    return;
  }
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
