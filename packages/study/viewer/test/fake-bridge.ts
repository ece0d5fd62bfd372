import type { Frame } from '@rcss/core';
import {
  type BridgeMessage,
  encodeFrame,
  FRAME_BYTES,
  FRAMES_HEADER_BYTES,
  type Mark,
  MarkFinder,
  type PageMessage,
  type RefereeCommand,
} from '@rcss/frames';
import type { Page, WebSocketRoute } from 'playwright-core';
import { createTestFrame, moveTestFrame } from './match.js';

/** The bridge's side of the page's WebSocket: sends frames of the test match and records the commands. */
export class FakeBridge {
  readonly frame: Frame = createTestFrame();
  readonly commands: RefereeCommand[] = [];
  match = 'm1';
  readonly #server: Readonly<Record<string, number | string>>;
  #frames: Uint8Array[] = [];
  #marks: Mark[] = [];
  readonly #finder = new MarkFinder();
  #socket: WebSocketRoute | null = null;

  constructor(server: Readonly<Record<string, number | string>> = { coach_w_referee: 1 }) {
    this.#server = server;
  }

  /** Answers the WebSocket of a page; for `prepare` of `PageBrowser.open`. */
  readonly attach = async (page: Page): Promise<void> => {
    await page.routeWebSocket('**/frames', (socket) => {
      this.#socket = socket;
      socket.onMessage((text) => this.#receive(JSON.parse(String(text)) as PageMessage));
      this.sendHello();
      this.#sendFrames(0, this.#frames.length);
    });
  };

  /** Plays cycles: stores their frames and sends them. */
  play(cycleCount: number, change: (frame: Frame) => void = () => {}): void {
    for (let i = 0; i < cycleCount; i++) {
      moveTestFrame(this.frame, this.frame.time + 1);
      change(this.frame);
      const bytes = new Uint8Array(FRAME_BYTES);
      encodeFrame(this.frame, new DataView(bytes.buffer), 0);
      const index = this.#frames.push(bytes) - 1;
      this.#sendFrames(index, 1);
      const marks = this.#finder.find(this.frame, index);
      this.#marks.push(...marks);
      if (marks.length > 0) this.send({ t: 'marks', marks });
    }
  }

  /** Ends the connection and begins another match, without frames. */
  async restart(match: string): Promise<void> {
    this.match = match;
    this.#frames = [];
    this.#marks = [];
    this.#finder.reset();
    this.frame.time = 0;
    const socket = this.#socket;
    this.#socket = null;
    await socket?.close();
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  send(message: BridgeMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  sendHello(): void {
    this.send({
      t: 'hello',
      match: this.match,
      title: '127.0.0.1:6000',
      first: 0,
      last: this.#frames.length - 1,
      server: this.#server,
      player: {},
      types: [[0, {}]],
      marks: this.#marks,
      messages: [],
      tiles: [],
      status: { state: 'live', text: 'Connected to 127.0.0.1:6000' },
      rights: 'open',
    });
  }

  #sendFrames(index: number, count: number): void {
    if (this.#socket === null || count === 0) return;
    const message = Buffer.alloc(FRAMES_HEADER_BYTES + count * FRAME_BYTES);
    message.writeUInt32LE(index, 0);
    for (let i = 0; i < count; i++)
      message.set(this.#frames[index + i] as Uint8Array, FRAMES_HEADER_BYTES + i * FRAME_BYTES);
    this.#socket.send(message);
  }

  #receive(message: PageMessage): void {
    if (message.t === 'command') this.commands.push(message.command);
    else if (message.t === 'get')
      this.#sendFrames(message.from, Math.min(message.count, this.#frames.length - message.from));
    else if (message.t === 'cycle') {
      const index = message.cycle <= this.frame.time ? Math.max(0, message.cycle - 1) : -1;
      this.send({ t: 'cycle', id: message.id, index });
    }
  }
}
