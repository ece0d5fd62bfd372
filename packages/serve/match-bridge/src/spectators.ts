import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DebugRecord } from '@rcss/core/debug-channel';
import {
  type BridgeMessage,
  type CommandRight,
  FRAME_BYTES,
  FRAMES_HEADER_BYTES,
  MAX_FRAMES_PER_REQUEST,
  type PageMessage,
  type SourceStatus,
} from '@rcss/frames';
import {
  acceptUpgrade,
  isHostAllowed,
  isOriginAllowed,
  isSameToken,
  refuseUpgrade,
} from '@rcss/kit/http-access';
import type { MatchHistory } from '@rcss/viewer/monitor';
import { WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from './web-server.js';

/** Unsent bytes above which a browser gets no frames until it has caught up; it skips the frames between. */
const MAX_LIVE_QUEUE_BYTES = 256 * 1024;
/** Unsent bytes above which a browser is disconnected; its page reconnects. */
const MAX_QUEUE_BYTES = 1024 * 1024;
/**
 * If the unsent bytes of all browsers are more than this, a browser that gets no new frames because of its own
 * unsent bytes gets no past frames either.
 */
const MAX_TOTAL_QUEUE_BYTES = 128 * 1024 * 1024;
/** Messages of a browser: this many at once, and this many more per second; further ones are ignored. */
const MAX_MESSAGE_BURST = 400;
/** Ignored messages of a browser after which it is disconnected; its page reconnects. */
const MAX_IGNORED_MESSAGES = 2000;
const MESSAGES_PER_SECOND = 200;
/** Wrong tokens after which a connection is closed. */
const MAX_WRONG_TOKENS = 5;
/** Frames that a new browser gets at once: enough for trails and fading marks. */
const INITIAL_FRAMES = 40;
const PING_INTERVAL_MS = 15_000;

export interface SpectatorOptions {
  readonly host: string;
  readonly allowedOrigins: readonly string[];
  /** `open`: all may send commands; a token: those that send it; null: none. */
  readonly commands: 'open' | { readonly token: string } | null;
  readonly title: string;
  readonly maxSpectators: number;
  /** Returns the debug records of cycles; null if the bridge receives none. */
  readonly findDebugRecords?: ((from: number, to: number) => readonly DebugRecord[]) | null;
}

interface Spectator {
  readonly socket: WebSocket;
  isAuthorized: boolean;
  /** Whether the page requested debug records. */
  hasDebug: boolean;
  isAlive: boolean;
  wrongTokenCount: number;
  /** Messages that the browser may send now, and the time of this count, ms. */
  messageAllowance: number;
  countedAt: number;
  ignoredCount: number;
}

/** Connected browsers. A slow browser does not delay the others. */
export class Spectators {
  readonly #sockets: WebSocketServer;
  status: SourceStatus = { state: 'connecting', text: '' };
  /** Called with a command of an allowed spectator; the returned answer is sent to that spectator. */
  onCommand: (command: unknown) => string = () => '';
  readonly #history: MatchHistory;
  readonly #options: SpectatorOptions;
  /** Frames that were not sent to slow browsers, in total. */
  skippedFrameCount = 0;
  readonly #all = new Set<Spectator>();
  readonly #timer: NodeJS.Timeout;

  constructor(http: Server, history: MatchHistory, options: SpectatorOptions) {
    this.#history = history;
    this.#options = options;
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: 16 * 1024,
      perMessageDeflate: false,
      // One message per turn of the event loop: what a browser has sent at once does not delay the others.
      allowSynchronousEvents: false,
    });
    http.on('upgrade', (request, socket, head) => this.#handleUpgrade(request, socket, head));
    this.#timer = setInterval(() => this.#pingSpectators(), PING_INTERVAL_MS);
    this.#timer.unref();
  }

  get count(): number {
    return this.#all.size;
  }

  /** Unsent bytes of all browsers. */
  get queuedBytes(): number {
    let total = 0;
    for (const { socket } of this.#all) total += socket.bufferedAmount;
    return total;
  }

  /** Sends all data of the match again: after the start of another match or a change of the parameters. */
  sendHello(): void {
    for (const spectator of this.#all) {
      this.#send(spectator, this.#createHello(spectator));
    }
  }

  #send(spectator: Spectator, message: BridgeMessage): void {
    this.#sendText(spectator, JSON.stringify(message));
  }

  sendAll(message: BridgeMessage): void {
    if (this.#all.size === 0) return;
    // One copy of the bytes for all browsers.
    const text = Buffer.from(JSON.stringify(message), 'utf8');
    for (const spectator of this.#all) this.#sendText(spectator, text);
  }

  /** Sends debug records to the pages that requested some; a page that does not read misses them. */
  sendDebugRecords(records: readonly DebugRecord[]): void {
    const spectators = [...this.#all].filter(({ hasDebug }) => hasDebug);
    if (spectators.length === 0) return;
    const text = Buffer.from(JSON.stringify({ t: 'debug', records } satisfies BridgeMessage), 'utf8');
    for (const spectator of spectators)
      if (spectator.socket.bufferedAmount <= MAX_LIVE_QUEUE_BYTES) this.#sendText(spectator, text);
  }

  setStatus(status: SourceStatus): void {
    this.status = status;
    this.sendAll({ t: 'status', status });
  }

  sendFrame(index: number): void {
    if (this.#all.size === 0) return;
    const bytes = this.#encodeFrames(index, 1);
    for (const spectator of this.#all) {
      const { socket } = spectator;
      if (socket.readyState !== WebSocket.OPEN) continue;
      if (socket.bufferedAmount > MAX_LIVE_QUEUE_BYTES) this.skippedFrameCount++;
      else socket.send(bytes);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { socket } of this.#all) socket.close(1001);
    const left = [...this.#all];
    setTimeout(() => {
      for (const { socket } of left) socket.terminate();
    }, 200).unref();
    this.#sockets.close();
  }

  #handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { host, allowedOrigins, maxSpectators } = this.#options;
    if ((request.url ?? '').split('?', 1)[0] !== SOCKET_PATH)
      refuseUpgrade(socket, 404, `The WebSocket of this page is ${SOCKET_PATH}.`);
    else if (!isHostAllowed(request.headers.host, host) || !isOriginAllowed(request.headers, allowedOrigins))
      refuseUpgrade(socket, 403, 'Host or Origin is not allowed.');
    else if (this.#all.size >= maxSpectators)
      refuseUpgrade(socket, 503, `${maxSpectators} pages are open; no more are accepted.`);
    else acceptUpgrade(this.#sockets, { request, socket, head }, null, (ws) => this.#addSpectator(ws));
  }

  #addSpectator(socket: WebSocket): void {
    const spectator: Spectator = {
      socket,
      isAuthorized: false,
      hasDebug: false,
      isAlive: true,
      wrongTokenCount: 0,
      messageAllowance: MAX_MESSAGE_BURST,
      countedAt: performance.now(),
      ignoredCount: 0,
    };
    this.#all.add(spectator);
    socket.on('close', () => this.#all.delete(spectator));
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => {
      spectator.isAlive = true;
    });
    socket.on('message', (data, binary) => {
      if (allowMessage(spectator) && !binary) this.#receive(spectator, String(data));
    });
    this.#send(spectator, this.#createHello(spectator));
    const { last, first } = this.#history.frames;
    this.#sendFrames(spectator, Math.max(first, last - INITIAL_FRAMES + 1), INITIAL_FRAMES);
  }

  #getRights(spectator: Spectator): CommandRight {
    const { commands } = this.#options;
    if (commands === null) return 'none';
    return commands === 'open' || spectator.isAuthorized ? 'open' : 'token';
  }

  #createHello(spectator: Spectator): BridgeMessage {
    const history = this.#history;
    return {
      t: 'hello',
      match: history.match,
      title: this.#options.title,
      first: history.frames.first,
      last: history.frames.last,
      server: history.serverParams,
      player: history.playerParams,
      types: [...history.types],
      marks: history.marks,
      messages: history.messages,
      tiles: history.tiles,
      status: this.status,
      rights: this.#getRights(spectator),
      ...(this.#options.findDebugRecords ? { debug: true } : {}),
    };
  }

  #sendText(spectator: Spectator, text: string | Buffer): void {
    const { socket } = spectator;
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > MAX_QUEUE_BYTES) socket.terminate();
    else socket.send(text, { binary: false });
  }

  #encodeFrames(index: number, count: number): Buffer {
    const frames = this.#history.frames.getBytes(index, count);
    const message = Buffer.allocUnsafe(FRAMES_HEADER_BYTES + frames.length);
    message.writeUInt32LE(index, 0);
    message.writeUInt32LE(this.#history.frames.first, 4);
    message.set(frames, FRAMES_HEADER_BYTES);
    return message;
  }

  /** Sends past frames, in one message per block. */
  #sendFrames(spectator: Spectator, from: number, count: number): void {
    const { frames } = this.#history;
    const end = Math.min(frames.last + 1, from + count);
    for (let index = Math.max(from, frames.first); index < end; ) {
      const message = this.#encodeFrames(index, end - index);
      const sent = (message.length - FRAMES_HEADER_BYTES) / FRAME_BYTES;
      if (sent === 0) return;
      spectator.socket.send(message);
      index += sent;
    }
  }

  /** Whether a browser may get past frames. Disconnects a browser that requests frames but does not read them. */
  #hasRoomForPast({ socket }: Spectator): boolean {
    const queued = socket.bufferedAmount;
    if (queued > MAX_QUEUE_BYTES) {
      socket.terminate();
      return false;
    }
    if (queued <= MAX_LIVE_QUEUE_BYTES) return true;
    return this.queuedBytes <= MAX_TOTAL_QUEUE_BYTES;
  }

  #receive(spectator: Spectator, text: string): void {
    let message: PageMessage;
    try {
      message = JSON.parse(text) as PageMessage;
    } catch {
      return;
    }
    if (typeof message !== 'object' || message === null) return;
    switch (message.t) {
      case 'get':
        if (!Number.isSafeInteger(message.from) || message.from < 0) return;
        if (!this.#hasRoomForPast(spectator)) return;
        this.#sendFrames(
          spectator,
          message.from,
          Math.min(MAX_FRAMES_PER_REQUEST, Math.max(1, readNumber(message.count) || 1)),
        );
        return;
      case 'cycle':
        this.#send(spectator, {
          t: 'cycle',
          id: readNumber(message.id),
          index: this.#history.frames.indexOfCycle(readNumber(message.cycle)),
        });
        return;
      case 'debug': {
        const { findDebugRecords } = this.#options;
        if (!findDebugRecords || !Number.isInteger(message.from) || !Number.isInteger(message.to)) return;
        const records = findDebugRecords(message.from, message.to);
        spectator.hasDebug = true;
        if (!this.#hasRoomForPast(spectator)) return;
        if (records.length > 0) this.#send(spectator, { t: 'debug', records });
        return;
      }
      case 'auth':
        this.#authorize(spectator, message.token);
        return;
      case 'command': {
        const answer =
          this.#getRights(spectator) === 'open'
            ? this.onCommand(message.command)
            : 'Not allowed. Enter the token first';
        this.#send(spectator, { t: 'reply', text: answer });
      }
    }
  }

  #authorize(spectator: Spectator, token: unknown): void {
    const { commands } = this.#options;
    if (commands === null || commands === 'open') return;
    if (isSameToken(token, commands.token)) {
      spectator.isAuthorized = true;
      this.#send(spectator, { t: 'rights', rights: 'open' });
      return;
    }
    this.#send(spectator, {
      t: 'reply',
      text: 'Wrong token. Enter the one that the bridge printed at its start',
    });
    // Limits the number of guesses. The browser may never confirm the end of the connection, so `allowMessage`
    // refuses its further messages.
    if (++spectator.wrongTokenCount >= MAX_WRONG_TOKENS) spectator.socket.close(1008);
  }

  #pingSpectators(): void {
    for (const spectator of this.#all) {
      if (!spectator.isAlive) spectator.socket.terminate();
      else {
        spectator.isAlive = false;
        spectator.socket.ping();
      }
    }
  }
}

/** Returns a number of a message; NaN if it is another value. A conversion would fail at deeply nested lists. */
function readNumber(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Whether one more message of a browser is handled; counts it. */
function allowMessage(spectator: Spectator): boolean {
  if (spectator.socket.readyState !== WebSocket.OPEN || spectator.wrongTokenCount >= MAX_WRONG_TOKENS)
    return false;
  const now = performance.now();
  const gained = ((now - spectator.countedAt) * MESSAGES_PER_SECOND) / 1000;
  spectator.countedAt = now;
  spectator.messageAllowance = Math.min(MAX_MESSAGE_BURST, spectator.messageAllowance + gained);
  if (spectator.messageAllowance < 1) {
    spectator.ignoredCount += 1;
    if (spectator.ignoredCount > MAX_IGNORED_MESSAGES) spectator.socket.terminate();
    return false;
  }
  spectator.messageAllowance -= 1;
  return true;
}
