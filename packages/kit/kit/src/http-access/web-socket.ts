/**
 * The handshake of WebSockets (RFC 6455), for all servers. The package ws would also accept version 8 of the handshake, and answer with the
 * subprotocol that a client names first.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { releaseUpgradedSocket } from './limited-server.js';

/** The only version of the handshake that is spoken. */
const VERSION = '13';

/** What a `WebSocketServer` of the package ws does with a request. */
export interface SocketServer<Socket> {
  handleUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    onOpen: (socket: Socket, request: IncomingMessage) => void,
  ): void;
}

/** A request for a WebSocket, as `upgrade` of a server reports it. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Answers a request for a WebSocket with a status and a line of text, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: number, message: string, headers = ''): void {
  const body = `${message}\n`;
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Returns the subprotocols that a request offers. */
export function listSubprotocols({ headers }: IncomingMessage): string[] {
  return String(headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Opens the WebSocket of an allowed request. Its answer names the subprotocol of the path and no other; another version of the handshake is
 * refused with the one that is spoken.
 *
 * @param subprotocol What the path speaks, if the client offers it; null: no subprotocol.
 */
export function acceptUpgrade<Socket>(
  sockets: SocketServer<Socket>,
  { request, socket, head }: UpgradeRequest,
  subprotocol: string | null,
  onOpen: (socket: Socket) => void,
): void {
  const { headers } = request;
  const version = headers['sec-websocket-version'];
  if (version !== VERSION) {
    const given = version === undefined ? 'missing' : JSON.stringify(version.slice(0, 40));
    refuseUpgrade(
      socket,
      426,
      `Sec-WebSocket-Version: ${given}; this server speaks version ${VERSION}.`,
      `Sec-WebSocket-Version: ${VERSION}\r\nUpgrade: websocket\r\n`,
    );
    return;
  }
  // ws answers with the first one that it reads.
  if (subprotocol !== null && listSubprotocols(request).includes(subprotocol))
    headers['sec-websocket-protocol'] = subprotocol;
  else delete headers['sec-websocket-protocol'];
  sockets.handleUpgrade(request, socket, head, (opened) => {
    releaseUpgradedSocket(socket);
    onOpen(opened);
  });
}
