import { joinParts, splitMessage, toPrintable, wrapLines } from './wrap.js';

/** The panes of the screen: see, sense_body and hear messages, and all others. */
export type PaneName = 'see' | 'body' | 'hear' | 'other';

/** Panes by the first word of a message; all other messages belong to `other`. */
const PANES_BY_MESSAGE: ReadonlyMap<string, PaneName> = new Map([
  ['see', 'see'],
  ['see_global', 'see'],
  ['fullstate', 'see'],
  ['show', 'see'],
  ['sense_body', 'body'],
  ['hear', 'hear'],
]);

/** Returns the pane of a message by its first word. */
export function choosePane(message: string): PaneName {
  return PANES_BY_MESSAGE.get(/^\((\w+)/.exec(message)?.[1] ?? '') ?? 'other';
}

export interface PaneContent {
  /** Addition to the title: the time of the message, or how far the pane is scrolled. */
  readonly note: string;
  /**
   * Returns the last lines that fit.
   *
   * @param width Columns.
   * @param height Lines; the result may be shorter.
   */
  lines(width: number, height: number): string[];
}

/** A pane that shows only the latest message, part by part. */
export class LatestMessage implements PaneContent {
  #parts: readonly string[] = [];
  #note = '';

  get note(): string {
    return this.#note;
  }

  set(message: string): void {
    const [, time = '', ...parts] = splitMessage(toPrintable(message));
    this.#note = /^-?\d+$/.test(time) ? `time ${time}` : '';
    this.#parts = this.#note === '' ? [time, ...parts] : parts;
  }

  lines(width: number, height: number): string[] {
    const lines = joinParts(this.#parts, width);
    if (lines.length <= height) return lines;
    const hidden = `… ${lines.length - height + 1} more lines`;
    return [...lines.slice(0, height - 1), hidden.slice(0, width)];
  }
}

const MAX_ENTRIES = 500;
/** A longer message, for example server_param, is cut. */
const MAX_ENTRY_LINES = 2;

/** A pane that lists messages in the order of arrival; a repeated message is not listed again, but counted. */
export class MessageList implements PaneContent {
  readonly #entries: { text: string; count: number }[] = [];
  /** Lines between the end of the list and the lowest line shown. */
  #scrolled = 0;

  get note(): string {
    return this.#scrolled === 0 ? '' : `${this.#scrolled} newer lines below`;
  }

  add(message: string): void {
    const text = toPrintable(message);
    const last = this.#entries.at(-1);
    if (last?.text === text) last.count++;
    else this.#entries.push({ text, count: 1 });
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
  }

  /** Moves the shown part up (positive) or down by a number of lines. */
  scroll(lines: number): void {
    this.#scrolled = Math.max(0, this.#scrolled + lines);
  }

  lines(width: number, height: number): string[] {
    const wanted = height + this.#scrolled;
    const all: string[] = [];
    for (let i = this.#entries.length - 1; i >= 0 && all.length < wanted; i--) {
      all.unshift(...formatEntry(this.#entries[i]!, width));
    }
    this.#scrolled = Math.max(0, Math.min(this.#scrolled, all.length - height));
    const end = all.length - this.#scrolled;
    return all.slice(Math.max(0, end - height), end);
  }
}

function formatEntry({ text, count }: { text: string; count: number }, width: number): string[] {
  const lines = wrapLines(count === 1 ? text : `${text}  (${count} times)`, width);
  if (lines.length <= MAX_ENTRY_LINES) return lines;
  const shown = lines.slice(0, MAX_ENTRY_LINES - 1);
  const hidden = `… ${text.length - shown.length * width} more characters`;
  return [...shown, hidden.slice(0, width)];
}
