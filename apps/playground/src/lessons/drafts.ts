import type { ProgressStorage } from './progress.js';

const KEY = 'rcss-playground-draft-';

/** Code that the user has written: of each lesson by its id, '' is the free match. It survives a closed page. */
export class Drafts {
  readonly #storage: ProgressStorage | null;
  /** Also the drafts of a page without a storage, as long as the page is open. */
  readonly #drafts = new Map<string, string>();

  constructor(storage: ProgressStorage | null) {
    this.#storage = storage;
  }

  /** Returns the draft; undefined if there is none. */
  find(id: string): string | undefined {
    const draft = this.#drafts.get(id) ?? this.#read(id);
    return draft === '' ? undefined : draft;
  }

  /** Keeps a draft; an empty text removes it. */
  keep(id: string, code: string): void {
    this.#drafts.set(id, code);
    try {
      this.#storage?.setItem(KEY + id, code);
    } catch {
      // A full or closed storage: the draft lasts as long as the page.
    }
  }

  #read(id: string): string | undefined {
    try {
      return this.#storage?.getItem(KEY + id) ?? undefined;
    } catch {
      return undefined;
    }
  }
}
