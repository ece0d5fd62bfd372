/** Reads keys from the terminal and shows a status line. */
import type { Io } from '../files/io.js';
import { executeControl } from './control-commands.js';
import { KEY_HELP, Keyboard } from './keyboard.js';
import type { ShowPlayer } from './player.js';
import { createStatus, formatStatusLine } from './status.js';

/** Time between two updates of the status line, ms. */
const STATUS_INTERVAL_MS = 80;
const CLEAR_LINE = '\r\x1b[K';

/** Whether keys can be read: both standard input and standard error are the terminal of this process. */
function hasTerminal(io: Io): boolean {
  return io.stdin === process.stdin && process.stdin.isTTY === true && io.isErrTerminal;
}

/** Reads keys and shows the status line until it is closed. */
export class PlayTerminal {
  readonly #io: Io;
  readonly #player: ShowPlayer;
  readonly #monitorCount: () => number;
  readonly #keyboard: Keyboard | null;
  #updateTimer: NodeJS.Timeout | null = null;

  constructor(io: Io, player: ShowPlayer, monitorCount: () => number) {
    this.#io = io;
    this.#player = player;
    this.#monitorCount = monitorCount;
    this.#keyboard = hasTerminal(io)
      ? new Keyboard(
          (command) => executeControl(player, command),
          () => this.print(KEY_HELP.map(([keys, effect]) => `  ${keys.padEnd(28)}${effect}`).join('\n')),
        )
      : null;
    if (this.#keyboard !== null) {
      process.stdin.setRawMode(true);
      process.stdin.on('data', this.#onData);
      io.err('keys: Space, arrows, g, digits + Enter, q; ? for all\n');
    }
    player.listen({ show: () => this.#scheduleUpdate(), state: () => this.#scheduleUpdate() });
    this.#scheduleUpdate();
  }

  /** Prints a line above the status line. */
  print(line: string): void {
    this.#io.err(`${CLEAR_LINE}${line}\n`);
  }

  close(): void {
    if (this.#updateTimer !== null) clearTimeout(this.#updateTimer);
    if (this.#io.isErrTerminal) this.#io.err(CLEAR_LINE);
    if (this.#keyboard === null) return;
    process.stdin.off('data', this.#onData);
    process.stdin.setRawMode(false);
    process.stdin.pause();
  }

  readonly #onData = (data: Buffer): void => {
    this.#keyboard?.input(data.toString('latin1'));
    this.#scheduleUpdate();
  };

  #scheduleUpdate(): void {
    if (!this.#io.isErrTerminal || this.#player.isOver) return;
    this.#updateTimer ??= setTimeout(() => this.#update(), STATUS_INTERVAL_MS);
  }

  #update(): void {
    this.#updateTimer = null;
    if (this.#player.isOver) return;
    const status = createStatus(this.#player, this.#monitorCount());
    this.#io.err(CLEAR_LINE + formatStatusLine(status, this.#keyboard?.typed ?? ''));
  }
}
