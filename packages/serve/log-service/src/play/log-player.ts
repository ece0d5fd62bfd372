/** The log player as a library: plays logs and serves them to monitors. */
import type { OpenLog } from '@rcss/logs';
import { openLogFile } from '@rcss/logs/node';
import { MonitorServer } from './monitor-server.js';
import { DEFAULT_INTERVAL_MS } from './playback.js';
import { ShowPlayer } from './player.js';

export interface LogPlayerOptions {
  /** Names of game log files of any version, packed or not; played one after the other. */
  readonly logs: readonly string[];
  /** Address of the UDP port for monitors; `127.0.0.1` by default. */
  readonly host?: string;
  /** UDP port for monitors; 0 takes a free one. 6000 by default. */
  readonly port?: number;
  /** Time per show, ms: 5 to 5000; 100 by default. Other values are limited to this range. */
  readonly intervalMs?: number;
  /** Whether to start playing at once; false by default. */
  readonly autoPlay?: boolean;
  /** Whether to continue with the first log after the last one; false by default. */
  readonly loop?: boolean;
  /** Play at once, and end this long after the end of the last log, s. Null by default: the player does not end. */
  readonly quitDelaySeconds?: number | null;
  /** Whether monitors get messages and team graphics of the logs; false by default, as in the original log player. */
  readonly messages?: boolean;
  /** Opens a log; reads the file by default. It rejects if the log cannot be read. */
  readonly open?: (log: string) => Promise<OpenLog>;
  /** Receives one line per monitor that connects. */
  readonly onNotice?: (line: string) => void;
}

/** A running log player. */
export interface LogPlayer {
  /** Controls what is shown; `player.playback` has position and speed. */
  readonly player: ShowPlayer;
  /** UDP port for monitors. */
  readonly port: number;
  /** Count of connected monitors. */
  readonly monitorCount: number;
  /** Resolves when the player ends: after {@link close}, or after the last log with `quitDelaySeconds`. */
  readonly ended: Promise<void>;
  /** Ends playing and closes all sockets. */
  close(): void;
}

async function openFile(name: string): Promise<OpenLog> {
  const opened = await openLogFile(name);
  if (!opened.ok) throw new Error(`${name}: ${opened.error.message}`);
  return opened.value;
}

/**
 * Plays logs and serves them to UDP monitors of every version. Resolves when the first log is open and the port is bound.
 *
 * @throws Error if the first log cannot be read or the port cannot be bound.
 * @example
 * const logPlayer = await startLogPlayer({ logs: ['final.rcg.gz'], port: 6000 });
 * const { player } = logPlayer;
 * player.changePlayback(() => player.playback.play(1));
 */
export async function startLogPlayer(options: LogPlayerOptions): Promise<LogPlayer> {
  const { logs, host = '127.0.0.1', port = 6000, messages = false, onNotice = () => {} } = options;
  const player = new ShowPlayer({
    logs,
    interval: options.intervalMs ?? DEFAULT_INTERVAL_MS,
    loop: options.loop ?? false,
    autoPlay: options.autoPlay ?? false,
    quitAfter: options.quitDelaySeconds ?? null,
    open: options.open ?? openFile,
  });
  const ended = new Promise<void>((resolve) => player.listen({ quit: resolve }));
  const server = await MonitorServer.open(player, { port, address: host, messages, print: onNotice });
  void ended.then(() => server.close());
  try {
    await player.start();
  } catch (error) {
    player.quit();
    throw error;
  }
  return {
    player,
    port: server.port,
    get monitorCount() {
      return server.count;
    },
    ended,
    close: () => player.quit(),
  };
}
