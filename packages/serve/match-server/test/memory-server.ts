import { ByteWriter } from '@rcss/sexp';
import { createSpecMatch, type MatchSpec } from '@rcss/simulator';
import type { Phases } from '@rcss/simulator/cycle';
import { createConfiguration } from '../src/config/configuration.js';
import { createConfigurationSpec } from '../src/config/configuration-spec.js';
import type { ConsoleRecord } from '../src/console/console-output.js';
import { createPhases } from '../src/cycle/phases.js';
import { FileProblems } from '../src/files/file-problems.js';
import { GameLog } from '../src/logs/game-log.js';
import type { LogFile } from '../src/logs/log-file.js';
import { createStartTime } from '../src/logs/start-time.js';
import { TextLog } from '../src/logs/text-log.js';
import type { ClientTransport, ConnectedSender, DatagramReceiver } from '../src/net/client-transport.js';
import { createNetwork, type NetworkLimits, type PortQueues } from '../src/net/network.js';
import { createPortQueue, enqueueDatagram, type PortQueue } from '../src/net/port-queue.js';
import { RateLimitedLog } from '../src/net/rate-limited-log.js';
import { createTraffic } from '../src/net/traffic.js';
import { createServer } from '../src/sessions/create-server.js';
import type { Server } from '../src/sessions/server.js';
import type { SeatOwner } from '../src/state/team-places.js';
import type { Settings } from './harness.js';

/** A whole server in memory, without sockets, clock and files: the test runs its phases. */

const HOST = '127.0.0.1';
/** Start of the match, ms since 1970. */
export const START_MS = 5000;
const NO_LIMITS: NetworkLimits = {
  clients: 0,
  datagramsPerCycle: 0,
  workPerCycle: 0,
  unknownSendersPerSecond: 0,
};

/** A log whose bytes are kept. */
export class MemoryLog {
  /** Bytes up to the last flush, as Latin-1. */
  flushed = '';
  readonly writer: ByteWriter = new ByteWriter();

  write(data: Uint8Array | string): void {
    if (typeof data === 'string') this.writer.ascii(data);
    else this.writer.bytes(data);
  }

  flush(): void {
    this.flushed += Buffer.from(this.writer.view()).toString('latin1');
    this.writer.reset();
  }

  close(finalName: string): Promise<string> {
    this.flush();
    return Promise.resolve(finalName);
  }

  /** For constructors that take a log on disk. */
  asFile(): LogFile {
    return this as unknown as LogFile;
  }
}

/** A line that the server prints. */
export interface PrintedLine {
  readonly line: string;
  readonly record: ConsoleRecord | undefined;
}

export interface MemorySettings extends Settings {
  readonly isOwnSender?: SeatOwner;
  readonly limits?: Partial<NetworkLimits>;
  /** The match; absent: one with the settings and seed 7. */
  readonly spec?: MatchSpec;
}

/** A client of a {@link MemoryServer}. */
export class MemoryClient implements ConnectedSender {
  readonly address: string = HOST;
  readonly port: number;
  readonly maxMessageBytes = 8192;
  readonly onlyRole: null = null;
  isOperator: boolean = false;
  readonly #queue: PortQueue;
  readonly #onArrival: () => void;
  /** Messages since the last `take`, from the well-known port or the port of the session. */
  readonly datagrams: Buffer[] = [];
  /** Receives the datagrams of the client once it is accepted. */
  receiver: DatagramReceiver | null = null;
  isClosed = false;

  /** @param onArrival Called after each datagram on the well-known port. */
  constructor(queue: PortQueue, port: number, onArrival: () => void) {
    this.#queue = queue;
    this.port = port;
    this.#onArrival = onArrival;
  }

  send(bytes: Uint8Array): void {
    this.datagrams.push(Buffer.from(bytes));
  }

  openTransport(receiver: DatagramReceiver): ClientTransport {
    this.receiver = receiver;
    return {
      address: this.address,
      port: this.port,
      localPort: 1,
      send: (bytes) => this.send(bytes),
      close: () => {
        this.isClosed = true;
      },
    };
  }

  /** Sends a text, with its NUL, to the session of the client; the next poll reads it. */
  say(text: string, end = '\0'): void {
    if (this.receiver === null) throw new Error(`a client without a session sends ${text}`);
    this.receiver.onDatagram(Buffer.from(text + end, 'latin1'));
  }

  /** Sends a text to the well-known port; the next poll reads it. */
  sayToPort(text: string): void {
    if (enqueueDatagram(this.#queue, Buffer.from(`${text}\0`, 'latin1'), this)) this.#onArrival();
  }

  /** Returns the messages since the last call, without their NUL. */
  take(): string[] {
    return this.datagrams.splice(0).map((bytes) => bytes.toString('latin1').replace(/\0$/, ''));
  }
}

/** A whole server in memory, whose phases are run by the test. */
export class MemoryServer {
  readonly server: Server;
  readonly phases: Phases;
  readonly out: PrintedLine[] = [];
  readonly err: PrintedLine[] = [];
  readonly textLog: MemoryLog = new MemoryLog();
  readonly gameLog: MemoryLog = new MemoryLog();
  #lastPort = 20_000;

  constructor({ limits, isOwnSender, spec, ...settings }: MemorySettings = {}) {
    const config = createConfiguration({
      server: { random_seed: 7, ...settings.server },
      rcss: { warmup: 0, coach_timeout_l: 0, coach_timeout_r: 0, ...settings.rcss },
    });
    const match = createSpecMatch(spec ?? createConfigurationSpec(config, 7));
    const start = createStartTime(new Date(START_MS));
    const console = {
      out: (line: string, record?: ConsoleRecord) => void this.out.push({ line, record }),
      err: (line: string, record?: ConsoleRecord) => void this.err.push({ line, record }),
    };
    const ports = this.#createPorts();
    this.server = createServer(
      {
        config,
        match,
        start,
        console,
        problems: new FileProblems(console),
        net: createNetwork({
          ports,
          bindAddress: HOST,
          clientPorts: null,
          traffic: createTraffic(),
          limits: { ...NO_LIMITS, ...limits },
          warnings: new RateLimitedLog(console.err),
        }),
        logs: {
          game: new GameLog(this.gameLog, match, start.log),
          text: new TextLog(this.textLog.asFile(), match),
          keepaway: null,
          recording: null,
          worldDump: null,
        },
      },
      isOwnSender,
    );
    this.server.teams.isLeftStarted = true;
    this.server.teams.isRightStarted = true;
    this.phases = createPhases(this.server);
  }

  #createPorts(): PortQueues {
    const open = (port: number) =>
      createPortQueue(
        { port, address: HOST, close: () => {}, receive: () => {}, send: () => {} },
        createTraffic().ports,
      );
    return { player: open(6000), coach: open(6001), olcoach: open(6002) };
  }

  /** A client that has sent nothing. */
  open(port: keyof PortQueues): MemoryClient {
    this.#lastPort += 1;
    const { net } = this.server;
    return new MemoryClient(net.ports[port], this.#lastPort, () => net.onArrival());
  }

  /** A client whose first text was read. */
  connect(port: keyof PortQueues, text: string): MemoryClient {
    const client = this.open(port);
    client.sayToPort(text);
    this.phases.receive();
    return client;
  }

  /** A player whose first messages were dropped. */
  connectPlayer(team = 'Alpha', version = 19): MemoryClient {
    const client = this.connect('player', `(init ${team} (version ${version}))`);
    client.take();
    return client;
  }

  connectOnlineCoach(team = 'Alpha', version = 19): MemoryClient {
    const client = this.connect('olcoach', `(init ${team} (version ${version}))`);
    client.take();
    return client;
  }

  connectTrainer(version = 19): MemoryClient {
    const client = this.connect('coach', `(init (version ${version}))`);
    client.take();
    return client;
  }

  connectMonitor(version = 4): MemoryClient {
    const client = this.connect('player', `(dispinit version ${version})`);
    client.take();
    return client;
  }

  /** Reads all that the clients have sent. */
  poll(): void {
    this.phases.receive();
  }

  /** Runs one step. */
  step(): void {
    this.phases.simulate();
  }
}
