import {
  CommandLineError,
  type CommandLineProgram,
  createIntegerParser,
  createProgram,
  EXIT,
  escapeText,
  type Output,
  PROCESS_OUTPUT,
  type ProgramDescription,
  parsePort,
  refuseOptions,
  runProgram,
  waitForSignal,
} from '@rcss/kit/command-line';
import { type Bridge, BridgeStartError, type MonitoredServer, startBridge } from '@rcss/match-bridge';
import { checkServerHost, getServerHost, printPositions } from '@rcss/match-bridge/program';
import { type Command, InvalidArgumentError } from 'commander';
import manifest from '../package.json' with { type: 'json' };

interface Options {
  readonly server: MonitoredServer;
  readonly webHost: string;
  readonly webPort: number;
  readonly token?: string;
  readonly commands: boolean;
  readonly keep: number;
  readonly allowOrigin: readonly string[];
  readonly maxSpectators: number;
  readonly debugPort?: number;
  readonly debugHost: string;
  readonly print: boolean;
}

const DESCRIPTION: ProgramDescription = {
  name: 'rcss-monitor',
  description:
    'Shows the match of a soccer server in the browser. Any number of browsers can open the page at any time.\n' +
    'Runs until Ctrl+C. If the server is not running or restarts, the page waits for it.',
  version: manifest.version,
  examples: [
    ['rcss-monitor', 'shows the match of the server on this machine at http://127.0.0.1:8088/'],
    ['rcss-monitor --server 10.0.0.5:6000', 'shows the match of another machine'],
    ['rcss-monitor --server ws://10.0.0.5:7000/rooms/final/monitor', 'shows a room over a WebSocket'],
    ['rcss-monitor --web-host 0.0.0.0', 'serves the network; prints a second link for the referee'],
    ['rcss-monitor --print', 'prints positions as text, one object per line'],
    ['rcss-monitor --debug-port 6032', 'also shows what agents report about their beliefs'],
  ],
  exitCodes: {
    [EXIT.ok]: 'ended by a signal',
    [EXIT.failed]: 'the page cannot be served',
    [EXIT.usage]: 'wrong command line, or the name of the server is unknown',
  },
};

/** `host`, `host:port`, `[v6]:port`, `:port`, or the WebSocket of a room. */
function parseServerOption(text: string): MonitoredServer {
  if (/^\w+:\/\//.test(text)) return { url: checkRoomUrl(text) };
  const found = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(found?.[3] ?? 6000);
  if (found === null || port < 1 || port > 65535) {
    throw new InvalidArgumentError(
      'Allowed: HOST or HOST:PORT with a port from 1 to 65535, or ws://HOST:PORT/rooms/ID/monitor.',
    );
  }
  const refereeToken = process.env['RCSS_REFEREE_TOKEN'] ?? '';
  return {
    host: found[1] || found[2] || '127.0.0.1',
    port,
    ...(refereeToken === '' ? {} : { refereeToken }),
  };
}

function checkRoomUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^wss?:$/.test(url.protocol) || !/\/rooms\/[^/]+\/monitor$/.test(url.pathname)) {
    throw new InvalidArgumentError(
      'Allowed for a room: ws://HOST:PORT/rooms/ID/monitor or wss://…, with ?token=TOKEN if the server needs one.',
    );
  }
  return url.href;
}

const USE_SERVER = 'use --server HOST:PORT';
const USE_PAGE = 'use the view options of the page';
const NOT_NEEDED = 'the bridge stays connected, waits for the server and connects again by itself';

/** Options of rcssmonitor without a counterpart. */
const REFUSED: Readonly<Record<string, string>> = {
  '-c, --connect [value]': NOT_NEEDED,
  '--server-host [value]': USE_SERVER,
  '--server-port [value]': USE_SERVER,
  '--client-version [value]': 'the bridge uses version 5, which every server has',
  '--timer-interval [value]': 'the page has buttons for the speed',
  '--auto-quit-mode [value]': 'end the bridge with Ctrl+C',
  '--auto-quit-wait [value]': 'end the bridge with Ctrl+C',
  '--auto-reconnect-mode [value]': NOT_NEEDED,
  '--auto-reconnect-wait [value]': NOT_NEEDED,
  '--auto-loop-mode [value]': 'logs are shown by rcss-log web --loop FILE',
  '--geometry [value]': 'use the window of the browser',
  '--maximize': 'use the window of the browser',
  '--full-screen': 'press F11 in the browser',
  ...Object.fromEntries(
    [
      'show-menu-bar show-tool-bar show-status-bar anti-aliasing show-score-board show-keepaway-area',
      'show-team-graphic show-draw-info show-ball show-player show-player-number show-player-type show-view-area',
      'show-focus-point show-illegal-defense show-catch-area show-tackle-area show-kick-accel-area show-stamina',
      'show-stamina-capacity show-pointto show-card show-grid-coord grid-step show-flag show-offside-line',
      'ball-size player-size focus-point-size team-graphic-scale',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [`--${name} [value]`, USE_PAGE]),
  ),
};

/** Prints to the streams of the process. */
function createCommand(output: Output = PROCESS_OUTPUT): Command {
  const program = createProgram(DESCRIPTION)
    .option(
      '-s, --server <host:port>',
      'soccer server to watch, or the WebSocket of a room, ws://HOST:PORT/rooms/ID/monitor (default: 127.0.0.1:6000)',
      parseServerOption,
    )
    .option('-p, --web-port <n>', 'port of the page; 0 takes a free one', parsePort, 8088)
    .option('--web-host <address>', 'address of the page; 0.0.0.0 serves the network', '127.0.0.1')
    .option(
      '--token <text>',
      "token for the referee's buttons (default: none on loopback, else a random one)",
    )
    .option('--no-commands', "turn the referee's buttons off")
    .option(
      '--keep <frames>',
      'newest frames that are kept for replay',
      createIntegerParser(256, 1_000_000),
      36_000,
    )
    .option(
      '--allow-origin <origin...>',
      'origins of other pages that may show the match, such as https://example.org',
      [],
    )
    .option(
      '--debug-port <n>',
      'UDP port for debug records of agents, for example 6032; 0 takes a free one (default: none)',
      parsePort,
    )
    .option('--print', 'print the positions of all objects in each step instead of serving a page', false)
    .option('--debug-host <address>', 'address of the debug port', '127.0.0.1')
    .option(
      '--max-spectators <n>',
      'largest number of connected browsers',
      createIntegerParser(1, 100_000),
      500,
    )
    .allowExcessArguments()
    .action((options: Options, command: Command) => runBridge(options, command.args, output));
  return refuseOptions(program, REFUSED);
}

async function runBridge(
  { allowOrigin, commands, keep, print, ...options }: Options,
  args: readonly string[],
  output: Output,
): Promise<void> {
  const [extra] = args;
  if (extra !== undefined) {
    throw new CommandLineError(
      `unexpected argument '${extra}': use --server HOST:PORT for a server, or rcss-log web FILE for a log`,
      EXIT.usage,
    );
  }
  if (print) {
    await printUntilSignal(options.server ?? { host: '127.0.0.1', port: 6000 }, output);
    return;
  }
  const stopped = new AbortController();
  const signal = waitForSignal(stopped.signal);
  let bridge: Bridge;
  try {
    bridge = await startBridge({
      ...options,
      allowCommands: commands,
      maxFrames: keep,
      allowedOrigins: allowOrigin,
    });
  } catch (error) {
    stopped.abort();
    if (!(error instanceof BridgeStartError)) throw error;
    throw new CommandLineError(error.message, error.code === 'unknown-host' ? EXIT.usage : EXIT.failed);
  }
  output.out(escapeText(`Watch the match: ${bridge.url}\n`));
  if (bridge.refereeUrl !== '') output.out(escapeText(`With the referee's buttons: ${bridge.refereeUrl}\n`));
  if (bridge.debugPort !== null)
    output.out(`Debug records of agents: UDP port ${bridge.debugPort}; open the panel Agents of the page\n`);
  await signal;
  await bridge.stop();
}

async function printUntilSignal(server: MonitoredServer, output: Output): Promise<void> {
  await checkServerHost(getServerHost(server)).catch((error: unknown) => {
    throw error instanceof BridgeStartError ? new CommandLineError(error.message, EXIT.usage) : error;
  });
  const stop = printPositions(server, output.out, output.err);
  await waitForSignal();
  await stop();
}

/** Runs the program with its texts on `output` and returns the exit code. */
export function run(
  argv: readonly string[],
  name: string = DESCRIPTION.name,
  output: Output = PROCESS_OUTPUT,
): Promise<number> {
  return runProgram(createCommand(output).name(name), argv, output);
}

/** The program `rcss-monitor`. */
export const program: CommandLineProgram = {
  name: DESCRIPTION.name,
  createCommand: () => createCommand(),
  run: (argv, name) => run(argv, name),
};
