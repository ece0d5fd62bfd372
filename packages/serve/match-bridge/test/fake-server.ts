import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { createFrame, type Frame, PlayerState, type PlayMode } from '@rcss/core';
import { createMatchParams, createPlayerParams, createServerParams, type MatchParams } from '@rcss/params';
import { createMonitorCodec, decodeMonitorInit } from '@rcss/protocol/monitor';
import { ByteWriter } from '@rcss/sexp';
import { PING_COMMAND } from '../src/monitor-link.js';

interface Monitor {
  readonly socket: Socket;
  readonly address: RemoteInfo;
}

/** Parameters of a match with a seed, which identifies the match. */
export function createTestParams(
  seed: number,
  server: Parameters<typeof createServerParams>[0] = {},
): MatchParams {
  return createMatchParams(createServerParams(server), createPlayerParams({ random_seed: seed }), seed);
}

/** A frame of a match: the players stand in two rows, the ball is in the middle. */
export function createTestFrame(): Frame {
  const frame = createFrame();
  frame.left.name = 'Foxes';
  frame.right.name = 'Herons';
  frame.players.forEach((p, i) => {
    p.state = PlayerState.STAND | (i % 11 === 0 ? PlayerState.GOALIE : 0);
    p.x = (p.side === 'l' ? -1 : 1) * (4 + 4 * (i % 11));
    p.y = (i % 3) * 12 - 12;
    p.stamina = 8000 - 200 * i;
    p.effort = 1;
    p.recovery = 1;
    p.capacity = 100_000;
    p.viewWidth = 120;
  });
  return frame;
}

/** The monitor interface of a soccer server over UDP: registration, parameters, a show per step; records commands. */
export class FakeServer {
  readonly frame: Frame = createTestFrame();
  readonly commands: string[] = [];
  port = 0;
  readonly #params: MatchParams;
  readonly #codec = createMonitorCodec(5, { everyShow: true });
  readonly #monitors: Monitor[] = [];
  /** Ports of monitors that have registered. A monitor repeats its request until the answer arrives. */
  readonly #registered = new Set<number>();
  #socket: Socket | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(params: MatchParams) {
    this.#params = params;
  }

  async start(port = 0): Promise<void> {
    const socket = createSocket('udp4');
    this.#socket = socket;
    socket.on('message', (bytes, from) => {
      if (decodeMonitorInit(String(bytes).replace(/\0$/, ''))?.ok) this.#register(from);
    });
    await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
    this.port = socket.address().port;
  }

  get monitorCount(): number {
    return this.#monitors.length;
  }

  /** Make steps by the clock. */
  startClock(intervalMs = 40): void {
    this.#timer = setInterval(() => this.step(), intervalMs);
  }

  stopClock(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** One cycle: the ball and the players move a little. */
  step(): void {
    const { frame } = this;
    frame.time++;
    frame.ballX = 20 * Math.sin(frame.time / 30);
    frame.ballY = 12 * Math.cos(frame.time / 30);
    frame.players.forEach((p, i) => {
      p.x += 0.3 * Math.sin(frame.time / 20 + i);
      p.body = ((frame.time * 3 + i * 20) % 360) - 180;
    });
    const show = this.#codec.encodeShow(frame);
    for (const monitor of this.#monitors) this.#send(monitor, show);
  }

  setPlayMode(mode: PlayMode): void {
    this.frame.playMode = mode;
  }

  sendMessage(text: string): void {
    for (const monitor of this.#monitors) this.#sendText(monitor, text);
  }

  stop(): void {
    this.stopClock();
    this.#socket?.close();
    this.#socket = null;
    for (const { socket } of this.#monitors.splice(0)) socket.close();
    this.#registered.clear();
  }

  #sendText(monitor: Monitor, text: string): void {
    const message = { time: this.frame.time, stoppageTime: 0, board: 1, text };
    this.#send(monitor, this.#codec.writeMessage(new ByteWriter(), message).copy());
  }

  #send({ socket, address }: Monitor, bytes: Uint8Array): void {
    socket.send(Buffer.from(bytes), address.port, address.address);
  }

  #register(address: RemoteInfo): void {
    if (this.#registered.has(address.port)) return;
    this.#registered.add(address.port);
    const socket = createSocket('udp4');
    const monitor: Monitor = { socket, address };
    socket.on('message', (bytes) => {
      const text = String(bytes).replace(/\0$/, '');
      // After a silence, a monitor asks for an answer.
      if (text === PING_COMMAND) {
        this.#sendText(monitor, '(ok compression -1)');
        return;
      }
      this.commands.push(text);
      if (text === '(dispbye)') {
        this.#monitors.splice(this.#monitors.indexOf(monitor), 1);
        this.#registered.delete(address.port);
        socket.close();
      }
    });
    socket.on('error', () => {});
    socket.bind(0, '127.0.0.1', () => {
      this.#monitors.push(monitor);
      for (const datagram of this.#codec.encodeInitialData(this.#params)) this.#send(monitor, datagram);
    });
  }
}
