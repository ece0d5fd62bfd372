import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { ScreenFrame, Size } from './frame.js';
import type { Key } from './line-editor.js';

const CLEAR = '\u001b[2J';
// The screen is cleared first, because after a resize some terminals keep lines of the full-screen mode.
const LEAVE_SCREEN = `${CLEAR}\u001b[?25h\u001b[?1049l`;
const ENTER_SCREEN = `\u001b[?1049h${CLEAR}`;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

const moveTo = (column: number, row: number): string => `\u001b[${row + 1};${column + 1}H`;

/** Events of a {@link Terminal}. */
export interface TerminalEvents {
  readonly onKey: (typed: string | undefined, key: Key) => void;
  /** The size has changed, and the terminal is blank. */
  readonly onResize: () => void;
}

/**
 * A terminal in full-screen mode. It is restored by `close`, and also if the process ends in another way.
 */
export class Terminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #events: TerminalEvents;
  /** Rows on the screen, to write only what changes. */
  #shown: readonly string[] = [];
  #open = true;

  constructor(input: ReadStream, output: WriteStream, events: TerminalEvents) {
    this.#input = input;
    this.#output = output;
    this.#events = events;
    output.write(ENTER_SCREEN);
    input.setRawMode(true);
    emitKeypressEvents(input);
    input.on('keypress', events.onKey);
    input.resume();
    output.on('resize', this.#resized);
    process.on('exit', this.close);
    process.on('uncaughtExceptionMonitor', this.close);
  }

  get size(): Size {
    return { columns: Math.max(1, this.#output.columns), rows: Math.max(1, this.#output.rows) };
  }

  /** Writes the rows that differ from those on the screen. */
  show(frame: ScreenFrame): void {
    if (!this.#open) return;
    let text = HIDE_CURSOR;
    frame.rows.forEach((row, i) => {
      if (row !== this.#shown[i]) text += moveTo(0, i) + row;
    });
    this.#shown = frame.rows;
    this.#output.write(text + moveTo(frame.cursorColumn, frame.cursorRow) + SHOW_CURSOR);
  }

  /** Clears the screen; the next frame is written as a whole. */
  clear(): void {
    this.#shown = [];
    this.#output.write(CLEAR);
  }

  /** Restores the terminal. */
  readonly close = (): void => {
    if (!this.#open) return;
    this.#open = false;
    process.off('exit', this.close);
    process.off('uncaughtExceptionMonitor', this.close);
    this.#output.off('resize', this.#resized);
    this.#input.off('keypress', this.#events.onKey);
    this.#input.setRawMode(false);
    this.#input.pause();
    this.#output.write(LEAVE_SCREEN);
  };

  readonly #resized = (): void => {
    this.clear();
    this.#events.onResize();
  };
}
