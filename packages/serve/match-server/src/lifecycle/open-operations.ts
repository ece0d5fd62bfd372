import type { RcssParams } from '@rcss/params/program';
import { findHttpProblems } from '../config/http-problems.js';
import { HttpPortError } from '../operations/http-port-error.js';
import type { OperationsServer } from '../operations/http-server.js';
import type { OperationsSource } from '../operations/metrics.js';
import type { SocketRoomServer } from '../websocket/socket-room.js';

/**
 * Opens the HTTP port of a server if `rcss::http_port` asks for it; its code is loaded only then. Returns null without one. The
 * port serves the routes of an operator, and the WebSockets of clients.
 *
 * @param findRoom Returns the server of a room, or undefined.
 * @throws {HttpPortError} (as a rejection) if the port cannot be opened, or may not be opened without a token.
 */
export async function openOperations(
  settings: Pick<RcssParams, 'http_port' | 'http_address' | 'http_token' | 'http_origins'>,
  readRooms: OperationsSource['readRooms'],
  findRoom: (id: string) => SocketRoomServer | undefined,
): Promise<OperationsServer | null> {
  const { http_port: port, http_address: host, http_token: token } = settings;
  if (port < 0) return null;
  const [problem] = findHttpProblems(settings);
  if (problem !== undefined) throw new HttpPortError(`${problem}.`);
  const allowedOrigins = listOrigins(settings.http_origins);
  const { openOperationsServer } = await import('../operations/http-server.js');
  const { attachWebSocketEndpoint } = await import('../websocket/endpoint.js');
  const operations = await openOperationsServer(readRooms, { port, host, token, allowedOrigins });
  const { createSocketRoom } = await import('../websocket/socket-room.js');
  const findSocketRoom = (id: string) => {
    const server = findRoom(id);
    return server === undefined ? undefined : createSocketRoom(server);
  };
  const sockets = attachWebSocketEndpoint(operations.http, findSocketRoom, {
    access: { host, token, allowedOrigins },
  });
  return {
    ...operations,
    close: () => {
      sockets.close();
      return operations.close();
    },
  };
}

function listOrigins(text: string): string[] {
  return text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
}
