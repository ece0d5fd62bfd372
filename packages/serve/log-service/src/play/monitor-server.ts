/** Sends shows to monitors of every version, as the original log player does (spec 11 §2.6). */
import type { Frame } from '@rcss/core';
import type { MonitorVersion } from '@rcss/core/versions';
import { ClientSocket, type Endpoint, formatEndpoint, type Listener, listen } from '@rcss/kit/udp';
import type { OpenLog } from '@rcss/logs';
import { createMatchParams, createServerParams, DEFAULT_PLAYER_PARAMS, type MatchParams } from '@rcss/params';
import { createMonitorCodec, decodeMonitorInit, type MonitorCodec } from '@rcss/protocol/monitor';
import { ByteWriter, decodeLatin1, encodeLatin1 } from '@rcss/sexp';
import type { ShowPlayer } from './player.js';

interface Monitor {
  readonly key: string;
  readonly version: MonitorVersion;
  readonly codec: MonitorCodec;
  readonly socket: ClientSocket;
}

export interface MonitorServerOptions {
  readonly port: number;
  readonly address: string;
  /** Whether to send messages and team graphics of the log; the original program sends shows only. */
  readonly messages: boolean;
  /** Receives one line per monitor that connects, as the original prints it. */
  readonly print: (line: string) => void;
}

/** Largest number of connected monitors, in total and from one address. Each monitor has its own socket. */
const MAX_MONITORS = 64;
const MAX_MONITORS_PER_ADDRESS = 16;

const ONLY_INIT_ERROR: Uint8Array = encodeLatin1('(error only_init_allowed_on_init_port)\0');

/** Returns the parameters for monitors: those of the log, or defaults without player types. */
function createMonitorParams(log: OpenLog | null): MatchParams {
  const { server = createServerParams({}), player = DEFAULT_PLAYER_PARAMS } = log ?? {};
  return createMatchParams(server, player, player.random_seed, log?.hasParameters === true ? log.types : []);
}

/** Sets the player type to -1 if the log does not store it, as the original program does (spec 11 §2.6). */
function completeFrame(frame: Frame, log: OpenLog): Frame {
  if (log.features.details) return frame;
  return { ...frame, players: frame.players.map((p) => ({ ...p, typeId: -1 })) };
}

/** Sends a copy: encoders reuse their buffers. */
function send({ socket }: Monitor, bytes: Uint8Array): void {
  socket.send(Buffer.from(bytes));
}

/** Serves the shows of a player until it is closed. */
export class MonitorServer {
  readonly #player: ShowPlayer;
  readonly #options: MonitorServerOptions;
  readonly #monitors = new Map<string, Monitor>();
  /** One codec per version, for all monitors of that version. */
  readonly #codecs = new Map<MonitorVersion, MonitorCodec>();
  readonly #out = new ByteWriter(8192);
  readonly #stop: () => void;
  #listener: Listener | null = null;
  #lastIndex = -1;
  /** Whether a refusal has been printed since the last monitor connected. */
  #isRefusalPrinted = false;

  private constructor(player: ShowPlayer, options: MonitorServerOptions) {
    this.#player = player;
    this.#options = options;
    this.#stop = player.listen({
      log: () => this.#sendParameters(),
      show: (frame, index) => this.#sendShow(frame, index),
    });
  }

  /**
   * Opens the port and serves monitors.
   *
   * @throws PortError if the port cannot be opened.
   */
  static async open(player: ShowPlayer, options: MonitorServerOptions): Promise<MonitorServer> {
    const server = new MonitorServer(player, options);
    try {
      server.#listener = await listen(options, (bytes, from) => server.#receive(bytes, from));
    } catch (error) {
      server.close();
      throw error;
    }
    return server;
  }

  get port(): number {
    return this.#listener?.port ?? 0;
  }

  get count(): number {
    return this.#monitors.size;
  }

  close(): void {
    this.#stop();
    this.#listener?.close();
    for (const monitor of this.#monitors.values()) monitor.socket.close();
    this.#monitors.clear();
  }

  #getCodec(version: MonitorVersion): MonitorCodec {
    let codec = this.#codecs.get(version);
    if (codec === undefined) {
      codec = createMonitorCodec(version, { everyShow: true });
      this.#codecs.set(version, codec);
    }
    return codec;
  }

  #receive(bytes: Buffer, from: Endpoint): void {
    const key = formatEndpoint(from);
    const known = this.#monitors.get(key);
    if (known !== undefined) {
      if (known.codec.initPortClosed) known.socket.send(ONLY_INIT_ERROR);
      return;
    }
    const init = decodeMonitorInit(decodeLatin1(bytes).replace(/\n?\0?$/, ''), true);
    if (init === null) return;
    if (!init.ok) {
      this.#options.print(`Unsupported monitor protocol version. ${init.error.versionText}`);
      return;
    }
    const { version, json, versionText } = init.value;
    if (!this.#hasPlaceFor(from.address)) {
      this.#refuse(`at most ${MAX_MONITORS} can connect, ${MAX_MONITORS_PER_ADDRESS} of one address`);
      return;
    }
    let socket: ClientSocket;
    try {
      socket = new ClientSocket(
        { bindAddress: this.#listener?.address ?? this.#options.address, ...from },
        (datagram) => this.#handleCommand(key, datagram),
        () => this.#monitors.delete(key),
      );
    } catch (error) {
      this.#refuse((error as Error).message);
      return;
    }
    const monitor: Monitor = { key, version, codec: this.#getCodec(version), socket };
    this.#monitors.set(key, monitor);
    this.#isRefusalPrinted = false;
    this.#options.print(`a new (${json ? 'json' : `v${versionText}`}) monitor connected`);
    this.#sendInitialData(monitor);
  }

  #hasPlaceFor(address: string): boolean {
    if (this.#monitors.size >= MAX_MONITORS) return false;
    let count = 0;
    for (const { socket } of this.#monitors.values()) if (socket.address === address) count++;
    return count < MAX_MONITORS_PER_ADDRESS;
  }

  /** Prints why a monitor is refused. After a monitor has connected, only the first refusal is printed. */
  #refuse(reason: string): void {
    if (!this.#isRefusalPrinted) this.#options.print(`a monitor is refused: ${reason}`);
    this.#isRefusalPrinted = true;
  }

  #handleCommand(key: string, datagram: Buffer): void {
    if (decodeLatin1(datagram).replace(/\0$/, '') !== '(dispbye)') return;
    this.#monitors.get(key)?.socket.close();
    this.#monitors.delete(key);
  }

  #sendInitialData(monitor: Monitor): void {
    const { log, frame } = this.#player;
    for (const datagram of monitor.codec.encodeInitialData(createMonitorParams(log))) send(monitor, datagram);
    if (log === null || frame === null) return;
    send(monitor, monitor.codec.encodeShow(completeFrame(frame, log)));
    if (this.#options.messages) this.#sendGraphics(monitor, log, this.#player.playback.index, -1);
  }

  /** Sends the parameters of a new log to all monitors. */
  #sendParameters(): void {
    this.#lastIndex = -1;
    const { log } = this.#player;
    for (const monitor of this.#monitors.values()) {
      for (const datagram of monitor.codec.encodeInitialData(createMonitorParams(log)))
        send(monitor, datagram);
    }
  }

  #sendShow(frame: Frame, index: number): void {
    const { log } = this.#player;
    if (log === null || this.#monitors.size === 0) {
      this.#lastIndex = index;
      return;
    }
    const whole = completeFrame(frame, log);
    const written = new Map<MonitorVersion, Buffer>();
    for (const { codec, socket, version } of this.#monitors.values()) {
      let bytes = written.get(version);
      if (bytes === undefined) {
        bytes = Buffer.from(codec.encodeShow(whole));
        written.set(version, bytes);
      }
      socket.send(bytes);
    }
    if (this.#options.messages && index === this.#lastIndex + 1) this.#sendBoards(log, index);
    this.#lastIndex = index;
  }

  /** Sends the messages and tiles between the last show and this one. */
  #sendBoards(log: OpenLog, index: number): void {
    const messages = log.messages.filter((m) => m.frame === index && m.board === 1);
    for (const monitor of this.#monitors.values()) {
      for (const message of messages) {
        send(monitor, monitor.codec.writeMessage(this.#out.reset(), message).view());
      }
      this.#sendGraphics(monitor, log, index, index - 1);
    }
  }

  #sendGraphics(monitor: Monitor, log: OpenLog, upTo: number, after: number): void {
    for (const { frame, side, tile, time } of log.teamGraphics) {
      if (frame <= after || frame > upTo) continue;
      send(monitor, monitor.codec.writeTeamGraphic(this.#out.reset(), side, tile, time).view());
    }
  }
}
