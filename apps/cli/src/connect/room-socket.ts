import {
  CHANNELS_SUBPROTOCOL,
  type ChannelFrame,
  decodeChannelFrame,
  encodeChannelFrame,
} from '@rcss/protocol/websocket';
import { WebSocket } from 'ws';

/** The server has refused a WebSocket, or cannot be reached. */
export class RoomConnectError extends Error {
  override readonly name = 'RoomConnectError';
  /** Whether another attempt may succeed: the server could not be reached, or is overloaded. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/** How a WebSocket ended. */
export interface RoomSocketEnd {
  /** Code of the close frame; 1006 without one. */
  readonly code: number;
  readonly reason: string;
}

/** A WebSocket with channels to a room. */
export interface RoomSocket {
  send(frame: ChannelFrame): void;
  /** Resolves when the WebSocket has ended. */
  readonly ended: Promise<RoomSocketEnd>;
  close(): void;
}

const OPEN_TIMEOUT_MS = 10_000;
/** Time after which a WebSocket on which nothing arrives is taken as lost, ms. The server pings every 15 s. */
const SILENCE_TIMEOUT_MS = 40_000;
const MAX_REFUSAL_LENGTH = 500;
/** Largest frame of a server, bytes: messages have at most 8192. */
const MAX_FRAME_BYTES = 65_536;

/**
 * Opens a WebSocket to a room.
 *
 * @throws {RoomConnectError} (as a rejection) with the reason of the server.
 */
export function openRoomSocket(
  url: string,
  token: string | undefined,
  onFrame: (frame: ChannelFrame) => void,
): Promise<RoomSocket> {
  const socket = new WebSocket(url, CHANNELS_SUBPROTOCOL, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    handshakeTimeout: OPEN_TIMEOUT_MS,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  const silence = setTimeout(() => socket.terminate(), SILENCE_TIMEOUT_MS);
  socket.on('ping', () => silence.refresh());
  socket.on('message', (data) => {
    silence.refresh();
    const frame = decodeChannelFrame(data as Buffer);
    if (frame !== null) onFrame(frame);
  });
  const ended = new Promise<RoomSocketEnd>((resolve) => {
    socket.on('close', (code, reason) => {
      clearTimeout(silence);
      resolve({ code, reason: reason.toString() });
    });
  });
  return new Promise((resolve, reject) => {
    socket.on('error', (error: NodeJS.ErrnoException) => reject(new RoomConnectError(error.message, true)));
    socket.on('unexpected-response', (request, response) => {
      let text = '';
      const timeout = setTimeout(refuse, OPEN_TIMEOUT_MS);
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text = (text + part).slice(0, MAX_REFUSAL_LENGTH);
        // The rest does not matter; it may have no end.
        if (text.length === MAX_REFUSAL_LENGTH) refuse();
      });
      response.on('error', refuse);
      response.on('end', refuse);
      function refuse(): void {
        clearTimeout(timeout);
        clearTimeout(silence);
        const { statusCode = 0, statusMessage = '' } = response;
        const reason = text.trim() === '' ? statusMessage : text.trim();
        request.destroy();
        reject(
          new RoomConnectError(`${reason} (HTTP ${statusCode})`, statusCode >= 500 || statusCode === 429),
        );
      }
    });
    socket.on('open', () =>
      resolve({
        send: (frame) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(encodeChannelFrame(frame));
        },
        ended,
        close: () => socket.close(1000),
      }),
    );
  });
}
