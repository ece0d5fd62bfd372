import { devNull } from 'node:os';
import { createInterface } from 'node:readline';
import { readInputFile } from '@rcss/core/node';
import {
  CommandLineError,
  createIntegerParser,
  describeVerb,
  EXIT,
  parsePort,
  refuseOptions,
  waitForSignal,
} from '@rcss/kit/command-line';
import { type ProcessTree, startProcessTree } from '@rcss/kit/match-runner';
import { openLogInput } from '@rcss/log-service/files';
import {
  ControlServer,
  DEFAULT_INTERVAL_MS,
  MAX_PLAY_INTERVAL_MS,
  MIN_PLAY_INTERVAL_MS,
  MonitorServer,
  PlayTerminal,
  PortError,
  Recorder,
  ScriptRunner,
  ShowPlayer,
} from '@rcss/log-service/play';
import { createLogFileError, type Io, openOutput, reportError } from '@rcss/log-service/streams';
import { readPageScript, readViewerScripts } from '@rcss/log-service/web';
import type { LogVersion } from '@rcss/logs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseLogVersion } from './options.js';

interface Options {
  readonly monitorPort: number;
  readonly host: string;
  readonly monitorPath?: string;
  readonly web?: number;
  readonly timerInterval: number;
  readonly autoPlay: boolean;
  readonly autoQuitMode: boolean;
  readonly autoQuitWait: number;
  readonly autoLoopMode: boolean;
  readonly loop: boolean;
  readonly messages: boolean;
  readonly outputFile?: string;
  readonly outputVersion?: LogVersion;
  readonly record: boolean;
  readonly nowindow: boolean;
  readonly commandFile?: string;
}

const DEFAULT_WEB_PORT = 8090;
/** Delay after the start until a monitor program is started, ms (spec 11 §2.1). */
const MONITOR_DELAY_MS = 100;
const PROMPT = 'LogPlayer=> ';

const SWITCH_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['yes', true],
  ['off', false],
  ['false', false],
  ['0', false],
  ['no', false],
]);

function parseSwitch(text: string): boolean {
  const value = SWITCH_WORDS.get(text);
  if (value === undefined) throw new InvalidArgumentError('Allowed: on or off.');
  return value;
}

/** Returns the time per show, ms. A negative value gives the default; other values are limited, with a warning (spec 11 §2.1). */
export function limitInterval(value: number, warn: (line: string) => void): number {
  if (value < 0) return DEFAULT_INTERVAL_MS;
  const limited = Math.min(MAX_PLAY_INTERVAL_MS, Math.max(MIN_PLAY_INTERVAL_MS, value));
  if (limited !== value)
    warn(
      `--timer-interval: ${value} ms is out of range (${MIN_PLAY_INTERVAL_MS}–${MAX_PLAY_INTERVAL_MS}). Using ${limited} ms\n`,
    );
  return limited;
}

/** Starts a monitor program. The player ends when the program does. Returns a function that ends the program. */
function startMonitor(file: string, player: ShowPlayer, io: Io): () => Promise<void> {
  let tree: ProcessTree | null = null;
  const timer = setTimeout(() => {
    const command = { file, args: [], shell: true, cwd: process.cwd() };
    tree = startProcessTree(command, { env: process.env, output: devNull });
    void tree.ended.then(({ error }) => {
      if (error !== '') io.err(`${file}: ${error}\n`);
      player.quit();
    });
  }, MONITOR_DELAY_MS);
  return async () => {
    clearTimeout(timer);
    await tree?.stop();
  };
}

async function fileLines(file: string): Promise<string[]> {
  try {
    return readInputFile(file).toString('latin1').split('\n');
  } catch (error) {
    throw createLogFileError(file, error);
  }
}

/** Reads the lines of the command file, then those of the standard input. */
async function* scriptLines(io: Io, { commandFile, nowindow }: Options): AsyncGenerator<string, void> {
  if (commandFile !== undefined) yield* await fileLines(commandFile);
  if (!nowindow) return;
  io.err(PROMPT);
  for await (const line of createInterface({ input: io.stdin })) {
    yield line;
    io.err(PROMPT);
  }
}

/** Runs the commands of the script, then ends the player. */
async function runScript(io: Io, player: ShowPlayer, over: Promise<void>, options: Options): Promise<void> {
  const runner = new ScriptRunner(player, { print: (text) => print(io, player, text), load: fileLines });
  await Promise.race([runner.run(scriptLines(io, options)), over]);
  player.quit();
}

/** Prints text on the standard output. If the output was closed, the player ends. */
function print(io: Io, player: ShowPlayer, text: string): void {
  io.out(text).catch(() => player.quit());
}

type Closers = (() => void | Promise<void>)[];

async function openServers(
  io: Io,
  player: ShowPlayer,
  { monitorPort, host, messages, web }: Options,
  closers: Closers,
): Promise<MonitorServer> {
  const announce = (line: string): void => {
    if (io.isErrTerminal) io.err('\r\x1b[K');
    print(io, player, `${line}\n`);
  };
  const server = await MonitorServer.open(player, {
    port: monitorPort,
    address: host,
    messages,
    print: announce,
  }).catch((error: unknown) => {
    if (!(error instanceof PortError)) throw error;
    throw new CommandLineError(
      `${error.message}; choose another port or address with --monitor-port or --host`,
    );
  });
  closers.push(() => server.close());
  announce(`serving monitors on ${host}:${server.port}`);
  if (web === undefined) return server;
  const page = await ControlServer.open(player, {
    host,
    port: web,
    viewerScripts: await readViewerScripts(),
    controlScript: await readPageScript('control.js'),
    countMonitors: () => server.count,
  });
  closers.push(() => page.close());
  announce(`controls: ${page.link}`);
  return server;
}

async function openRecorder(
  io: Io,
  player: ShowPlayer,
  { outputFile, outputVersion, record }: Options,
  closers: Closers,
): Promise<void> {
  if (outputFile === undefined) return;
  const output = await openOutput(io, outputFile, player.logs, { inPlace: true });
  const recorder = new Recorder(player, output, outputVersion ?? null, ({ message }) => {
    player.recording = false;
    if (io.isErrTerminal) io.err('\r\x1b[K');
    reportError(io, `${message}. The recording is incomplete`);
  });
  player.recording = record;
  closers.push(async () => {
    // The error was printed when it occurred.
    if (!(await recorder.close())) throw new CommandLineError('', EXIT.failed);
    io.err(`${outputFile}: ${recorder.shows} shows\n`);
  });
}

/** Ends the player at a signal. Returns a function that stops waiting for a signal. */
function quitOnSignal(player: ShowPlayer): () => void {
  const abort = new AbortController();
  void waitForSignal(abort.signal).then((signal) => {
    if (signal !== null) player.quit();
  });
  return () => abort.abort();
}

/** Closes everything, also if one of them fails; then throws its error. */
async function closeAll([close, ...others]: Closers): Promise<void> {
  if (close === undefined) return;
  try {
    await close();
  } finally {
    await closeAll(others);
  }
}

async function play(io: Io, logs: readonly string[], options: Options): Promise<void> {
  const player = new ShowPlayer({
    logs,
    interval: limitInterval(options.timerInterval, (line) => io.err(line)),
    loop: options.loop || options.autoLoopMode,
    autoPlay: options.autoPlay,
    quitAfter: options.autoQuitMode ? options.autoQuitWait : null,
    open: (log) => openLogInput(io, log),
  });
  const over = new Promise<void>((resolve) => player.listen({ quit: resolve }));
  player.listen({
    error: (message) =>
      io.err(`${io.isErrTerminal ? '\r\x1b[K' : ''}${io.programName ?? 'rcss-log'}: ${message}\n`),
  });
  const closers: Closers = [quitOnSignal(player)];
  try {
    const server = await openServers(io, player, options, closers);
    await openRecorder(io, player, options, closers);
    await player.start();
    const scripted = options.commandFile !== undefined || options.nowindow;
    if (!scripted) {
      const terminal = new PlayTerminal(io, player, () => server.count);
      closers.push(() => terminal.close());
    }
    if (options.monitorPath !== undefined) closers.push(startMonitor(options.monitorPath, player, io));
    if (scripted) await runScript(io, player, over, options);
    await over;
  } finally {
    player.quit();
    await closeAll(closers.reverse());
  }
}

function addOptions(verb: Command): Command {
  const whole = createIntegerParser(-(2 ** 31), 2 ** 31 - 1);
  return verb
    .option('-p, --monitor-port <n>', 'UDP port for monitors; 0 selects a free port', parsePort, 6000)
    .option(
      '--host <address>',
      'address of that port and of the page; 0.0.0.0 accepts clients from the network',
      '127.0.0.1',
    )
    .option('-m, --monitor-path <command>', 'start this monitor program, and exit when it exits')
    .addOption(
      new Option('-w, --web [port]', `serve a page with controls and the field (${DEFAULT_WEB_PORT})`)
        .argParser(parsePort)
        .preset(String(DEFAULT_WEB_PORT)),
    )
    .option(
      '-i, --timer-interval <ms>',
      `time per show, ${MIN_PLAY_INTERVAL_MS} to ${MAX_PLAY_INTERVAL_MS} ms`,
      whole,
      DEFAULT_INTERVAL_MS,
    )
    .option('--auto-play', 'start to play at once', false)
    .option('-l, --loop', 'continue with the first log after the last one', false)
    .option('--auto-loop-mode <on|off>', 'like --loop', parseSwitch, false)
    .option('--auto-quit-mode <on|off>', 'play at once, and quit at the end', parseSwitch, false)
    .option('--auto-quit-wait <s>', 'seconds between the end and quitting', whole, 5)
    .option('--messages', 'send messages and team graphics of the log as well', false)
    .option('-o, --output-file <file>', 'log to which shown shows are recorded (key r)')
    .option(
      '--output-version <n>',
      'version of that log, 1 to 7 or json (default: that of the first log)',
      parseLogVersion,
    )
    .option('--record', 'record from the beginning', false)
    .option('-n, --nowindow', 'read commands (play 10 to end, jump to 100) from the standard input', false)
    .option('-c, --command-file <file>', 'read commands from a file')
    .addOption(new Option('--message-delay-interval <n>', 'accepted without effect').hideHelp());
}

const USE_MONITOR = 'to watch a live match use rcss-monitor --server HOST:PORT';
const USE_PAGE = 'the log player has no window; use --web, whose page has the view options';

/** Options of rcsslogplayer that this program does not have, with what to use instead. */
const REFUSED: Readonly<Record<string, string>> = {
  '--connect': USE_MONITOR,
  '--server-host [value]': USE_MONITOR,
  '--server-port [value]': USE_MONITOR,
  '--client-version [value]': USE_MONITOR,
  '-f, --file [value]': 'give options on the command line, and commands with --command-file FILE',
  '--minimum-mode': 'the controls are in the terminal, and with --web on a page',
  '--geometry [value]': USE_PAGE,
  '--maximize': USE_PAGE,
  '--full-screen': USE_PAGE,
  '--hide-menu-bar [value]': USE_PAGE,
  '--hide-tool-bar [value]': USE_PAGE,
  '--hide-status-bar [value]': USE_PAGE,
  '--anti-aliasing [value]': USE_PAGE,
  '--ball-size [value]': USE_PAGE,
  '--player-size [value]': USE_PAGE,
  '--grid-step [value]': USE_PAGE,
  ...Object.fromEntries(
    [
      'score-board team-graphic draw-info ball player player-number card keepaway-area player-type view-area',
      'catch-area tackle-area kick-accel-area stamina stamina-capacity pointto grid-coord flag offside-line',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [`--show-${name} [value]`, USE_PAGE]),
  ),
};

/** Adds `play`: plays logs for monitors, with controls (rcsslogplayer). */
export function addPlay(program: Command, io: Io): void {
  const verb = program
    .command('play')
    .description(
      'play logs for monitors of every version over UDP, with controls from keyboard, page or script (rcsslogplayer)',
    )
    .argument('<logs...>', 'game logs, one after the other');
  refuseOptions(addOptions(verb), REFUSED);
  verb.action((logs: string[], options: Options) => play(io, logs, options));
  describeVerb(verb, [
    ['match.rcg', 'serves monitors on UDP port 6000, with keys in the terminal'],
    ['--web match.rcg final.rcg.gz', 'plays two logs, with controls on http://127.0.0.1:8090/'],
    ['--auto-quit-mode on -o scene.rcg --record match.rcg', 'records the log while it is played'],
  ]);
}
