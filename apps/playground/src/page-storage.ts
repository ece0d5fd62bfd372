/** The part of `Storage` that the pages use. */
type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

const PREFIX = 'rcss-playground-';

function findStorage(): TextStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Texts that the pages keep in the browser, by name. Where the browser refuses, they last as long as the page. */
export class PageStorage {
  readonly #storage: TextStorage | null;
  readonly #texts = new Map<string, string>();

  constructor(storage: TextStorage | null = findStorage()) {
    this.#storage = storage;
  }

  /** Returns a text; '' if there is none. */
  get(name: string): string {
    try {
      return this.#texts.get(name) ?? this.#storage?.getItem(PREFIX + name) ?? '';
    } catch {
      return '';
    }
  }

  /** Keeps a text; an empty one removes it. */
  set(name: string, text: string): void {
    this.#texts.set(name, text);
    try {
      this.#storage?.setItem(PREFIX + name, text);
    } catch {
      // A full or closed storage.
    }
  }

  /** Returns the texts of a list; empty if there is none, or something else. */
  getList(name: string): readonly string[] {
    try {
      const list: unknown = JSON.parse(this.get(name));
      return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
    } catch {
      return [];
    }
  }

  /** Keeps a list of texts. */
  setList(name: string, texts: readonly string[]): void {
    this.set(name, JSON.stringify(texts));
  }
}
