import type { AddressInfo } from 'node:net';
import type { MonitorRecord } from '@rcss/protocol';
import { isLoopback, newToken } from './access.js';
import { commandDatagrams } from './commands.js';
import { MatchMemory } from './match-memory.js';
import { type ServerAddress, ServerLink } from './server-link.js';
import { Spectators } from './spectators.js';
import { createWebServer } from './web-server.js';

export interface BridgeOptions {
  readonly server: ServerAddress;
  readonly webHost: string;
  /** 0 takes any free port. */
  readonly webPort: number;
  /** Script of the page. */
  readonly script: string;
  /** Token for the referee's buttons; without one it is made up where one is needed. */
  readonly token?: string;
  readonly commands: boolean;
  /** Frames that are kept. */
  readonly keep: number;
  readonly allowedOrigins: readonly string[];
  readonly maxSpectators: number;
}

export interface Bridge {
  /** Address of the page. */
  readonly link: string;
  /** Address of the page with the token for the referee's buttons; empty when none is needed or nobody may use them. */
  readonly refereeLink: string;
  stop(): Promise<void>;
}

/** Parameters come in some twenty datagrams; the page is told once they are through. */
const SETTLE_MS = 60;

/** Start the bridge. Rejects when the page's address cannot be used. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const link = new ServerLink(options.server);
  const memory = new MatchMemory(options.keep);
  const open = isLoopback(options.webHost) && options.token === undefined;
  const token = options.token ?? newToken();
  const http = createWebServer(options.script, options.webHost, () => ({
    state: link.state,
    match: memory.match,
    first: memory.frames.first,
    last: memory.frames.last,
    spectators: spectators.count,
    skipped: spectators.skipped,
  }));
  const spectators = new Spectators(http, memory, {
    host: options.webHost,
    allowedOrigins: options.allowedOrigins,
    commands: options.commands ? (open ? 'open' : { token }) : null,
    title: `${options.server.host}:${options.server.port}`,
    maxSpectators: options.maxSpectators,
  });
  let settling: NodeJS.Timeout | null = null;

  function settle(): void {
    if (settling !== null) clearTimeout(settling);
    settling = setTimeout(() => {
      settling = null;
      spectators.hello();
    }, SETTLE_MS);
  }

  function take(record: MonitorRecord): void {
    for (const change of memory.add(record)) {
      switch (change.kind) {
        case 'match':
          spectators.hello();
          break;
        case 'info':
          settle();
          break;
        case 'frame':
          spectators.frame(change.index);
          if (change.marks.length > 0) spectators.tell({ t: 'marks', marks: change.marks });
          break;
        case 'message':
          if (/^\((?:error|ok|warning) /.test(change.message.text)) {
            spectators.tell({ t: 'reply', text: change.message.text });
          }
          spectators.tell({ t: 'message', message: change.message });
          break;
        case 'tile':
          spectators.tell({ t: 'tile', tile: change.tile });
          break;
        case 'none':
          break;
      }
    }
  }

  link.on('record', take);
  link.on('state', (state, text) => {
    if (state !== 'live') memory.registered();
    spectators.setStatus({ state, text });
  });
  spectators.onCommand = (command) => {
    const coach = Boolean(memory.serverParams['coach']) || Boolean(memory.serverParams['coach_w_referee']);
    const datagrams = commandDatagrams(command, coach);
    if (!datagrams.ok) return datagrams.error.message;
    for (const datagram of datagrams.value) {
      if (!link.send(datagram)) return 'The server cannot be reached';
    }
    return `Sent ${datagrams.value.join(' ')}`;
  };

  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(options.webPort, options.webHost, () => {
      http.off('error', reject);
      resolve();
    });
  });
  link.start();
  const { port } = http.address() as AddressInfo;
  const page = `http://${shownHost(options.webHost)}:${port}/`;
  return {
    link: page,
    refereeLink: options.commands && !open ? `${page}#token=${encodeURIComponent(token)}` : '',
    async stop() {
      if (settling !== null) clearTimeout(settling);
      spectators.close();
      await link.stop();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

/** How the host is written in a link. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
