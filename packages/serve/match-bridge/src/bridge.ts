import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { RefereeCommand } from '@rcss/frames';
import { createToken, formatLink, isLoopback, listenHttp } from '@rcss/kit/http-access';
import type { MonitorRecord } from '@rcss/protocol';
import {
  describeRefereeCommand,
  encodeRefereeCommand,
  type HistoryChange,
  MatchHistory,
} from '@rcss/viewer/monitor';
import { PAGE_PATHS } from '@rcss/viewer/page';
import { DebugPort } from './debug-port.js';
import { nameMatchLog, writeMatchLog } from './match-log.js';
import { getServerHost, type MonitoredServer, MonitorLink, nameServer } from './monitor-link.js';
import { Spectators } from './spectators.js';
import { createWebServer } from './web-server.js';

export interface BridgeOptions {
  /** UDP address of the soccer server, or the WebSocket of a room; `127.0.0.1:6000` by default. */
  readonly server?: MonitoredServer;
  /** Address that the page is served on; `127.0.0.1` by default, `0.0.0.0` serves the network. */
  readonly webHost?: string;
  /** TCP port of the page; 0 takes a free one. 8088 by default. */
  readonly webPort?: number;
  /** JavaScript of the page; the script of this package by default. */
  readonly pageScript?: string;
  /** Token for the referee's buttons. By default no token is needed on loopback; on other addresses a random token is created. */
  readonly token?: string;
  /** Whether the referee's buttons are available; true by default. */
  readonly allowCommands?: boolean;
  /** Number of newest frames that are kept for replay; 36000 (an hour) by default. */
  readonly maxFrames?: number;
  /** Origins of other pages that may open the WebSocket and show the page in a frame; none by default. */
  readonly allowedOrigins?: readonly string[];
  /** UDP port on which agents send debug records (docs/use/team/debug-channel.md); 0 takes a free one. None by default. */
  readonly debugPort?: number;
  /** Address of the debug port; `127.0.0.1` by default. */
  readonly debugHost?: string;
  /** Largest number of connected browsers; 500 by default. */
  readonly maxSpectators?: number;
}

/** A running bridge. */
export interface Bridge {
  /** Address of the page. */
  readonly url: string;
  /** Address of the page with the token for the referee's buttons; empty if no token is needed or the buttons are off. */
  readonly refereeUrl: string;
  /** UDP port for debug records; null without one. */
  readonly debugPort: number | null;
  /** Unregisters from the server and closes all connections. */
  stop(): Promise<void>;
}

/** A bridge cannot start; `code` gives the reason. */
export class BridgeStartError extends Error {
  /**
   * `unknown-host`: the server's name; `web-address`: the address of the page; `debug-port`: the UDP port for debug records;
   * `no-page`: the script of the page is missing.
   */
  readonly code: 'unknown-host' | 'web-address' | 'debug-port' | 'no-page';

  constructor(code: BridgeStartError['code'], message: string) {
    super(message);
    this.name = 'BridgeStartError';
    this.code = code;
  }
}

/** Delay after the last parameter message. Parameters arrive in about twenty datagrams and are sent to the pages together. */
const HELLO_DELAY_MS = 60;

/** Connections beside those of the spectators: pages that load, programs that read the status, downloads of the match. */
const SPARE_CONNECTIONS = 256;

/** Connects one server with all spectators of its match. */
export class MatchBridge {
  readonly #serverLink: MonitorLink;
  readonly #history: MatchHistory;
  readonly #spectators: Spectators;
  #debug: DebugPort | null = null;
  #helloTimer: NodeJS.Timeout | null = null;

  constructor(link: MonitorLink, history: MatchHistory, spectators: Spectators) {
    this.#serverLink = link;
    this.#history = history;
    this.#spectators = spectators;
    link.on('record', (record) => this.#receive(record));
    link.on('state', (state, text) => {
      if (state !== 'live') history.markRegistered();
      spectators.setStatus({ state, text });
    });
    spectators.onCommand = (command) => this.#executeCommand(command);
  }

  /** Forwards debug records to the pages. */
  addDebugPort(debug: DebugPort): void {
    this.#debug = debug;
    debug.onRecords = (records) => this.#spectators.sendDebugRecords(records);
  }

  stop(): void {
    this.#debug?.close();
    if (this.#helloTimer !== null) clearTimeout(this.#helloTimer);
    this.#spectators.close();
  }

  #receive(record: MonitorRecord): void {
    for (const change of this.#history.add(record)) this.#publish(change);
  }

  #publish(change: HistoryChange): void {
    const spectators = this.#spectators;
    switch (change.kind) {
      case 'match':
        this.#debug?.clear();
        spectators.sendHello();
        break;
      case 'info':
        if (this.#helloTimer !== null) clearTimeout(this.#helloTimer);
        this.#helloTimer = setTimeout(() => {
          this.#helloTimer = null;
          spectators.sendHello();
        }, HELLO_DELAY_MS);
        break;
      case 'frame':
        spectators.sendFrame(change.index);
        if (change.marks.length > 0) spectators.sendAll({ t: 'marks', marks: change.marks });
        break;
      case 'message':
        if (/^\((?:error|ok|warning) /.test(change.message.text)) {
          spectators.sendAll({ t: 'reply', text: change.message.text });
        }
        spectators.sendAll({ t: 'message', message: change.message });
        break;
      case 'tile':
        spectators.sendAll({ t: 'tile', tile: change.tile });
        break;
      case 'none':
        break;
    }
  }

  /** Executes a command of a spectator; returns the answer. */
  #executeCommand(command: unknown): string {
    const { serverParams } = this.#history;
    const coach = Boolean(serverParams['coach']) || Boolean(serverParams['coach_w_referee']);
    const datagrams = encodeRefereeCommand(command, coach);
    if (!datagrams.ok) return datagrams.error.message;
    for (const datagram of datagrams.value) {
      if (!this.#serverLink.send(datagram)) return 'The server is not connected. Wait for it, then try again';
    }
    return `Sent: ${describeRefereeCommand(command as RefereeCommand)}`;
  }
}

/**
 * Registers at a soccer server as a monitor and serves a page with the match. Resolves when the page can be opened; the
 * server may start later.
 *
 * @throws BridgeStartError if the server's name is unknown or the address of the page cannot be used.
 * @example
 * const bridge = await startBridge({ server: { host: '127.0.0.1', port: 6000 } });
 * console.log(bridge.link);
 */
export async function startBridge(options: BridgeOptions = {}): Promise<Bridge> {
  const { server = { host: '127.0.0.1', port: 6000 }, webHost = '127.0.0.1', webPort = 8088 } = options;
  const { allowCommands: commands = true, allowedOrigins = [], maxSpectators = 500 } = options;
  await checkServerHost(getServerHost(server));
  const link = new MonitorLink(server);
  const history = new MatchHistory(options.maxFrames ?? 36_000);
  const scripts = await readPageScripts(options.pageScript);
  const debug = await openDebugPort(options);
  const open = isLoopback(webHost) && options.token === undefined;
  const token = options.token ?? createToken();
  const http = createWebServer({
    scripts,
    host: webHost,
    allowedOrigins,
    maxConnections: maxSpectators + SPARE_CONNECTIONS,
    getLog: () => ({ name: nameMatchLog(history), chunks: writeMatchLog(history) }),
    getStatus: () => ({
      state: link.state,
      match: history.match,
      first: history.frames.first,
      last: history.frames.last,
      spectators: spectators.count,
      skipped: spectators.skippedFrameCount,
      ...(debug === null ? {} : { debug: debug.status }),
    }),
  });
  const spectators = new Spectators(http, history, {
    host: webHost,
    allowedOrigins,
    commands: commands ? (open ? 'open' : { token }) : null,
    title: nameServer(server),
    maxSpectators,
    findDebugRecords: debug === null ? null : (from, to) => debug.find(from, to),
  });
  const bridge = new MatchBridge(link, history, spectators);
  if (debug !== null) bridge.addDebugPort(debug);
  const port = await listenHttp(http, webPort, webHost).catch((error: Error) => {
    bridge.stop();
    throw new BridgeStartError('web-address', error.message);
  });
  link.start();
  const page = formatLink(webHost, port);
  return {
    url: page,
    refereeUrl: commands && !open ? `${page}#token=${encodeURIComponent(token)}` : '',
    debugPort: debug?.status.port ?? null,
    async stop() {
      bridge.stop();
      link.stop();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

async function openDebugPort({
  debugPort,
  debugHost = '127.0.0.1',
}: BridgeOptions): Promise<DebugPort | null> {
  if (debugPort === undefined) return null;
  try {
    return await DebugPort.open(debugHost, debugPort);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'the port is in use; choose another one (debugPort, --debug-port)' : message;
    throw new BridgeStartError(
      'debug-port',
      `debug records cannot be received on ${debugHost}:${debugPort}: ${reason}`,
    );
  }
}

/** @throws BridgeStartError if the name is unknown. */
export async function checkServerHost(host: string): Promise<void> {
  try {
    await lookup(host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BridgeStartError(
      'unknown-host',
      `server host '${host}' is unknown (${code}); give an address or a name that this machine can resolve`,
    );
  }
}

/**
 * Returns the scripts of the page by path, which the build copies next to the program.
 *
 * @param given The only script, in place of these.
 */
async function readPageScripts(given: string | undefined): Promise<Map<string, string>> {
  const paths = Object.values(PAGE_PATHS).filter((path) => path.endsWith('.js'));
  if (given !== undefined)
    return new Map(paths.map((path) => [path, path === PAGE_PATHS.script ? given : '']));
  const scripts = new Map<string, string>();
  for (const path of paths) {
    const file = new URL(`./page${path}`, import.meta.url);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new BridgeStartError(
        'no-page',
        `the page's script ${file.pathname} is missing; run the build of @rcss/monitor-bridge`,
      );
    });
    scripts.set(path, text);
  }
  return scripts;
}
