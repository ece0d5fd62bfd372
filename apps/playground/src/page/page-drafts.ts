import { PageStorage } from '../page-storage.js';

/** The team of the link with which the page was opened. */
export interface LinkedTeam {
  /** Id of its lesson; '' for a free match. */
  readonly lesson: string;
  readonly code: string;
  /** Fragment of the link. */
  readonly fragment: string;
}

const PREFIX = 'draft-';
/** Name of the draft of a team of a link. */
const LINK = 'link';

/**
 * Code that the user has written, by the id of the lesson; '' is the free match. The team of a link has a draft of its own, which belongs
 * to this link only.
 */
export class PageDrafts {
  readonly #storage = new PageStorage();
  #linked: LinkedTeam | null = null;

  /** Takes the team of a link, which stands for the code of its lesson from now on; null: it no longer does. */
  setLinked(team: LinkedTeam | null): void {
    this.#linked = team;
  }

  /** Returns the draft, or the code of the link; undefined if there is none. */
  find(id: string): string | undefined {
    const linked = this.#findLinked(id);
    if (linked === null) return this.#storage.get(PREFIX + id) || undefined;
    const [fragment, ...lines] = this.#storage.get(PREFIX + LINK).split('\n');
    return fragment === linked.fragment ? lines.join('\n') : linked.code;
  }

  /** Keeps code: it survives a closed page. */
  keep(id: string, code: string): void {
    const linked = this.#findLinked(id);
    if (linked === null) this.#storage.set(PREFIX + id, code);
    else this.#storage.set(PREFIX + LINK, `${linked.fragment}\n${code}`);
  }

  /** Removes the draft. */
  remove(id: string): void {
    this.#storage.set(PREFIX + (this.#findLinked(id) === null ? id : LINK), '');
  }

  /** Returns the code of the link; undefined if it is of another lesson, or the page was opened without one. */
  findStart(id: string): string | undefined {
    return this.#findLinked(id)?.code;
  }

  #findLinked(id: string): LinkedTeam | null {
    return this.#linked?.lesson === id ? this.#linked : null;
  }
}
