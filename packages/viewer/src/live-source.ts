import type { BoardMessage, Frame } from '@rcss/core';
import {
  type BridgeMessage,
  type CommandRight,
  FRAMES_HEAD,
  FrameStore,
  type GraphicTile,
  MAX_GET,
  type Mark,
  type PageMessage,
  type ParamTable,
  type RefereeCommand,
  type SourceStatus,
} from '@rcss/frames';
import type { MatchSource, SourceChange } from './source.js';

const CHUNK = 128;
const RETRY_MS = [300, 700, 1500, 3000];

/** A match that a bridge shows, over a WebSocket that is opened again whenever it breaks. */
export class LiveSource implements MatchSource {
  readonly kind = 'live' as const;
  match = '';
  title = '';
  status: SourceStatus = { state: 'connecting', text: 'Connecting' };
  serverParams: ParamTable = {};
  playerParams: ParamTable = {};
  types: ReadonlyMap<number, ParamTable> = new Map();
  marks: readonly Mark[] = [];
  messages: readonly BoardMessage[] = [];
  graphics: readonly GraphicTile[] = [];
  rights: CommandRight = 'none';
  reply = '';
  private readonly store = new FrameStore();
  private readonly listeners = new Set<(change: SourceChange) => void>();
  private readonly url: string;
  private socket: WebSocket | null = null;
  private retries = 0;
  private closed = false;
  private token = '';
  private readonly asked = new Map<number, number>();
  private readonly cycleAnswers = new Map<number, (index: number) => void>();
  private cycleId = 0;

  constructor(url: string) {
    this.url = url;
    this.open();
  }

  get first(): number {
    return this.store.first;
  }

  get last(): number {
    return this.store.last;
  }

  get interval(): number {
    const step = this.serverParams['simulator_step'];
    return typeof step === 'number' && step > 0 ? step : 100;
  }

  frame(index: number): Frame | undefined {
    return this.store.get(index);
  }

  want(index: number): void {
    const from = Math.max(this.first, Math.floor(index / CHUNK) * CHUNK);
    for (const start of [from, from + CHUNK]) {
      if (start > this.last || performance.now() - (this.asked.get(start) ?? -9999) < 3000) continue;
      if (start !== from && this.complete(start)) continue;
      this.asked.set(start, performance.now());
      this.say({ t: 'get', from: start, count: Math.min(MAX_GET, CHUNK) });
    }
  }

  indexOfCycle(cycle: number): Promise<number> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.resolve(-1);
    const id = ++this.cycleId;
    return new Promise((resolve) => {
      this.cycleAnswers.set(id, resolve);
      this.say({ t: 'cycle', id, cycle });
    });
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  send(command: RefereeCommand): void {
    this.say({ t: 'command', command });
  }

  authorize(token: string): void {
    this.token = token;
    this.say({ t: 'auth', token });
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
    this.listeners.clear();
  }

  private complete(start: number): boolean {
    for (let i = start; i < start + CHUNK && i <= this.last; i++) if (!this.store.has(i)) return false;
    return true;
  }

  private say(message: PageMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private tell(change: SourceChange): void {
    for (const listener of this.listeners) listener(change);
  }

  private open(): void {
    if (this.closed) return;
    const socket = new WebSocket(this.url);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.retries = 0;
      if (this.token !== '') this.say({ t: 'auth', token: this.token });
    };
    socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (typeof event.data === 'string') this.text(event.data);
      else this.frames(event.data);
    };
    socket.onclose = () => {
      if (this.closed) return;
      for (const answer of this.cycleAnswers.values()) answer(-1);
      this.cycleAnswers.clear();
      this.asked.clear();
      this.status = { state: 'offline', text: 'No connection to the bridge; trying again' };
      this.tell('status');
      const wait = RETRY_MS[Math.min(this.retries++, RETRY_MS.length - 1)];
      setTimeout(() => this.open(), wait);
    };
  }

  private frames(data: ArrayBuffer): void {
    if (data.byteLength < FRAMES_HEAD) return;
    const view = new DataView(data);
    const index = view.getUint32(0, true);
    this.store.first = Math.max(this.store.first, view.getUint32(4, true));
    this.store.putBytes(index, new Uint8Array(data, FRAMES_HEAD));
    this.tell('frames');
  }

  private text(text: string): void {
    let message: BridgeMessage;
    try {
      message = JSON.parse(text) as BridgeMessage;
    } catch {
      return;
    }
    switch (message.t) {
      case 'hello':
        this.hello(message);
        break;
      case 'marks':
        this.marks = [...this.marks, ...message.marks];
        this.tell('info');
        break;
      case 'message':
        this.messages = [...this.messages.slice(-1999), message.message];
        this.tell('info');
        break;
      case 'tile':
        this.graphics = [...this.graphics, message.tile];
        this.tell('info');
        break;
      case 'status':
        this.status = message.status;
        this.tell('status');
        break;
      case 'rights':
        this.rights = message.rights;
        this.tell('rights');
        break;
      case 'reply':
        this.reply = message.text;
        this.tell('reply');
        break;
      case 'cycle':
        this.cycleAnswers.get(message.id)?.(message.index);
        this.cycleAnswers.delete(message.id);
        break;
    }
  }

  private hello(message: Extract<BridgeMessage, { t: 'hello' }>): void {
    const other = message.match !== this.match;
    if (other) {
      this.store.clear();
      this.asked.clear();
    }
    this.match = message.match;
    this.title = message.title;
    this.serverParams = message.server;
    this.playerParams = message.player;
    this.types = new Map(message.types);
    this.marks = message.marks;
    this.messages = message.messages;
    this.graphics = message.tiles;
    this.status = message.status;
    this.rights = message.rights;
    this.store.first = message.first;
    this.store.last = Math.max(this.store.last, message.last);
    this.tell(other ? 'match' : 'info');
    this.tell('status');
    this.tell('rights');
  }
}
