/** A WebSocket of the main thread whose room is in a worker thread. Both sides talk over a message port. */

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { joinBytes } from '@rcss/sexp';
import type { PeerHandler, SocketPeer } from './socket-peer.js';
import { createSocketRoom, type SocketRequest, type SocketRoomServer } from './socket-room.js';

/** Bytes of frames that may wait for the worker; with more, the peer is read more slowly. */
const MAX_UNREAD_BYTES = 256 << 10;
/** The worker reports the bytes that it has read in portions of this size. */
const READ_REPORT_BYTES = 32 << 10;
/** What a frame costs in addition to its bytes, in bytes: an empty frame is a message for the worker, too. */
const FRAME_OVERHEAD_BYTES = 64;

/** What the main thread sends; bytes are a frame. */
type ToRoom = Uint8Array | { readonly kind: 'violation'; readonly reason: string } | { readonly kind: 'end' };

/** What the worker sends; bytes are a frame. */
type FromRoom =
  | Uint8Array
  | { readonly kind: 'accepted' }
  | { readonly kind: 'slow' }
  | { readonly kind: 'read'; readonly bytes: number }
  | { readonly kind: 'close'; readonly reason: string; readonly code: number };

/**
 * Opens the handler of a WebSocket that sends all frames to a worker.
 *
 * @param sendPort Sends the request and the port of the worker's side to the worker, with the port as a transferred object.
 */
export function forwardSocket(getPeer: () => SocketPeer, sendPort: (port: MessagePort) => void): PeerHandler {
  const { port1: port, port2 } = new MessageChannel();
  const post = (message: ToRoom) => port.postMessage(message);
  let unreadBytes = 0;
  let isSlow = false;
  let hasEnded = false;
  return {
    onOpen: () => {
      port.on('message', (message: FromRoom) => {
        if (message instanceof Uint8Array) getPeer().send(message);
        else if (message.kind === 'accepted') getPeer().markAccepted();
        else if (message.kind === 'slow') isSlow = true;
        else if (message.kind === 'read') unreadBytes -= message.bytes;
        else getPeer().close(message.reason, message.code);
      });
      // The worker has ended by a fault.
      port.on('close', () => {
        if (!hasEnded) getPeer().close('the room has failed', 1011);
      });
      sendPort(port2);
    },
    onFrame: (bytes) => {
      unreadBytes += bytes.length + FRAME_OVERHEAD_BYTES;
      // A copy, because the buffer of the frame may be larger than the frame.
      post(new Uint8Array(bytes));
      const mayContinue = !isSlow && unreadBytes <= MAX_UNREAD_BYTES;
      isSlow = false;
      return mayContinue;
    },
    onViolation: (reason) => post({ kind: 'violation', reason }),
    onEnd: () => {
      hasEnded = true;
      post({ kind: 'end' });
      port.close();
    },
  };
}

/** Opens the worker's side of a WebSocket of {@link forwardSocket}. */
export function openForwardedSocket(
  server: SocketRoomServer | undefined,
  request: SocketRequest,
  port: MessagePort,
): void {
  const post = (message: FromRoom) => port.postMessage(message);
  let isAccepted = false;
  const peer: SocketPeer = {
    send: (...parts) => {
      // Not of the pool of small buffers, which would be sent whole.
      post(joinBytes(parts));
    },
    close: (reason, code = 1000) => post({ kind: 'close', reason, code }),
    markAccepted: () => {
      if (!isAccepted) post({ kind: 'accepted' });
      isAccepted = true;
    },
  };
  const room = server === undefined ? undefined : createSocketRoom(server);
  if (room === undefined || room.isOver) {
    peer.close('the match is over');
    port.on('message', (message: ToRoom) => {
      if (!(message instanceof Uint8Array) && message.kind === 'end') port.close();
    });
    return;
  }
  const handler = room.openSocket(request, () => peer);
  handler.onOpen();
  let readBytes = 0;
  port.on('message', (message: ToRoom) => {
    if (message instanceof Uint8Array) {
      readBytes += message.length + FRAME_OVERHEAD_BYTES;
      const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
      if (!handler.onFrame(bytes)) post({ kind: 'slow' });
      if (readBytes < READ_REPORT_BYTES) return;
      post({ kind: 'read', bytes: readBytes });
      readBytes = 0;
    } else if (message.kind === 'violation') handler.onViolation(message.reason);
    else {
      handler.onEnd();
      port.close();
    }
  });
}
