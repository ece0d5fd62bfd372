/**
 * An environment of OpenEnv (`openenv-core` 0.3): sessions on a WebSocket at /ws, as its client opens them, and the same over HTTP with one
 * episode for all. Only teams of this program play here, so they need no processes of their own.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Access,
  acceptUpgrade,
  createLimitedServer,
  findAccessProblem,
  refuseUpgrade,
} from '@rcss/kit/http-access';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { openPort, readJsonBody, readPath } from '../http-request.js';
import { ACTION, type EpisodeResult, FootballEpisode, RESET } from './episode.js';

const MAX_CONNECTIONS = 64;
const MAX_SESSIONS = 8;
const KEEP_ALIVE_MS = 5000;
/** Largest message, bytes. */
const MAX_MESSAGE = 64_000;

/** An answer to a message: its type and data, as the client reads them. */
interface Answer {
  readonly type: 'observation' | 'state' | 'error';
  readonly data: unknown;
}

/** The episodes of one client, one after the other. */
class Session {
  #episode: FootballEpisode | null = null;
  #id = '';
  #last: Promise<unknown> = Promise.resolve();

  /** Does one thing after the other: a step plays on only when the one before has ended. Other clients take their turns between. */
  queue<Value>(execute: () => Promise<Value>): Promise<Value> {
    const next = this.#last.then(() => new Promise((resolve) => setImmediate(resolve))).then(execute);
    this.#last = next.catch(() => {});
    return next;
  }

  async answer(type: unknown, data: unknown): Promise<Answer> {
    switch (type) {
      case 'reset': {
        const settings = RESET.safeParse(data ?? {});
        if (!settings.success) return fail('VALIDATION_ERROR', z.prettifyError(settings.error));
        this.#episode = await FootballEpisode.create(settings.data);
        this.#id = randomUUID();
        return observe(await this.#episode.begin());
      }
      case 'step': {
        const action = ACTION.safeParse(data);
        if (!action.success) return fail('VALIDATION_ERROR', z.prettifyError(action.error));
        if (action.data.action === 'pass' && action.data.to === undefined)
          return fail('VALIDATION_ERROR', 'to: a pass needs the number of a teammate, 1–11');
        if (this.#episode === null) return fail('SESSION_ERROR', 'reset first');
        return observe(await this.#episode.step(action.data));
      }
      case 'state':
        return {
          type: 'state',
          data: {
            episode_id: this.#id,
            step_count: this.#episode?.stepCount ?? 0,
            cycle: this.#episode?.cycle ?? 0,
          },
        };
      default:
        return fail(
          'UNKNOWN_TYPE',
          `${JSON.stringify(type)?.slice(0, 40)} is not a type: reset, step, state or close`,
        );
    }
  }
}

function observe({ observation, reward, done }: EpisodeResult): Answer {
  return { type: 'observation', data: { observation, reward, done } };
}

function fail(code: string, message: string): Answer {
  return { type: 'error', data: { code, message } };
}

/** An environment that listens. */
export interface OpenEnvEndpoint {
  /** Address for clients: `http://127.0.0.1:PORT`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the environment.
 *
 * @param port 0: a free one.
 */
export async function serveOpenEnv(access: Access, port: number): Promise<OpenEnvEndpoint> {
  const shared = new Session();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    // One message per turn of the event loop.
    allowSynchronousEvents: false,
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = (status: number, value: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const problem = findAccessProblem(request.headers, access);
    if (problem !== null) return reply(problem.status, { detail: problem.message });
    const path = `${request.method} ${readPath(request)}`;
    const settle = ({ type, data }: Answer): void => reply(type === 'error' ? 422 : 200, data);
    switch (path) {
      case 'GET /health':
        return reply(200, { status: 'healthy' });
      case 'GET /metadata':
        return reply(200, { name: 'rcss', description: 'Football: decide for the player with the ball' });
      case 'GET /schema':
        return reply(200, { action: z.toJSONSchema(ACTION), reset: z.toJSONSchema(RESET, { io: 'input' }) });
      case 'GET /state':
        return settle(await shared.answer('state', null));
      case 'POST /reset':
      case 'POST /step': {
        const read = await readJsonBody(request, MAX_MESSAGE);
        if ('problem' in read) return reply(read.status, { detail: read.problem });
        const body = (read.value ?? {}) as { action?: unknown };
        const isReset = path === 'POST /reset';
        const data = isReset ? body : body.action;
        return settle(await shared.queue(() => shared.answer(isReset ? 'reset' : 'step', data)));
      }
      default:
        return reply(404, { detail: 'Paths: /health, /metadata, /schema, /state, /reset, /step, /ws' });
    }
  };
  const server = createLimitedServer(
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500);
        response.end(JSON.stringify({ detail: (error as Error).message }));
      });
    },
    { maxConnections: MAX_CONNECTIONS, keepAliveMs: KEEP_ALIVE_MS },
  );
  server.on('upgrade', (request, socket, head) => {
    const problem = findAccessProblem(request.headers, access);
    if (problem !== null) refuseUpgrade(socket, problem.status, problem.message);
    else if (readPath(request) !== '/ws') refuseUpgrade(socket, 404, 'The path of the WebSocket is /ws.');
    else if (sockets.clients.size >= MAX_SESSIONS)
      refuseUpgrade(socket, 503, `${MAX_SESSIONS} sessions are open; no more are accepted.`);
    else acceptUpgrade(sockets, { request, socket, head }, null, serveSocket);
  });
  return {
    url: await openPort(server, port, access.host),
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers the messages of one client, one after the other. */
function serveSocket(socket: WebSocket): void {
  const session = new Session();
  let waiting = 0;
  const answer = async (text: string): Promise<void> => {
    let message: { type?: unknown; data?: unknown };
    try {
      message = JSON.parse(text) as typeof message;
    } catch {
      return socket.send(JSON.stringify(fail('INVALID_JSON', 'the message is not JSON')));
    }
    if (message?.type === 'close') return socket.close();
    try {
      socket.send(JSON.stringify(await session.answer(message?.type, message?.data)));
    } catch (error) {
      socket.send(JSON.stringify(fail('EXECUTION_ERROR', (error as Error).message)));
    }
  };
  socket.on('message', (bytes) => {
    // A client that does not wait for answers is not read any further meanwhile.
    socket.pause();
    waiting += 1;
    void session
      .queue(() => answer(String(bytes)))
      .then(() => {
        waiting -= 1;
        if (waiting === 0) socket.resume();
      });
  });
  socket.on('error', () => socket.terminate());
}
