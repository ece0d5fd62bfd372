import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ErrorCode, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { type Access, createLimitedServer, findAccessProblem } from '@rcss/kit/http-access';
import { openPort, readJsonBody, readPath } from './http-request.js';
import {
  createErrorAnswer,
  createParseError,
  type ErrorAnswer,
  OpenRequests,
  parseMcpMessage,
} from './messages.js';
import { createMcpServer } from './server.js';
import type { Simulator } from './simulator.js';

const MAX_CONNECTIONS = 64;
const MAX_SESSIONS = 32;
const KEEP_ALIVE_MS = 5000;
/** Largest request, bytes. */
const MAX_BODY = 1_000_000;

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly requests: OpenRequests;
}

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
  const sessions = new Map<string, Session>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const problem = findAccessProblem(request.headers, access);
    if (problem !== null) return refuse(response, problem.status, problem.message);
    if (readPath(request) !== '/mcp') return refuse(response, 404, 'The address is /mcp.');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined)
      return refuse(response, 404, 'There is no such session; begin a new one with initialize.');
    if (known !== undefined) {
      // The session that was used last is closed last.
      sessions.delete(id as string);
      sessions.set(id as string, known);
    }
    if (request.method !== 'POST')
      return (known ?? (await open())).transport.handleRequest(request, response);
    const read = await readJsonBody(request, MAX_BODY);
    if ('problem' in read)
      return read.status === 413
        ? refuse(response, 413, read.problem)
        : answer(response, 400, createErrorAnswer(null, ErrorCode.ParseError, read.problem));
    if (read.value === undefined) return answer(response, 400, createParseError(new Error('it is empty')));
    const isBatch = Array.isArray(read.value);
    const messages: JSONRPCMessage[] = [];
    for (const value of isBatch ? (read.value as unknown[]) : [read.value]) {
      const found = parseMcpMessage(value);
      if ('problem' in found)
        return answer(
          response,
          found.problem.error.code === ErrorCode.InvalidParams ? 200 : 400,
          found.problem,
        );
      messages.push(found.message);
    }
    const { transport, requests } = known ?? (await open());
    const own: RequestId[] = [];
    // A client that has left cannot get its answers: their work ends.
    response.once('close', () => {
      for (const requestId of own.filter((one) => requests.has(one))) {
        const params = { requestId, reason: 'the client has left' };
        const message: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
        requests.begin(message);
        transport.onmessage?.(message);
      }
    });
    for (const message of messages) {
      const problem = requests.begin(message);
      if (problem !== null) return answer(response, 400, problem);
      if ('method' in message && 'id' in message) own.push(message.id);
    }
    await transport.handleRequest(request, response, isBatch ? messages : messages[0]);
  };
  const open = async (): Promise<Session> => {
    const requests = new OpenRequests();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        if (sessions.size >= MAX_SESSIONS) closeOldest(sessions);
        sessions.set(id, { transport, requests });
      },
    });
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      requests.end(message);
      return send(message, options);
    };
    transport.onclose = () =>
      void (transport.sessionId !== undefined && sessions.delete(transport.sessionId));
    // The types of the package do not allow undefined where its own class has it.
    await createMcpServer(simulator).connect(transport as never);
    return { transport, requests };
  };
  const server = createLimitedServer(
    (request, response) => {
      handle(request, response).catch((error: unknown) => refuse(response, 500, (error as Error).message));
    },
    { maxConnections: MAX_CONNECTIONS, keepAliveMs: KEEP_ALIVE_MS },
  );
  return {
    url: `${await openPort(server, port, access.host)}/mcp`,
    close: async () => {
      for (const { transport } of sessions.values()) await transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Closes the session that was not used for the longest time, one without a running request if there is one. */
function closeOldest(sessions: Map<string, Session>): void {
  const all = [...sessions];
  const oldest = all.find(([, { requests }]) => requests.count === 0) ?? all[0];
  if (oldest === undefined) return;
  sessions.delete(oldest[0]);
  void oldest[1].transport.close();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  answer(response, status, createErrorAnswer(null, ErrorCode.ConnectionClosed, message));
}

function answer(response: ServerResponse, status: number, message: ErrorAnswer): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message));
}
