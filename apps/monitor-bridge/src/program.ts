import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { type Bridge, startBridge } from './bridge.js';
import type { ServerAddress } from './server-link.js';

/** The program `rcss-monitor`: watch a match in a browser. */

interface Options {
  readonly server: ServerAddress;
  readonly webHost: string;
  readonly webPort: number;
  readonly token?: string;
  readonly commands: boolean;
  readonly keep: number;
  readonly allowOrigin: readonly string[];
  readonly maxSpectators: number;
}

function whole(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < low || value > high) {
      throw new InvalidArgumentError(`expected a whole number from ${low} to ${high}.`);
    }
    return value;
  };
}

/** `host`, `host:port`, `[v6]:port`, `:port`. */
function serverAddress(text: string): ServerAddress {
  const found = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(found?.[3] ?? 6000);
  if (found === null || port < 1 || port > 65535)
    throw new InvalidArgumentError('expected HOST or HOST:PORT.');
  return { host: found[1] || found[2] || '127.0.0.1', port };
}

function options(argv: readonly string[]): Options {
  return new Command('rcss-monitor')
    .description(
      'Shows the match of a soccer server in the browser. Any number of people may open the link, at any time.',
    )
    .option('-s, --server <host:port>', 'soccer server to watch', serverAddress, {
      host: '127.0.0.1',
      port: 6000,
    })
    .option('-p, --web-port <n>', 'port of the page; 0 takes a free one', whole(0, 65535), 8088)
    .option(
      '--web-host <address>',
      'address that the page is served on; 0.0.0.0 for everybody in the network',
      '127.0.0.1',
    )
    .option(
      '--token <text>',
      "token for the referee's buttons (default: none needed on loopback, else made up)",
    )
    .option('--no-commands', "serve no referee's buttons at all")
    .option('--keep <frames>', 'frames kept for looking back', whole(256, 1_000_000), 36_000)
    .option(
      '--allow-origin <origin...>',
      'other pages that may embed the match, e.g. https://example.org',
      [],
    )
    .option('--max-spectators <n>', 'browsers at a time', whole(1, 100_000), 500)
    .configureOutput({ outputError: (text, write) => write(`${text.split('\n')[0]}\n`) })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 1))
    .parse([...argv], { from: 'user' })
    .opts<Options>();
}

/** The page's script lies beside the program. */
function pageScript(): string {
  return readFileSync(new URL('./page/viewer.js', import.meta.url), 'utf8');
}

function explain(error: unknown, { webHost, webPort }: Options): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    return `port ${webPort} of ${webHost} is in use; choose another one with --web-port`;
  if (code === 'EACCES') return `port ${webPort} needs more rights; choose one above 1023 with --web-port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${webHost} is no address of this machine (--web-host)`;
  if (code === 'ENOENT') return 'the page is missing; build the program first';
  return error instanceof Error ? error.message : String(error);
}

/** Runs the program; it ends the process itself. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const given = options(argv);
  let bridge: Bridge;
  try {
    bridge = await startBridge({ ...given, allowedOrigins: given.allowOrigin, script: pageScript() });
  } catch (error) {
    console.error(`error: ${explain(error, given)}`);
    process.exit(1);
  }
  console.log(`Watch the match: ${bridge.link}`);
  if (bridge.refereeLink !== '') console.log(`With the referee's buttons: ${bridge.refereeLink}`);
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(0);
    stopping = true;
    setTimeout(() => process.exit(0), 1000).unref();
    void bridge.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
