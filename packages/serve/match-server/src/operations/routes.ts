import { type Access, findAccessProblem } from '@rcss/kit/http-access';
import { SERVER_VERSION } from '@rcss/params';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { checkHealth, HEALTH_PATH } from './health.js';
import { createMetrics, type OperationsSource } from './metrics.js';
import { paceAnswer } from './paced-answer.js';
import type { ProcessStatus } from './process-monitor.js';
import type { RoomStatus } from './room-status.js';

export interface OperationsRoutesOptions extends OperationsSource {
  /**
   * Who may read metrics and status. Omitted if the HTTP server that mounts the routes checks all requests itself. The health check needs no
   * token.
   */
  readonly access?: Access;
}

/** Body of `/status.json`. */
export interface ServerStatus {
  readonly format: 'rcss-status';
  readonly version: 1;
  /** Version of the program, and of the original server whose behavior it has. */
  readonly server: string;
  readonly compatibleWith: string;
  readonly process: ProcessStatus;
  readonly rooms: readonly RoomStatus[];
}

const METRICS_PATH = '/metrics';
const STATUS_PATH = '/status.json';

/**
 * Fastify plugin with the routes of an operator: `/healthz` (200 or 503), `/metrics` (text format of Prometheus) and `/status.json`.
 *
 * @example
 * await app.register(operationsRoutes, { readRooms: () => rooms.map(readStatus), readProcess: () => monitor.read() });
 */
export const operationsRoutes: FastifyPluginAsync<OperationsRoutesOptions> = async (app, options) => {
  const { readRooms, readProcess, readDrain, access } = options;
  const metrics = createMetrics(options);
  const readMetrics = paceAnswer(() => metrics.format());
  const readStatus = paceAnswer(
    async (): Promise<ServerStatus> => ({
      format: 'rcss-status',
      version: 1,
      server: manifest.version,
      compatibleWith: SERVER_VERSION,
      process: readProcess(),
      rooms: await readRooms(),
    }),
  );
  app.addHook('onRequest', async (request, reply) => {
    const problem = access === undefined ? null : checkRequest(request, reply, access);
    return problem === null ? undefined : reply.code(problem.status).send({ error: problem.message });
  });
  app.get(HEALTH_PATH, async (_request, reply) => {
    const health = checkHealth(await readRooms(), await readDrain?.());
    return reply.code(health.status === 'ok' ? 200 : 503).send(health);
  });
  app.get(METRICS_PATH, async (_request, reply) => {
    return reply.type(metrics.contentType).send(await readMetrics());
  });
  app.get(STATUS_PATH, readStatus);
};

/** Sets the headers of all replies. Returns why a request is refused, or null; the health check needs no token. */
export function checkRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
): ReturnType<typeof findAccessProblem> {
  reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
  const needsToken = request.routeOptions.url !== HEALTH_PATH;
  const problem = findAccessProblem(request.headers, needsToken ? access : { ...access, token: '' });
  if (problem?.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return problem;
}
