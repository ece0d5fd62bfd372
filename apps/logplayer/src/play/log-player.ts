/** The log player as a library: plays logs and serves them to monitors. */
import type { OpenLog } from '@rcss/logs';
import { openLogFile } from '@rcss/logs/node';
import { MonitorServer } from './monitor-server.js';
import { DEFAULT_INTERVAL } from './playback.js';
import { Player } from './player.js';

/** Options of {@link startLogPlayer}. */
export interface LogPlayerOptions {
  /** Names of game log files of any version, packed or not; played one after the other. */
  readonly logs: readonly string[];
  /** Address of the UDP port for monitors; `127.0.0.1` by default. */
  readonly host?: string;
  /** UDP port for monitors; 0 takes a free one. 6000 by default. */
  readonly port?: number;
  /** Milliseconds per show, 5 to 5000; 100 by default. */
  readonly interval?: number;
  /** Start to play at once; false by default. */
  readonly autoPlay?: boolean;
  /** Continue with the first log after the last one; false by default. */
  readonly loop?: boolean;
  /** Play at once and end so many seconds after the end of the last log; null (stay) by default. */
  readonly quitAfter?: number | null;
  /** Send messages and team graphics of the logs as well; false by default, as the classic log player. */
  readonly messages?: boolean;
  /** Opens a log; reads the file by default. Rejects if the log cannot be read. */
  readonly open?: (log: string) => Promise<OpenLog>;
  /** Receives one line per monitor that connects. */
  readonly onNotice?: (line: string) => void;
}

/** A running log player. */
export interface LogPlayer {
  /** Controls what is shown; `player.playback` has position and speed. */
  readonly player: Player;
  /** UDP port for monitors. */
  readonly port: number;
  readonly monitorCount: number;
  /** Resolves when the player ends: by {@link close}, or after the end with `quitAfter`. */
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
 * logPlayer.player.act((playback) => playback.play(1));
 */
export async function startLogPlayer(options: LogPlayerOptions): Promise<LogPlayer> {
  const { logs, host = '127.0.0.1', port = 6000, messages = false, onNotice = () => {} } = options;
  const player = new Player({
    logs,
    interval: options.interval ?? DEFAULT_INTERVAL,
    loop: options.loop ?? false,
    autoPlay: options.autoPlay ?? false,
    quitAfter: options.quitAfter ?? null,
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
