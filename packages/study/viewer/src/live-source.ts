import type { DebugRecord } from '@rcss/core/debug-channel';
import {
  type BridgeMessage,
  FRAMES_HEADER_BYTES,
  FrameStore,
  MAX_FRAMES_PER_REQUEST,
  type PageMessage,
  type RefereeCommand,
} from '@rcss/frames';
import { addBoardMessage } from './board-messages.js';
import { SocketSource } from './socket-source.js';
import type { MatchSource } from './source.js';

const FRAMES_PER_REQUEST = 128;
/** Cycles of one request for debug records. */
const DEBUG_CYCLES_PER_REQUEST = 20;

/** A match from a bridge over a WebSocket; the source opens the WebSocket again after each disconnect. */
export class LiveSource extends SocketSource implements MatchSource {
  protected readonly frames: FrameStore = new FrameStore();
  readonly #url: string;
  #token = '';
  readonly #requestTimes = new Map<number, number>();
  readonly #pendingCycles = new Map<number, (index: number) => void>();
  #lastCycleId = 0;
  #hasDebug = false;
  /** The first cycle whose debug records arrive without a request; -1 before the first request. */
  #debugLiveFrom = -1;
  #debugRecords: DebugRecord[] = [];
  readonly #debugBlocks = new Set<number>();

  constructor(url: string) {
    super();
    this.#url = url;
    this.open();
  }

  override requestFrames(index: number): void {
    const from = Math.max(this.first, Math.floor(index / FRAMES_PER_REQUEST) * FRAMES_PER_REQUEST);
    for (const start of [from, from + FRAMES_PER_REQUEST]) {
      if (start > this.last || performance.now() - (this.#requestTimes.get(start) ?? -9999) < 3000) continue;
      if (start !== from && this.#hasAllFrames(start)) continue;
      this.#requestTimes.set(start, performance.now());
      this.#send({ t: 'get', from: start, count: Math.min(MAX_FRAMES_PER_REQUEST, FRAMES_PER_REQUEST) });
    }
  }

  /** Requests the records of the cycles around `time`, once; the first call also requests all later ones. */
  requestDebugRecords(time: number): void {
    if (!this.#hasDebug || this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.#debugLiveFrom < 0) this.#debugLiveFrom = (this.getFrame(this.last)?.time ?? time) + 1;
    const from = time - (time % DEBUG_CYCLES_PER_REQUEST);
    if (from >= this.#debugLiveFrom || this.#debugBlocks.has(from)) return;
    this.#debugBlocks.add(from);
    const to = Math.min(from + DEBUG_CYCLES_PER_REQUEST, this.#debugLiveFrom) - 1;
    this.#send({ t: 'debug', from, to });
  }

  takeDebugRecords(): readonly DebugRecord[] {
    return this.#debugRecords.splice(0);
  }

  indexOfCycle(cycle: number): Promise<number> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.resolve(-1);
    const id = ++this.#lastCycleId;
    return new Promise((resolve) => {
      this.#pendingCycles.set(id, resolve);
      this.#send({ t: 'cycle', id, cycle });
    });
  }

  /** Sends a referee command to the bridge. */
  override sendCommand(command: RefereeCommand): void {
    this.#send({ t: 'command', command });
  }

  /** Sends the token for the referee commands. */
  override authorize(token: string): void {
    this.#token = token;
    this.#send({ t: 'auth', token });
  }

  #hasAllFrames(start: number): boolean {
    for (let i = start; i < start + FRAMES_PER_REQUEST && i <= this.last; i++)
      if (!this.frames.has(i)) return false;
    return true;
  }

  #send(message: PageMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  protected createSocket(): WebSocket {
    const socket = new WebSocket(this.#url);
    socket.onopen = () => {
      this.retryCount = 0;
      if (this.#token !== '') this.#send({ t: 'auth', token: this.#token });
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === 'string') this.#receiveText(event.data);
      else this.#receiveFrames(event.data);
    };
    return socket;
  }

  protected handleEnd(): string {
    for (const answer of this.#pendingCycles.values()) answer(-1);
    this.#pendingCycles.clear();
    this.#requestTimes.clear();
    // The bridge forgets what a closed connection requested.
    this.#debugLiveFrom = -1;
    return 'No connection to the bridge';
  }

  #receiveFrames(data: ArrayBuffer): void {
    if (data.byteLength < FRAMES_HEADER_BYTES) return;
    const view = new DataView(data);
    const index = view.getUint32(0, true);
    this.frames.first = Math.max(this.frames.first, view.getUint32(4, true));
    this.frames.putBytes(index, new Uint8Array(data, FRAMES_HEADER_BYTES));
    this.notify('frames');
  }

  #receiveText(text: string): void {
    let message: BridgeMessage;
    try {
      message = JSON.parse(text) as BridgeMessage;
    } catch {
      return;
    }
    switch (message.t) {
      case 'hello':
        this.#receiveHello(message);
        break;
      case 'marks':
        this.marks = [...this.marks, ...message.marks];
        this.notify('info');
        break;
      case 'message':
        addBoardMessage(this.messages, message.message);
        this.notify('info');
        break;
      case 'tile':
        this.tiles = [...this.tiles, message.tile];
        this.notify('info');
        break;
      case 'status':
        this.status = message.status;
        this.notify('status');
        break;
      case 'rights':
        this.rights = message.rights;
        this.notify('rights');
        break;
      case 'reply':
        this.reply = message.text;
        this.notify('reply');
        break;
      case 'debug':
        this.#debugRecords.push(...message.records);
        this.notify('debug');
        break;
      case 'cycle':
        this.#pendingCycles.get(message.id)?.(message.index);
        this.#pendingCycles.delete(message.id);
        break;
    }
  }

  #receiveHello(message: Extract<BridgeMessage, { t: 'hello' }>): void {
    // A bridge with fewer frames than before has not recorded the match from the same frame on.
    const other = message.match !== this.match || message.last < this.frames.last;
    this.#hasDebug = message.debug === true;
    if (other) {
      this.#debugBlocks.clear();
      this.#debugLiveFrom = -1;
      this.#debugRecords = [];
      this.frames.clear();
      this.#requestTimes.clear();
    }
    this.match = message.match;
    this.title = message.title;
    this.serverParams = message.server;
    this.playerParams = message.player;
    this.types = new Map(message.types);
    this.marks = message.marks;
    this.messages = [...message.messages];
    this.tiles = message.tiles;
    this.status = message.status;
    this.rights = message.rights;
    this.frames.first = message.first;
    this.frames.last = Math.max(this.frames.last, message.last);
    this.notify(other ? 'match' : 'info');
    this.notify('status');
    this.notify('rights');
  }
}
