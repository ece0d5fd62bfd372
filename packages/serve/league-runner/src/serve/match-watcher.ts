import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import type { Bridge } from '@rcss/match-bridge';
import type { RunningMatchStatus } from '../runs/status-file.js';

const LOOPBACK = '127.0.0.1';
/** Path of the WebSocket of a bridge. */
const BRIDGE_PATH = '/frames';
/** Matches that are watched at the same time. */
const MAX_BRIDGES = 32;
/** Time for which a bridge stays after the end of its match, so that the end can be watched, ms. */
const KEEP_MS = 60_000;
/** Headers that are for the first server only. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['host', 'origin', 'cookie', 'authorization']);

/** A match and its UDP port for monitors. */
export interface WatchedMatch {
  readonly fixture: string;
  readonly host: string;
  readonly port: number;
}

interface WatchedBridge {
  readonly bridge: Promise<Bridge>;
  readonly host: string;
  readonly port: number;
  /** Since when its match does not run, ms; null while it runs. */
  endedAt: number | null;
}

/** Returns the address at which the server of a match can be reached from this machine; null if it serves its own machine only. */
export function findWatchHost({
  host,
  address,
}: Pick<RunningMatchStatus, 'host' | 'address'>): string | null {
  return host === hostname() ? LOOPBACK : (address ?? null);
}

/** Starts a monitor bridge for each running match that is watched; its WebSocket is reached through the server of the run only. */
export class MatchWatcher {
  readonly #bridges = new Map<string, WatchedBridge>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether another match can be watched. */
  hasPlaceFor(fixture: string): boolean {
    return this.#bridges.has(fixture) || this.#bridges.size < MAX_BRIDGES;
  }

  /** Starts the bridge of a match unless it is there. */
  async open({ fixture, host, port }: WatchedMatch): Promise<void> {
    const known = this.#bridges.get(fixture);
    if (known !== undefined && known.host === host && known.port === port) {
      await known.bridge;
      return;
    }
    // The match has begun anew.
    if (known !== undefined) this.#remove(fixture, known);
    const bridge = startMatchBridge(host, port);
    this.#bridges.set(fixture, { bridge, host, port, endedAt: null });
    try {
      await bridge;
    } catch (error) {
      this.#bridges.delete(fixture);
      throw error;
    }
  }

  /** Ends the bridges of matches that have ended some time ago. */
  retain(running: ReadonlySet<string>): void {
    const now = this.#now();
    for (const [fixture, watched] of this.#bridges) {
      if (running.has(fixture)) watched.endedAt = null;
      else if (watched.endedAt === null) watched.endedAt = now;
      else if (now - watched.endedAt > KEEP_MS) this.#remove(fixture, watched);
    }
  }

  /** Passes the WebSocket of a browser on to the bridge of a match; false if the match is not watched. */
  async forward(
    fixture: string,
    request: IncomingMessage,
    browser: Duplex,
    first: Uint8Array,
  ): Promise<boolean> {
    const bridge = await this.#bridges.get(fixture)?.bridge.catch(() => undefined);
    if (bridge === undefined) return false;
    const { port } = new URL(bridge.url);
    const upstream = connect(Number(port), LOOPBACK, () => {
      upstream.write(formatUpgrade(request, `${LOOPBACK}:${port}`));
      upstream.write(first);
      browser.pipe(upstream).pipe(browser);
    });
    for (const [from, to] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    return true;
  }

  async close(): Promise<void> {
    const bridges = [...this.#bridges.values()];
    this.#bridges.clear();
    await Promise.all(bridges.map(({ bridge }) => stopBridge(bridge)));
  }

  #remove(fixture: string, { bridge }: WatchedBridge): void {
    this.#bridges.delete(fixture);
    void stopBridge(bridge);
  }
}

async function startMatchBridge(host: string, port: number): Promise<Bridge> {
  // Without a watched match, the code of the bridge is not needed.
  const { startBridge } = await import('@rcss/match-bridge');
  return startBridge({
    server: { host, port },
    webHost: LOOPBACK,
    webPort: 0,
    // Spectators only; the page comes from the server of the run.
    allowCommands: false,
    pageScript: '',
  });
}

async function stopBridge(bridge: Promise<Bridge>): Promise<void> {
  try {
    await (await bridge).stop();
  } catch {
    // It has not started.
  }
}

/** The head of the request as the bridge gets it. */
function formatUpgrade({ rawHeaders }: IncomingMessage, host: string): string {
  const lines = [`GET ${BRIDGE_PATH} HTTP/1.1`, `Host: ${host}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (!OWN_HEADERS.has(rawHeaders[i]!.toLowerCase())) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
