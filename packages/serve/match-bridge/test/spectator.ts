/** A browser at a bridge, without TCP: its WebSocket is a pair of streams, and it keeps what it has received. */
import type { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { FRAME_BYTES, FRAMES_HEADER_BYTES } from '@rcss/frames';
import { SOCKET_PATH } from '../src/web-server.js';

export class TestSpectator {
  /** Whether it reads what arrives. */
  isReading = true;
  isGone = false;
  /** Frames of the match by index. */
  readonly frames = new Map<number, string>();
  /** What a page cannot cope with. */
  problem = '';
  lastIndex = -1;
  #match = '';
  #bytes = Buffer.alloc(0);
  #hasHead = false;
  #read: () => void = () => {};
  readonly #socket: Duplex;

  /** Opens a WebSocket at a server of the bridge. */
  constructor(http: EventEmitter) {
    this.#socket = new Duplex({
      read: () => {},
      write: (chunk: Buffer, _encoding, done) => {
        const read = () => {
          this.#take(chunk);
          done();
        };
        if (this.isReading) read();
        else this.#read = read;
      },
      destroy: (_error, done) => {
        this.isGone = true;
        done(null);
      },
    });
    const headers = {
      host: '127.0.0.1',
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    http.emit('upgrade', { method: 'GET', url: SOCKET_PATH, headers }, this.#socket, Buffer.alloc(0));
  }

  /** Reads again. */
  wake(): void {
    this.isReading = true;
    this.#read();
    this.#read = () => {};
  }

  /** Disappears without a word, as a browser whose network is gone. */
  vanish(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    if (!this.#hasHead) {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.#hasHead = true;
      this.#bytes = this.#bytes.subarray(end + 4);
    }
    for (;;) {
      const short = this.#bytes[1] ?? 0;
      const head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.#bytes.length < head) return;
      const size =
        short === 126
          ? this.#bytes.readUInt16BE(2)
          : short === 127
            ? Number(this.#bytes.readBigUInt64BE(2))
            : short;
      if (this.#bytes.length < head + size) return;
      this.#receive(this.#bytes[0]! & 15, this.#bytes.subarray(head, head + size));
      this.#bytes = this.#bytes.subarray(head + size);
    }
  }

  #receive(opcode: number, data: Buffer): void {
    if (opcode === 9) {
      // A pong with a mask of zeros.
      this.#socket.push(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
    } else if (opcode === 1) {
      const message = JSON.parse(data.toString()) as { t: string; match: string };
      if (message.t !== 'hello' || message.match === this.#match) return;
      this.#match = message.match;
      this.frames.clear();
      this.lastIndex = -1;
    } else if (opcode === 2) {
      const first = data.readUInt32LE(0);
      for (let at = FRAMES_HEADER_BYTES, index = first; at < data.length; at += FRAME_BYTES, index++) {
        const frame = data.subarray(at, at + FRAME_BYTES).toString('latin1');
        if ((this.frames.get(index) ?? frame) !== frame)
          this.problem = `frame ${index} came twice and differs`;
        if (index < this.lastIndex) this.problem = `frame ${index} came after frame ${this.lastIndex}`;
        this.frames.set(index, frame);
        this.lastIndex = index;
      }
    }
  }
}
