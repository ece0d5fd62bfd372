import { createFrame, type Frame } from '@rcss/core';
import type { CommandRight, RefereeCommand, SourceStatus } from '@rcss/frames';
import { decodeMonitorDatagram, encodeMonitorInit } from '@rcss/protocol';
import { CLIENT_SUBPROTOCOL } from '@rcss/protocol/websocket';
import { MatchHistory } from './match-history.js';
import { describeRefereeCommand, encodeRefereeCommand } from './referee-datagrams.js';
import { type MatchSource, SourceBase } from './source.js';

/** Monitor version that the source asks for. */
const MONITOR_VERSION = 5;
/** Newest frames that are kept: an hour. */
const MAX_FRAMES = 36_000;
const RECONNECT_DELAYS_MS = [300, 700, 1500, 3000];

/**
 * A match directly from a server: a monitor on the WebSocket of a room, without a bridge. Frames from before the connection are
 * missing. The WebSocket is opened again after each disconnect.
 *
 * @example
 * viewer.source = new MonitorSource('ws://localhost:8000/rooms/main/monitor');
 */
export class MonitorSource extends SourceBase implements MatchSource {
  readonly kind = 'live' as const;
  override rights: CommandRight = 'open';
  readonly #history = new MatchHistory(MAX_FRAMES);
  readonly #url: string;
  /** The decoder fills it again for each show. */
  readonly #frame: Frame = createFrame();
  #socket: WebSocket | null = null;
  #retryCount = 0;
  #isClosed = false;

  /** @param url `ws://HOST:PORT/rooms/ID/monitor`, with `?token=TOKEN` if the server needs one. */
  constructor(url: string) {
    super();
    this.#url = url;
    const { host, pathname } = new URL(url);
    const room = /\/rooms\/([^/]+)\//.exec(pathname)?.[1];
    this.title = room === undefined ? host : `${room} · ${host}`;
    this.#open();
  }

  get first(): number {
    return this.#history.frames.first;
  }

  /** Index of the newest frame; -1 without frames. */
  get last(): number {
    return this.#history.frames.last;
  }

  getFrame(index: number): Frame | undefined {
    return this.#history.frames.get(index);
  }

  indexOfCycle(cycle: number): Promise<number> {
    return Promise.resolve(this.#history.frames.indexOfCycle(cycle));
  }

  /** Sends a referee command to the server; `reply` then has the result. */
  override sendCommand(command: RefereeCommand): void {
    const { serverParams } = this;
    const coach = Boolean(serverParams['coach']) || Boolean(serverParams['coach_w_referee']);
    const datagrams = encodeRefereeCommand(command, coach);
    if (!datagrams.ok) this.reply = datagrams.error.message;
    else if (this.#socket?.readyState !== WebSocket.OPEN) {
      this.reply = 'The server is not connected. Wait for it, then try again';
    } else {
      for (const datagram of datagrams.value) this.#socket.send(`${datagram}\0`);
      this.reply = `Sent: ${describeRefereeCommand(command)}`;
    }
    this.notify('reply');
  }

  /** Closes the connection and does not open it again. */
  override close(): void {
    this.#isClosed = true;
    this.#socket?.close();
    super.close();
  }

  #setStatus(status: SourceStatus): void {
    this.status = status;
    this.notify('status');
  }

  #open(): void {
    if (this.#isClosed) return;
    const socket = new WebSocket(this.#url, CLIENT_SUBPROTOCOL);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    this.#history.markRegistered();
    socket.onopen = () => socket.send(`${encodeMonitorInit(MONITOR_VERSION)}\0`);
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => this.#receive(new Uint8Array(data));
    socket.onclose = ({ reason }) => {
      if (this.#isClosed) return;
      const why =
        reason === '' ? 'No connection to the server' : `The server has ended the connection: ${reason}`;
      this.#setStatus({ state: 'offline', text: `${why}; trying again` });
      const index = Math.min(this.#retryCount, RECONNECT_DELAYS_MS.length - 1);
      this.#retryCount += 1;
      setTimeout(() => this.#open(), RECONNECT_DELAYS_MS[index]);
    };
  }

  #receive(bytes: Uint8Array): void {
    const decoded = decodeMonitorDatagram(bytes, MONITOR_VERSION, { frame: this.#frame });
    if (!decoded.ok) return;
    const record = decoded.value;
    if (record.type === 'error') {
      this.#setStatus({ state: 'offline', text: `The server refuses monitors: ${record.code}` });
      return;
    }
    if (this.status.state !== 'live') {
      this.#retryCount = 0;
      this.#setStatus({ state: 'live', text: `Connected to ${this.title}` });
    }
    const changes = this.#history.add(record);
    const { match, serverParams, playerParams, types, marks, messages, tiles } = this.#history;
    Object.assign(this, { match, serverParams, playerParams, types, marks, messages, tiles });
    for (const change of changes) {
      if (change.kind === 'frame') this.notify('frames');
      else if (change.kind === 'match') this.notify('match');
      else if (change.kind !== 'none') this.notify('info');
      if (change.kind === 'message' && /^\((?:error|ok|warning) /.test(change.message.text)) {
        this.reply = change.message.text;
        this.notify('reply');
      }
    }
  }
}
