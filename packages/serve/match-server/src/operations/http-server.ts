import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Access, createLimitedServer, describeHttpPortError, formatLink } from '@rcss/kit/http-access';
import fastify from 'fastify';
import { HttpPortError } from './http-port-error.js';
import type { OperationsSource } from './metrics.js';
import { ProcessMonitor } from './process-monitor.js';
import { operationsRoutes } from './routes.js';

/** Time after which a connection without traffic is closed, ms. */
const IDLE_TIMEOUT_MS = 10_000;
/** WebSockets of clients included, which have limits of their own. */
const MAX_CONNECTIONS = 1024;
/** No route reads a body. */
const MAX_BODY_BYTES = 1024;

/** An open HTTP port with the routes of an operator. */
export interface OperationsServer {
  /** Address of the first page, such as `http://127.0.0.1:8080/`. */
  readonly url: string;
  /** For further services on the same port. */
  readonly http: Server;
  close(): Promise<void>;
}

/** Where {@link openOperationsServer} listens, and who may read. */
export interface OperationsServerOptions extends Access {
  /** 0: a free port. */
  readonly port: number;
}

/**
 * Opens an HTTP port with the routes of an operator.
 *
 * @throws {HttpPortError} (as a rejection) if the port cannot be opened.
 */
export async function openOperationsServer(
  readRooms: OperationsSource['readRooms'],
  { port, ...access }: OperationsServerOptions,
): Promise<OperationsServer> {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handler) =>
      createLimitedServer(handler, {
        maxConnections: MAX_CONNECTIONS,
        keepAliveMs: IDLE_TIMEOUT_MS,
      }).setTimeout(IDLE_TIMEOUT_MS),
    // An open connection must not delay the end of the server.
    forceCloseConnections: true,
  });
  const monitor = new ProcessMonitor();
  try {
    await app.register(operationsRoutes, { readRooms, readProcess: () => monitor.read(), access });
    await app.listen({ port, host: access.host });
  } catch (error) {
    monitor.close();
    await app.close();
    throw new HttpPortError(
      `${describeHttpPortError(access.host, port, error)}. Choose another rcss::http_port or rcss::http_address.`,
    );
  }
  return {
    http: app.server,
    url: formatLink(access.host, (app.server.address() as AddressInfo).port),
    async close() {
      monitor.close();
      await app.close();
    },
  };
}
