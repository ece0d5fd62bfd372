/** A key as `node:readline` reports it. */
export interface Key {
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
}

const MAX_HISTORY = 500;

/** The command line at the bottom of the screen: editing as in a shell, and the history of submitted lines. */
export class LineEditor {
  #text = '';
  #cursor = 0;
  readonly #history: string[] = [];
  /** Position in the history; its length while a new line is edited. */
  #position = 0;
  /** The new line, kept while older lines are shown. */
  #draft = '';

  /** The current text of the line. */
  get text(): string {
    return this.#text;
  }

  /** Index of the character under the cursor. */
  get cursor(): number {
    return this.#cursor;
  }

  /**
   * Applies a key.
   *
   * @param typed Text that the key types, if any.
   * @returns The line if the key submits it, otherwise null.
   */
  press(typed: string | undefined, key: Key): string | null {
    if (key.name === 'return' || key.name === 'enter') return this.#submit();
    const edit = EDITS[`${key.ctrl === true ? 'ctrl+' : ''}${key.name ?? ''}`];
    if (edit === 'older') this.#recall(this.#position - 1);
    else if (edit === 'newer') this.#recall(this.#position + 1);
    else if (edit !== undefined) this.#replace(...edit(this.#text, this.#cursor));
    else if (typed !== undefined && key.ctrl !== true && key.meta !== true) this.#insert(typed);
    return null;
  }

  #replace(text: string, cursor: number): void {
    this.#text = text;
    this.#cursor = Math.max(0, Math.min(cursor, text.length));
  }

  #insert(typed: string): void {
    // The protocol is Latin-1; other characters and control characters cannot be sent.
    const text = typed.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '');
    const { cursor } = this;
    this.#replace(this.#text.slice(0, cursor) + text + this.#text.slice(cursor), cursor + text.length);
  }

  #submit(): string {
    const line = this.#text;
    if (line !== '' && line !== this.#history.at(-1)) this.#history.push(line);
    if (this.#history.length > MAX_HISTORY) this.#history.shift();
    this.#position = this.#history.length;
    this.#draft = '';
    this.#replace('', 0);
    return line;
  }

  #recall(position: number): void {
    if (position < 0 || position > this.#history.length) return;
    if (this.#position === this.#history.length) this.#draft = this.#text;
    this.#position = position;
    const line = this.#history[position] ?? this.#draft;
    this.#replace(line, line.length);
  }
}

type Edit = (text: string, cursor: number) => [text: string, cursor: number];

const deleteBefore: Edit = (text, at) => [text.slice(0, Math.max(0, at - 1)) + text.slice(at), at - 1];
const deleteAt: Edit = (text, at) => [text.slice(0, at) + text.slice(at + 1), at];
const toStart: Edit = (text) => [text, 0];
const toEnd: Edit = (text) => [text, text.length];
const deleteWord: Edit = (text, at) => {
  const kept = text.slice(0, at).replace(/\S*\s*$/, '');
  return [kept + text.slice(at), kept.length];
};

/** Actions of keys, by name. */
const EDITS: Readonly<Record<string, Edit | 'older' | 'newer'>> = {
  up: 'older',
  down: 'newer',
  'ctrl+p': 'older',
  'ctrl+n': 'newer',
  left: (text, at) => [text, at - 1],
  right: (text, at) => [text, at + 1],
  'ctrl+b': (text, at) => [text, at - 1],
  'ctrl+f': (text, at) => [text, at + 1],
  home: toStart,
  'ctrl+a': toStart,
  end: toEnd,
  'ctrl+e': toEnd,
  backspace: deleteBefore,
  'ctrl+h': deleteBefore,
  delete: deleteAt,
  'ctrl+d': deleteAt,
  'ctrl+w': deleteWord,
  'ctrl+u': (text, at) => [text.slice(at), 0],
  'ctrl+k': (text, at) => [text.slice(0, at), at],
};
