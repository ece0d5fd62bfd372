import { createInterface, type Interface, type Key } from 'node:readline';
import { Writable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import type { ScreenFrame, Size } from './frame.js';

const CLEAR = '\u001b[2J';
// The screen is cleared first, because after a resize some terminals keep lines of the full-screen mode.
const LEAVE_SCREEN = `${CLEAR}\u001b[?25h\u001b[?1049l`;
const ENTER_SCREEN = `\u001b[?1049h${CLEAR}`;
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

const moveTo = (column: number, row: number): string => `\u001b[${row + 1};${column + 1}H`;

/** Events of a {@link Terminal}. */
export interface TerminalEvents {
  /** A key was pressed; the line has already changed. */
  readonly onKey: (key: Key) => void;
  /** A line was submitted, without characters that the protocol cannot carry. */
  readonly onLine: (line: string) => void;
  /** The user quits. */
  readonly onQuit: () => void;
  /** The size has changed, and the terminal is blank. */
  readonly onResize: () => void;
}

/** Submitted lines that arrows recall. */
const MAX_HISTORY = 500;

/** The protocol is Latin-1; other characters and control characters cannot be sent. */
const UNSENDABLE = /[^\u0020-\u007e\u00a0-\u00ff]/g;

/**
 * A terminal in full-screen mode with a line that is edited as in a shell. It is restored by `close`, and also if the process ends in another
 * way.
 */
export class Terminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #events: TerminalEvents;
  readonly #editor: Interface;
  /** Rows on the screen, to write only what changes. */
  #shown: readonly string[] = [];
  #open = true;

  constructor(input: ReadStream, output: WriteStream, events: TerminalEvents) {
    this.#input = input;
    this.#output = output;
    this.#events = events;
    output.write(ENTER_SCREEN);
    this.#editor = createInterface({
      input,
      // The line is drawn with the frame.
      output: new Writable({ write: (_bytes, _encoding, done) => done() }),
      terminal: true,
      historySize: MAX_HISTORY,
      prompt: '',
    });
    this.#editor.on('line', (line) => events.onLine(line.replace(UNSENDABLE, '')));
    this.#editor.on('SIGINT', events.onQuit);
    this.#editor.on('SIGTSTP', () => {});
    this.#editor.on('close', () => this.#open && events.onQuit());
    input.on('keypress', this.#pressed);
    output.on('resize', this.#resized);
    process.on('exit', this.close);
    process.on('uncaughtExceptionMonitor', this.close);
  }

  /** The line that is being edited, as it can be shown. */
  get line(): string {
    return this.#editor.line.replace(UNSENDABLE, '?');
  }

  /** Index in the line of the character under the cursor. */
  get cursor(): number {
    return this.#editor.cursor;
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
    this.#input.off('keypress', this.#pressed);
    this.#editor.close();
    this.#output.write(LEAVE_SCREEN);
  };

  readonly #pressed = (_typed: string | undefined, key: Key): void => this.#events.onKey(key);

  readonly #resized = (): void => {
    this.clear();
    this.#events.onResize();
  };
}
