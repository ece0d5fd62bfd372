import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { BlockList, connect, isIP } from 'node:net';
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

/** Networks in which a server of a match may be, if the operator names none: this machine and private networks. */
const PRIVATE_NETWORKS = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
];

/**
 * Returns networks as a list to check addresses.
 *
 * @param networks `ADDRESS/BITS`, or an address.
 * @throws {RangeError} if one has another form.
 */
function createNetworkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    const length = bits === undefined ? most : Number(bits);
    if (family === 0 || !/^\d{1,3}$/.test(bits ?? '0') || length > most)
      throw new RangeError(
        `${network} is not a network. Allowed: ADDRESS/BITS, such as 10.0.0.0/8, or an address`,
      );
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

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
  readonly #allowed: readonly string[];
  readonly #networks: BlockList;
  readonly #now: () => number;

  /**
   * @param networks Networks to whose addresses it sends.
   * @throws {RangeError} if one has another form.
   */
  constructor(networks: readonly string[] = PRIVATE_NETWORKS, now: () => number = () => performance.now()) {
    this.#allowed = networks;
    this.#networks = createNetworkList(networks);
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
    const bridge = this.#findAddress(host).then((address) => startMatchBridge(address, port));
    this.#bridges.set(fixture, { bridge, host, port, endedAt: null });
    try {
      await bridge;
    } catch (error) {
      this.#bridges.delete(fixture);
      throw error;
    }
  }

  /** Returns the address of a machine, which comes from a worker: this server sends datagrams there. */
  async #findAddress(host: string): Promise<string> {
    const { address, family } = await lookup(host);
    if (this.#networks.check(address, family === 6 ? 'ipv6' : 'ipv4')) return address;
    throw new Error(
      `it is played at ${host} (${address}), to which this server does not send. Allowed: ${this.#allowed.join(', ')} (--watch-network)`,
    );
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
