import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLIENT_SUBPROTOCOL, getSubprotocol, parseRoomPath, type SocketRole } from '@rcss/protocol/websocket';
import { WebSocket } from 'ws';
import {
  attachWebSocketEndpoint,
  type FindSocketRoom,
  type WebSocketEndpoint,
  type WebSocketEndpointOptions,
} from '../src/websocket/endpoint.js';
import { createSocketRoom, type SocketRoomServer } from '../src/websocket/socket-room.js';
import {
  cleanUpAfterTest,
  ReceivedMessages,
  type Settings,
  startTestServer,
  type TestServer,
} from './harness.js';

/** WebSockets of clients for tests. All of them are closed after each test. */

/** An HTTP server with the endpoint. */
export interface TestEndpoint {
  readonly http: HttpServer;
  readonly endpoint: WebSocketEndpoint;
  /** `ws://127.0.0.1:PORT`. */
  readonly url: string;
}

export function startTestEndpoint(
  rooms: (id: string) => SocketRoomServer | undefined,
  options: Partial<WebSocketEndpointOptions> = {},
): Promise<TestEndpoint> {
  const findRoom = (id: string) => {
    const server = rooms(id);
    return server === undefined ? undefined : createSocketRoom(server);
  };
  return startRoomsEndpoint(findRoom, options);
}

/** An endpoint of rooms that may be in other threads. */
export async function startRoomsEndpoint(
  findRoom: FindSocketRoom,
  options: Partial<WebSocketEndpointOptions> = {},
): Promise<TestEndpoint> {
  const http = createServer((_, response) => response.end('page'));
  const endpoint = attachWebSocketEndpoint(http, findRoom, {
    access: { host: '127.0.0.1', token: '' },
    ...options,
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  cleanUpAfterTest(() => {
    endpoint.close();
    http.closeAllConnections();
    http.close();
  });
  return { http, endpoint, url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

/** A server whose clients can connect to the room `main`. */
export async function startWebSocketServer(
  settings: Settings = {},
  options: Partial<WebSocketEndpointOptions> = {},
): Promise<TestServer & TestEndpoint> {
  const server = await startTestServer(settings);
  const endpoint = await startTestEndpoint((id) => (id === 'main' ? server.server : undefined), options);
  return Object.assign(server, endpoint);
}

/** A raw client on a WebSocket. */
export class SocketClient extends ReceivedMessages {
  readonly socket: WebSocket;
  /** Whether every `(think)` is answered at once. */
  answersThink = false;
  /** Decodes received messages. */
  decode: (bytes: Buffer) => Buffer = (bytes) => bytes;
  /** Code and reason of the end, as soon as there is one. */
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>;

  private constructor(socket: WebSocket) {
    super();
    this.socket = socket;
    socket.on('error', () => {});
    socket.on('message', (data) => {
      const bytes = data as Buffer;
      const text = this.decode(bytes).toString('latin1');
      if (this.answersThink && text.startsWith('(think)')) this.send('(done)');
      this.add(bytes, text, 0);
    });
    this.ended = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /**
   * Opens a WebSocket.
   *
   * @throws (as a rejection) status and text of the server if it is refused.
   */
  static async open(
    url: string,
    path: string,
    options: {
      readonly protocols?: readonly string[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<SocketClient> {
    const { protocols, headers = {} } = options;
    const role: SocketRole | undefined = parseRoomPath(path.split('?')[0]!)?.role;
    const expected = role === undefined ? CLIENT_SUBPROTOCOL : getSubprotocol(role);
    const socket = new WebSocket(url + path, [...(protocols ?? [expected])], { headers });
    const client = new SocketClient(socket);
    cleanUpAfterTest(() => socket.terminate());
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('unexpected-response', (_, response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => reject(new Error(`${response.statusCode} ${text.trim()}`)));
      });
    });
    return client;
  }

  /** Sends a message with its NUL. */
  send(text: string): void {
    this.socket.send(Buffer.from(`${text}\0`, 'latin1'));
  }
}

/** Connects a player of the room `main` and waits for the answer. */
export async function connectSocketPlayer(
  { url }: TestEndpoint,
  team = 'Alpha',
  version = 19,
): Promise<SocketClient> {
  const client = await SocketClient.open(url, '/rooms/main/player');
  client.send(`(init ${team} (version ${version}))`);
  await client.next(/^\((init|error) /);
  return client;
}
