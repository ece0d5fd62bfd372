import { randomUUID } from 'node:crypto';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { type Access, createLimitedServer, findAccessProblem } from '@rcss/kit/http-access';
import { readJsonBody, readPath } from './http-request.js';
import { createMcpServer } from './server.js';
import type { Simulator } from './simulator.js';

const MAX_CONNECTIONS = 64;
const MAX_SESSIONS = 32;
const KEEP_ALIVE_MS = 5000;
/** Largest request, bytes. */
const MAX_BODY = 1_000_000;

/** A server of the Model Context Protocol over streamable HTTP. */
export interface HttpEndpoint {
  /** Address for clients: `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the tools over streamable HTTP at `/mcp`. Every request needs the token of `access`; hosts and origins are checked.
 *
 * @param port 0: a free one.
 */
export async function serveHttp(simulator: Simulator, access: Access, port: number): Promise<HttpEndpoint> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const problem = findAccessProblem(request.headers, access);
    if (problem !== null) return refuse(response, problem.status, problem.message);
    if (readPath(request) !== '/mcp') return refuse(response, 404, 'The address is /mcp.');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined)
      return refuse(response, 404, 'There is no such session; begin a new one with initialize.');
    const body = request.method === 'POST' ? await readJsonBody(request, MAX_BODY) : undefined;
    if (body === null)
      return refuse(response, 413, `The request is larger than ${MAX_BODY} bytes or not JSON.`);
    if (known !== undefined) return known.handleRequest(request, response, body);
    if (sessions.size >= MAX_SESSIONS) closeOldest(sessions);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
    });
    transport.onclose = () =>
      void (transport.sessionId !== undefined && sessions.delete(transport.sessionId));
    // The types of the package do not allow undefined where its own class has it.
    await createMcpServer(simulator).connect(transport as never);
    await transport.handleRequest(request, response, body);
  };
  const server = createLimitedServer(
    (request, response) => {
      handle(request, response).catch((error: unknown) => refuse(response, 500, (error as Error).message));
    },
    { maxConnections: MAX_CONNECTIONS, keepAliveMs: KEEP_ALIVE_MS },
  );
  await listen(server, port, access.host);
  const address = server.address() as AddressInfo;
  return {
    url: `http://${access.host.includes(':') ? `[${access.host}]` : access.host}:${address.port}/mcp`,
    close: async () => {
      for (const transport of sessions.values()) await transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function closeOldest(sessions: Map<string, StreamableHTTPServerTransport>): void {
  const [oldest] = sessions;
  if (oldest === undefined) return;
  sessions.delete(oldest[0]);
  void oldest[1].close();
}

function listen(server: HttpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.end();
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
