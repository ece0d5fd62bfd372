import { WebSocket } from 'ws';
import type { PeerHandler, PeerLimits, SocketPeer } from './socket-peer.js';

/** Frames that may arrive in a pause, because they were read before it; with more, the peer is disconnected. */
const MAX_PAUSED_FRAMES = 4000;
/** Time after which a WebSocket whose peer does not confirm its end is destroyed, ms. */
const CLOSE_TIMEOUT_MS = 1000;
/** Maximum length of the reason in a close frame, bytes. */
const MAX_REASON_BYTES = 123;
const BINARY = { binary: true, compress: false } as const;

/** One WebSocket with its limits: unsent bytes, pings, the pace of reading. */
export class WebSocketPeer implements SocketPeer {
  readonly #socket: WebSocket;
  readonly #limits: PeerLimits;
  readonly #handler: PeerHandler;
  #isOpen = true;
  #isAlive = true;
  #pauseTimer: NodeJS.Timeout | undefined;
  /** Frames that have arrived since the begin of the pause. */
  #pausedFrameCount = 0;
  readonly #pingTimer: NodeJS.Timeout;
  #acceptTimer: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, limits: PeerLimits, handler: PeerHandler) {
    this.#socket = socket;
    this.#limits = limits;
    this.#handler = handler;
    socket.on('message', (data) => this.#receive(data as Buffer));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    // ws closes the socket after an error of the protocol; `close` follows.
    socket.on('error', () => {});
    socket.on('close', () => this.#end());
    this.#pingTimer = setInterval(() => this.#ping(), limits.pingIntervalMs).unref();
    this.#acceptTimer = setTimeout(() => {
      this.close('no client was accepted in time', 1008);
    }, limits.acceptTimeoutMs).unref();
  }

  /** Ends the limit of time for a WebSocket without clients. */
  markAccepted(): void {
    clearTimeout(this.#acceptTimer);
    this.#acceptTimer = undefined;
  }

  /** Sends the parts as one binary frame; the bytes may be reused after the call. */
  send(...parts: readonly Uint8Array[]): void {
    if (!this.#isOpen) return;
    this.#socket.send(Buffer.concat(parts), BINARY);
    if (this.#socket.bufferedAmount > this.#limits.maxQueuedBytes) {
      this.#terminate(`more than ${this.#limits.maxQueuedBytes} bytes wait because it does not read`);
    }
  }

  /** Ends the WebSocket with a close frame. */
  close(reason: string, code = 1000): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const bytes = Buffer.from(reason, 'utf8').subarray(0, MAX_REASON_BYTES);
    this.#socket.resume();
    this.#socket.close(code, bytes.toString('utf8').replace(/\uFFFD+$/, ''));
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  #receive(data: Buffer): void {
    if (!this.#isOpen) return;
    if (this.#pauseTimer !== undefined) {
      this.#pausedFrameCount += 1;
      if (this.#pausedFrameCount > MAX_PAUSED_FRAMES) {
        this.#terminate(`more than ${MAX_PAUSED_FRAMES} frames have arrived beyond its limits`);
        return;
      }
    }
    if (this.#handler.onFrame(data) || this.#pauseTimer !== undefined) return;
    this.#pausedFrameCount = 0;
    this.#socket.pause();
    this.#pauseTimer = setTimeout(() => {
      this.#pauseTimer = undefined;
      this.#socket.resume();
    }, this.#limits.pauseMs);
  }

  #ping(): void {
    // The answers of a paused peer are not read.
    if (!this.#isOpen || this.#pauseTimer !== undefined) return;
    if (!this.#isAlive) {
      this.#terminate('it does not answer pings');
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }

  #terminate(reason: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#isOpen = false;
    this.#handler.onViolation(reason);
    this.#socket.terminate();
  }

  #end(): void {
    this.#isOpen = false;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#pauseTimer);
    clearTimeout(this.#acceptTimer);
    this.#handler.onEnd();
  }
}
