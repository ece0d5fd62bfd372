import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerParams } from '@rcss/params';
import type { RcssParams } from '@rcss/params/program';
import { type Configuration, createConfiguration } from '../src/config/configuration.js';
import type { MySqlSaverParams } from '../src/config/mysql-saver-params.js';
import { launchServer, type SoccerServer } from '../src/lifecycle/start-server.js';
import type { Server } from '../src/sessions/server.js';
import { cleanUpAfterEach } from './after-each.js';

/** Servers and raw clients for tests. All of them are closed after each test. */

const cleanups: (() => Promise<void> | void)[] = [];

/** Runs an action after the test; the last one first. */
export function cleanUpAfterTest(action: () => Promise<void> | void): void {
  cleanups.push(action);
}
cleanUpAfterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/**
 * Time limit of a wait for a message or a condition, ms: below the limit of a test, so that the error names what did not come. A
 * busy machine can pause a process for seconds.
 */
const WAIT_LIMIT_MS = 120_000;

/** Interval between two lines of one key in a `RateLimitedLog`, ms. */
const REPEAT_INTERVAL_MS = 5000;

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A folder that is removed after the test. */
export function createFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'rcss-server-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export interface Settings {
  readonly server?: Partial<ServerParams>;
  readonly rcss?: Partial<RcssParams>;
  readonly mysqlSaver?: Partial<MySqlSaverParams>;
  readonly csvSaver?: Configuration['csvSaver'];
}

export interface TestServer extends SoccerServer {
  /** Internals. */
  readonly server: Server;
  readonly out: string[];
  readonly err: string[];
  /** Folder of the logs. */
  readonly dir: string;
  /** Names of the files in the folder of the logs. */
  files(): string[];
  read(name: string): string;
  /** Ends the server and waits until it has ended. */
  end(): Promise<void>;
}

/** Configuration of a quiet match: no noise, free ports, logs in `dir`. */
export function createTestConfiguration(dir: string, settings: Settings = {}): Configuration {
  return createConfiguration({
    server: {
      random_seed: 7,
      port: 0,
      coach_port: 0,
      olcoach_port: 0,
      game_log_dir: dir,
      text_log_dir: dir,
      keepaway_log_dir: dir,
      ...settings.server,
    },
    csvSaver: settings.csvSaver ?? {},
    mysqlSaver: settings.mysqlSaver ?? {},
    // A warm-up would only use processor time, and a wait for coaches only time.
    rcss: { warmup: 0, coach_timeout_l: 0, coach_timeout_r: 0, ...settings.rcss },
  });
}

/** A server in this process. */
export async function startTestServer(settings: Settings = {}): Promise<TestServer> {
  const dir = createFolder();
  const out: string[] = [];
  const err: string[] = [];
  const { server, handle } = await launchServer(createTestConfiguration(dir, settings), {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  const end = async () => {
    handle.stop();
    await handle.finished;
  };
  cleanups.push(end);
  return Object.assign(handle, {
    server,
    out,
    err,
    dir,
    end,
    files: () => readdirSync(dir).sort(),
    read: (name: string) => readFileSync(join(dir, name), 'latin1'),
  });
}

/** A message that a client received: text without its NUL, and the port of the sender. */
export interface Received {
  readonly text: string;
  readonly bytes: Buffer;
  readonly port: number;
  readonly at: number;
}

/** Received messages of a client, with methods to wait for them. */
export class ReceivedMessages {
  readonly #waiting = new Set<() => void>();
  /** All received messages, oldest first. */
  readonly received: Received[] = [];
  #read = 0;

  /** Adds a message and wakes those that wait for it. */
  protected add(bytes: Buffer, text: string, port: number): void {
    this.received.push({
      text: text.endsWith('\0') ? text.slice(0, -1) : text,
      bytes,
      port,
      at: performance.now(),
    });
    for (const wake of this.#waiting) wake();
  }

  /** The next message that was not read yet and matches; those before it are skipped. */
  async next(match: RegExp | string, ms = WAIT_LIMIT_MS): Promise<Received> {
    const fits = (text: string) => (typeof match === 'string' ? text.startsWith(match) : match.test(text));
    const end = performance.now() + ms;
    for (;;) {
      while (this.#read < this.received.length) {
        const message = this.received[this.#read++]!;
        if (fits(message.text)) return message;
      }
      const left = end - performance.now();
      if (left <= 0 || !(await this.#waitForMessage(left))) {
        const last = this.received.slice(-3).map(({ text }) => text.slice(0, 60));
        throw new Error(`nothing like ${match} came; last: ${last.join(' | ') || 'nothing'}`);
      }
    }
  }

  #waitForMessage(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (came: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve(came);
      };
      const wake = () => finish(true);
      const timer = setTimeout(() => finish(this.#read < this.received.length), ms);
      this.#waiting.add(wake);
    });
  }

  /** Messages that were not read yet and begin with a text. */
  unread(start = ''): string[] {
    return this.received
      .slice(this.#read)
      .map(({ text }) => text)
      .filter((text) => text.startsWith(start));
  }

  /** Drops all messages received so far. */
  skip(): void {
    this.#read = this.received.length;
  }

  /** Reads `received` from its beginning again, after a test has emptied it. */
  rewind(): void {
    this.#read = 0;
  }
}

/** A raw client: a UDP socket with its received messages. */
export class Client extends ReceivedMessages {
  readonly #socket: Socket;
  /** Port to which datagrams go: the server's own port for this client once it has answered. */
  port: number;
  /** Whether every `(think)` is answered at once. */
  answersThink = false;
  /** Decodes received datagrams. */
  decode: (bytes: Buffer) => Buffer = (bytes) => bytes;
  #hasOwnPort = false;

  readonly #host: string;

  private constructor(socket: Socket, port: number, host: string) {
    super();
    this.#host = host;
    this.#socket = socket;
    this.port = port;
    socket.on('error', () => {});
    socket.on('message', (bytes, from) => {
      const text = this.decode(bytes).toString('latin1');
      // Errors are sent from the well-known port; all messages after an accepted init from the server's port for
      // the client.
      if (!this.#hasOwnPort && from.port !== this.port) {
        this.#hasOwnPort = true;
        this.port = from.port;
      }
      if (this.answersThink && text.startsWith('(think)')) this.send('(done)');
      this.add(bytes, text, from.port);
    });
  }

  /**
   * A client that has sent nothing yet.
   *
   * @param host Address of the client and of the server.
   */
  static async open(port: number, localPort = 0, host = '127.0.0.1'): Promise<Client> {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(localPort, host, resolve);
    });
    try {
      socket.setRecvBufferSize(1 << 20);
    } catch {
      // The default is sufficient.
    }
    const client = new Client(socket, port, host);
    cleanups.push(() => client.close());
    return client;
  }

  get localPort(): number {
    return this.#socket.address().port;
  }

  /** Sends a message with its NUL. */
  send(text: string, port = this.port): void {
    this.sendBytes(Buffer.from(`${text}\0`, 'latin1'), port);
  }

  sendBytes(bytes: Uint8Array, port = this.port): void {
    if (!this.#isClosed) this.#socket.send(bytes, port, this.#host, () => {});
  }

  #isClosed = false;
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  }
}

/** Connects a player and waits for the answer. */
export async function connectPlayer(
  server: SoccerServer,
  team = 'Alpha',
  options: { version?: number; goalie?: boolean; answersThink?: boolean } = {},
): Promise<Client> {
  const { version = 19, goalie = false, answersThink = false } = options;
  const client = await Client.open(server.ports.player);
  client.answersThink = answersThink;
  client.send(`(init ${team} (version ${version})${goalie ? ' (goalie)' : ''})`);
  await client.next(/^\((init|error) /);
  return client;
}

export async function connectTrainer(server: SoccerServer, version = 19): Promise<Client> {
  const client = await Client.open(server.ports.coach);
  client.send(`(init (version ${version}))`);
  await client.next('(init ok)');
  return client;
}

export async function connectOnlineCoach(
  server: SoccerServer,
  team = 'Alpha',
  options: { version?: number; name?: string } = {},
): Promise<Client> {
  const { version = 19, name } = options;
  const client = await Client.open(server.ports.olcoach);
  client.send(`(init ${team}${name === undefined ? '' : ` ${name}`} (version ${version}))`);
  await client.next(/^\((init|error) /);
  return client;
}

export async function connectMonitor(server: SoccerServer, version = 4): Promise<Client> {
  const client = await Client.open(server.ports.player);
  client.send(`(dispinit version ${version})`);
  // The first two versions are binary.
  await client.next(version < 3 ? /^/ : '(');
  return client;
}

/** Waits until something is true. */
export async function waitUntil(
  test: () => boolean,
  ms = WAIT_LIMIT_MS,
  what = test.toString(),
): Promise<void> {
  const end = performance.now() + ms;
  while (!test()) {
    if (performance.now() > end) throw new Error(`never came true: ${what}`);
    await sleep(5);
  }
}

/** Waits until the match has executed further steps. What was sent before is handled then, and its answers are sent. */
export async function waitForSteps({ server }: TestServer, count: number): Promise<void> {
  const end = server.match.steps + count;
  await waitUntil(() => server.match.steps >= end);
}

/** Largest number of lines of one key that a `RateLimitedLog` has printed since a time of `performance.now()`. */
export function countAllowedLines(since: number): number {
  return 1 + Math.floor((performance.now() - since) / REPEAT_INTERVAL_MS);
}

/**
 * Repeats an attempt until it returns true. For tests in synchronous mode whose clients answer at once: if the process pauses for more than
 * 1.25 s, a client can miss its time for `(done)`. Such an attempt returns false.
 */
export async function repeatAfterPause(attempt: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 5; i++) if (await attempt()) return;
  throw new Error('a client has missed its time for (done) in each attempt');
}
