import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Command, Option } from 'commander';
import { openLogOf } from '../input.js';
import { fileError, type Io, openOutput, ToolError } from '../io.js';
import { control } from '../play/commands.js';
import { ControlServer } from '../play/control-server.js';
import { KEY_HELP, Keyboard } from '../play/keyboard.js';
import { MonitorServer } from '../play/monitor-server.js';
import { DEFAULT_INTERVAL, MAX_INTERVAL, MIN_INTERVAL } from '../play/playback.js';
import { Player } from '../play/player.js';
import { Recorder } from '../play/recorder.js';
import { ScriptRunner } from '../play/script-runner.js';
import { statusLine, statusOf } from '../play/status.js';
import type { Registry } from '../program.js';
import { parseVersion } from '../tools/write-log.js';
import { pageScript } from '../web/assets.js';
import { portOf } from './web.js';

interface Options {
  readonly monitorPort: string;
  readonly host: string;
  readonly monitorPath?: string;
  readonly web?: string | true;
  readonly timerInterval: string;
  readonly autoPlay?: boolean;
  readonly autoQuitMode: string;
  readonly autoQuitWait: string;
  readonly autoLoopMode: string;
  readonly loop?: boolean;
  readonly messages?: boolean;
  readonly outputFile?: string;
  readonly outputVersion?: string;
  readonly record?: boolean;
  readonly nowindow?: boolean;
  readonly commandFile?: string;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['on', true],
  ['true', true],
  ['1', true],
  ['yes', true],
  ['off', false],
  ['false', false],
  ['0', false],
  ['no', false],
]);

function flag(text: string, name: string): boolean {
  const value = WORDS.get(text);
  if (value === undefined) throw new ToolError(`--${name}: ${text} is neither on nor off`);
  return value;
}

function wholeNumber(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new ToolError(`--${name}: ${text} is no whole number`);
  return value;
}

/** The time per show: negative is the default, others within the limits, with a message (11 §2.1). */
export function intervalOf(text: string, tell: (line: string) => void): number {
  const value = wholeNumber(text, 'timer-interval');
  if (value < 0) return DEFAULT_INTERVAL;
  const limited = Math.min(MAX_INTERVAL, Math.max(MIN_INTERVAL, value));
  if (limited !== value) tell(`--timer-interval: ${value} is limited to ${limited} ms\n`);
  return limited;
}

/** Time between two updates of the status line, ms. */
const STATUS_INTERVAL = 80;
/** A monitor program is started so long after the start (11 §2.1), ms. */
const MONITOR_DELAY = 100;

/** The line at the bottom of the terminal. */
function showStatus(io: Io, player: Player, monitors: () => number, typed: () => string): () => void {
  if (!io.errTty) return () => {};
  let waiting = false;
  const paint = () => {
    waiting = false;
    if (!player.over) io.err(`\r\x1b[K${statusLine(statusOf(player, monitors()), typed())}`);
  };
  const soon = () => {
    if (!waiting) setTimeout(paint, STATUS_INTERVAL);
    waiting = true;
  };
  player.listen({ show: soon, state: soon });
  soon();
  return soon;
}

/** Keys of the terminal; gives back what puts the terminal right again. */
function readKeys(
  io: Io,
  player: Player,
  repaint: { now: () => void },
): { keyboard: Keyboard; end: () => void } {
  const keyboard = new Keyboard(
    (command) => control(player, command),
    () => io.err(`\r\x1b[K${KEY_HELP.map(([keys, what]) => `  ${keys.padEnd(28)}${what}`).join('\n')}\n`),
  );
  const { stdin } = process;
  const input = (data: Buffer) => {
    keyboard.input(data.toString('latin1'));
    repaint.now();
  };
  stdin.setRawMode(true);
  stdin.on('data', input);
  return {
    keyboard,
    end: () => {
      stdin.off('data', input);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}

/** Start a monitor program, and end with it. */
function startMonitor(command: string, player: Player, io: Io): () => void {
  let ended = false;
  const timer = setTimeout(() => {
    const child = spawn(command, { shell: true, stdio: 'ignore' });
    const end = () => {
      if (!ended) player.quit();
    };
    child.on('error', (error) => {
      io.err(`${command}: ${error.message}\n`);
      end();
    });
    child.on('exit', end);
    stop = () => {
      ended = true;
      child.kill();
    };
  }, MONITOR_DELAY);
  let stop = () => clearTimeout(timer);
  return () => stop();
}

/** Lines of the command file, then of the standard input. */
async function* scriptLines(
  io: Io,
  file: string | undefined,
  interactive: boolean,
): AsyncGenerator<string, void> {
  if (file !== undefined) yield* await fileLines(file);
  if (interactive) {
    io.err('LogPlayer=> ');
    for await (const line of createInterface({ input: io.stdin })) {
      yield line;
      io.err('LogPlayer=> ');
    }
  }
}

async function fileLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'latin1')).split('\n');
  } catch (error) {
    throw fileError(file, error);
  }
}

async function playLogs(io: Io, logs: readonly string[], options: Options): Promise<number | undefined> {
  const quit = flag(options.autoQuitMode, 'auto-quit-mode');
  const player = new Player({
    logs,
    interval: intervalOf(options.timerInterval, (line) => io.err(line)),
    loop: options.loop === true || flag(options.autoLoopMode, 'auto-loop-mode'),
    autoPlay: options.autoPlay === true,
    quitAfter: quit ? wholeNumber(options.autoQuitWait, 'auto-quit-wait') : null,
    open: (log) => openLogOf(io, log),
  });
  const closers: (() => void | Promise<void>)[] = [];
  const over = new Promise<void>((resolve) => player.listen({ quit: resolve }));
  const interrupted = () => player.quit();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, interrupted);
    closers.push(() => void process.off(signal, interrupted));
  }
  player.listen({
    error: (message) => {
      io.err(`${io.errTty ? '\r\x1b[K' : ''}rcss-log: ${message}\n`);
    },
  });
  try {
    const print = (line: string) => {
      if (io.errTty) io.err('\r\x1b[K');
      void io.out(`${line}\n`);
    };
    const port = portOf(options.monitorPort, 'monitor-port');
    const { host, messages = false } = options;
    const server = await MonitorServer.open(player, { port, address: host, messages, print });
    closers.push(() => server.close());
    print(`serving monitors on ${host}:${server.port}`);
    if (options.web !== undefined) {
      const web = await ControlServer.open(player, {
        host,
        port: options.web === true ? 8090 : portOf(options.web, 'web'),
        viewerScript: await pageScript('viewer.js'),
        controlScript: await pageScript('control.js'),
        monitors: () => server.count,
      });
      closers.push(() => web.close());
      print(`controls: ${web.link}`);
    }
    if (options.outputFile !== undefined) {
      const version = options.outputVersion === undefined ? null : parseVersion(options.outputVersion);
      const recorder = new Recorder(player, await openOutput(io, options.outputFile, logs), version);
      player.recording = options.record === true;
      closers.push(async () => {
        await recorder.close();
        io.err(`${options.outputFile}: ${recorder.shows} shows\n`);
      });
    }
    await player.start();
    const scripted = options.commandFile !== undefined || options.nowindow === true;
    const repaint = { now: () => {} };
    let keyboard: Keyboard | null = null;
    if (!scripted && io.stdin === process.stdin && process.stdin.isTTY === true && io.errTty) {
      const keys = readKeys(io, player, repaint);
      keyboard = keys.keyboard;
      closers.push(keys.end);
      io.err('keys: Space, arrows, g, digits + Enter, q; ? for all\n');
    }
    if (!scripted)
      repaint.now = showStatus(
        io,
        player,
        () => server.count,
        () => keyboard?.typed ?? '',
      );
    if (options.monitorPath !== undefined) closers.push(startMonitor(options.monitorPath, player, io));
    if (scripted) {
      const runner = new ScriptRunner(player, { print: (text) => void io.out(text), load: fileLines });
      const script = runner.run(scriptLines(io, options.commandFile, options.nowindow === true));
      await Promise.race([script, over]);
      player.quit();
    }
    await over;
    if (io.errTty && !scripted) io.err('\r\x1b[K');
    return undefined;
  } finally {
    player.quit();
    for (const close of closers.reverse()) await close();
  }
}

function addOptions(command: Command): Command {
  return command
    .option('-p, --monitor-port <n>', 'UDP port for monitors; 0 takes a free one', '6000')
    .option(
      '--host <address>',
      'address of that port and of the page; 0.0.0.0 for everybody in the network',
      '127.0.0.1',
    )
    .option('-m, --monitor-path <command>', 'start this monitor program, and end with it')
    .option('-w, --web [port]', 'serve a page with controls and the field (8090)')
    .option('-i, --timer-interval <ms>', 'time per show, 5 to 5000 ms', String(DEFAULT_INTERVAL))
    .option('--auto-play', 'begin to play at once')
    .option('-l, --loop', 'at the end of the last log go on with the first')
    .option('--auto-loop-mode <on|off>', 'the same', 'off')
    .option('--auto-quit-mode <on|off>', 'play at once, and quit at the end', 'off')
    .option('--auto-quit-wait <s>', 'seconds between the end and quitting', '5')
    .option('--messages', 'send messages and team graphics of the log, too')
    .option('-o, --output-file <file>', 'where to record what is shown (key r)')
    .option('--output-version <n>', 'version of that log; that of the first log by default')
    .option('--record', 'record from the beginning')
    .option('-n, --nowindow', 'read commands (play 10 to end, jump to 100, ...) from the standard input')
    .option('-c, --command-file <file>', 'read commands from a file')
    .addOption(new Option('--message-delay-interval <n>', 'does nothing any more').hideHelp());
}

/** `play`: serve monitors from logs, with controls (rcsslogplayer). */
export function registerPlay({ program, io, run }: Registry): void {
  const command = program
    .command('play')
    .description(
      'play logs for monitors of every version over UDP, with controls from keyboard, page or script (rcsslogplayer)',
    )
    .argument('<logs...>', 'game logs, one after the other');
  addOptions(command).action(run((logs: string[], options: Options) => playLogs(io, logs, options)));
}
