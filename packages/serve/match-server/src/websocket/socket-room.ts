import type { SocketRole } from '@rcss/protocol/websocket';
import type { Server } from '../sessions/server.js';
import { ChannelsSocketHandler } from './channels-socket.js';
import { ClientSocketHandler, type SocketAddresses } from './client-socket.js';
import type { FrameHandler, PeerHandler, SocketPeer } from './socket-peer.js';

/** What a WebSocket needs of the server of a room. */
export type SocketRoomServer = Pick<Server, 'net' | 'run'>;

/** A WebSocket that a room gets. Plain data, so that it can be sent to another thread. */
export interface SocketRequest {
  readonly room: string;
  readonly role: SocketRole;
  readonly addresses: SocketAddresses;
  /** Most channels of the WebSocket at a time. */
  readonly maxChannels: number;
}

/** A room as the endpoint sees it. */
export interface SocketRoom {
  /** Whether the match is over; then no client can connect. */
  readonly isOver: boolean;
  /**
   * Opens the room's side of a WebSocket.
   *
   * @param getPeer Returns the WebSocket, which is created after its handler.
   */
  openSocket(request: SocketRequest, getPeer: () => SocketPeer): PeerHandler;
}

/** Returns the room of a server in this thread. */
export function createSocketRoom(server: SocketRoomServer): SocketRoom {
  return {
    isOver: server.run.ending !== null,
    openSocket: (request, getPeer) => openLocalSocket(server, request, getPeer),
  };
}

function openLocalSocket(
  { net }: SocketRoomServer,
  { room, role, addresses, maxChannels }: SocketRequest,
  getPeer: () => SocketPeer,
): PeerHandler {
  const { address, port } = addresses;
  const handler: FrameHandler =
    role === 'channels'
      ? new ChannelsSocketHandler(net, addresses, maxChannels, getPeer)
      : new ClientSocketHandler(net, role, addresses, getPeer);
  return {
    onOpen: () => net.peers.add(getPeer()),
    onFrame: (bytes) => handler.onFrame(bytes),
    onViolation: (reason) =>
      net.warnings.warn(
        `websocket ${address}`,
        `Warning: the WebSocket of ${address}:${port} (room ${room}, ${role}) is closed: ${reason}`,
      ),
    onEnd: () => {
      net.peers.delete(getPeer());
      handler.onEnd();
    },
  };
}
