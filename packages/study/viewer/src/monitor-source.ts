import { createFrame, type Frame } from '@rcss/core';
import type { CommandRight, FrameStore, RefereeCommand } from '@rcss/frames';
import { decodeMonitorDatagram, encodeMonitorInit } from '@rcss/protocol';
import { CLIENT_SUBPROTOCOL } from '@rcss/protocol/websocket';
import { MatchHistory } from './match-history.js';
import { describeRefereeCommand, encodeRefereeCommand } from './referee-datagrams.js';
import { SocketSource } from './socket-source.js';
import type { MatchSource } from './source.js';

/** Monitor version that the source asks for. */
const MONITOR_VERSION = 5;
/** Newest frames that are kept: an hour. */
const MAX_FRAMES = 36_000;

/**
 * A match directly from a server: a monitor on the WebSocket of a room, without a bridge. Frames from before the connection are
 * missing. The WebSocket is opened again after each disconnect.
 *
 * @example
 * viewer.source = new MonitorSource('ws://localhost:8000/rooms/main/monitor');
 */
export class MonitorSource extends SocketSource implements MatchSource {
  override rights: CommandRight = 'open';
  readonly #history = new MatchHistory(MAX_FRAMES);
  protected readonly frames: FrameStore = this.#history.frames;
  readonly #url: string;
  /** The decoder fills it again for each show. */
  readonly #frame: Frame = createFrame();

  /** @param url `ws://HOST:PORT/rooms/ID/monitor`, with `?token=TOKEN` if the server needs one. */
  constructor(url: string) {
    super();
    this.#url = url;
    const { host, pathname } = new URL(url);
    const room = /\/rooms\/([^/]+)\//.exec(pathname)?.[1];
    this.title = room === undefined ? host : `${room} · ${host}`;
    this.open();
  }

  indexOfCycle(cycle: number): Promise<number> {
    return Promise.resolve(this.frames.indexOfCycle(cycle));
  }

  /** Sends a referee command to the server; `reply` then has the result. */
  override sendCommand(command: RefereeCommand): void {
    const { serverParams } = this;
    const coach = Boolean(serverParams['coach']) || Boolean(serverParams['coach_w_referee']);
    const datagrams = encodeRefereeCommand(command, coach);
    if (!datagrams.ok) this.reply = datagrams.error.message;
    else if (this.socket?.readyState !== WebSocket.OPEN) {
      this.reply = 'The server is not connected. Wait for it, then try again';
    } else {
      for (const datagram of datagrams.value) this.socket.send(`${datagram}\0`);
      this.reply = `Sent: ${describeRefereeCommand(command)}`;
    }
    this.notify('reply');
  }

  protected createSocket(): WebSocket {
    const socket = new WebSocket(this.#url, CLIENT_SUBPROTOCOL);
    this.#history.markRegistered();
    socket.onopen = () => socket.send(`${encodeMonitorInit(MONITOR_VERSION)}\0`);
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => this.#receive(new Uint8Array(data));
    return socket;
  }

  protected handleEnd({ reason }: CloseEvent): string {
    return reason === '' ? 'No connection to the server' : `The server has ended the connection: ${reason}`;
  }

  #receive(bytes: Uint8Array): void {
    const decoded = decodeMonitorDatagram(bytes, MONITOR_VERSION, { frame: this.#frame });
    if (!decoded.ok) return;
    const record = decoded.value;
    if (record.type === 'error') {
      this.setStatus({ state: 'offline', text: `The server refuses monitors: ${record.code}` });
      return;
    }
    if (this.status.state !== 'live') {
      this.retryCount = 0;
      this.setStatus({ state: 'live', text: `Connected to ${this.title}` });
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
