import type { Frame } from '@rcss/core';
import type { FrameStore, SourceStatus } from '@rcss/frames';
import { SourceBase } from './source.js';

const RECONNECT_DELAYS_MS = [300, 700, 1500, 3000];

/** A live match from a WebSocket, which is opened again after each disconnect. */
export abstract class SocketSource extends SourceBase {
  readonly kind = 'live' as const;
  protected abstract readonly frames: FrameStore;
  protected socket: WebSocket | null = null;
  /** Disconnects since the last connection that worked. */
  protected retryCount = 0;
  #isClosed = false;

  get first(): number {
    return this.frames.first;
  }

  /** Index of the newest frame; -1 without frames. */
  get last(): number {
    return this.frames.last;
  }

  getFrame(index: number): Frame | undefined {
    return this.frames.get(index);
  }

  /** Closes the connection and does not open it again. */
  override close(): void {
    this.#isClosed = true;
    this.socket?.close();
    super.close();
  }

  /** Opens a WebSocket with its handlers, but that of its end. */
  protected abstract createSocket(): WebSocket;

  /** Drops what belongs to a connection that has ended; returns why there is none. */
  protected abstract handleEnd(event: CloseEvent): string;

  protected open(): void {
    if (this.#isClosed) return;
    this.socket = this.createSocket();
    this.socket.binaryType = 'arraybuffer';
    this.socket.onclose = (event) => {
      if (this.#isClosed) return;
      this.setStatus({ state: 'offline', text: `${this.handleEnd(event)}; trying again` });
      const index = Math.min(this.retryCount++, RECONNECT_DELAYS_MS.length - 1);
      setTimeout(() => this.open(), RECONNECT_DELAYS_MS[index]);
    };
  }

  protected setStatus(status: SourceStatus): void {
    this.status = status;
    this.notify('status');
  }
}
