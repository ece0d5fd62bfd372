import { showStatus } from '../controls/elements.js';
import { readTextOfSite } from '../files.js';
import type { Lesson } from '../lessons/lesson.js';
import type { LessonPanel } from '../lessons/lesson-panel.js';
import type { LessonList } from '../lessons/opened-lessons.js';
import { PageStorage } from '../page-storage.js';
import type { PageDrafts } from './page-drafts.js';

/** What the lessons need from the page. */
export interface LessonCode {
  getCode(): string;
  showCode(code: string): Promise<void>;
  readonly drafts: PageDrafts;
  /** Called when another lesson is chosen; null: a free match. */
  onChoose(lesson: Lesson | null): void;
  /** Code of a free match to begin with. */
  readonly firstCode: string;
}

/** The chosen lesson of the page. The list and the panel are loaded when they are used. */
export class PageLessons {
  readonly #host: LessonCode;
  #list: Promise<LessonList> | null = null;
  #panel: LessonPanel | null = null;
  /** Id of the chosen lesson; null: a free match. */
  id: string | null = null;

  constructor(host: LessonCode) {
    this.#host = host;
  }

  /** The panel; null until it is loaded. */
  get panel(): LessonPanel | null {
    return this.#panel;
  }

  loadList(): Promise<LessonList> {
    this.#list ??= import('../lessons/opened-lessons.js').then(
      (module) => new module.LessonList(new PageStorage()),
      (error: unknown) => {
        // The next use tries again.
        this.#list = null;
        throw error;
      },
    );
    return this.#list;
  }

  async loadPanel(): Promise<LessonPanel> {
    const [{ createLessonPanel }, list] = await Promise.all([
      import('../lessons/lesson-panel.js'),
      this.loadList(),
    ]);
    if (this.#panel !== null) return this.#panel;
    this.#panel = createLessonPanel(list, {
      setCode: (code) => void this.#host.showCode(code),
      findDraft: (id) => this.#host.drafts.find(id),
      keepDraft: () => this.keepDraft(),
      onChoose: (lesson) => {
        this.id = lesson?.id ?? null;
        this.#host.onChoose(lesson);
      },
    });
    this.#panel.show(this.id);
    return this.#panel;
  }

  /** Chooses a lesson and keeps the code; null: a free match. */
  show(id: string | null): void {
    this.id = id;
    this.#panel?.show(id);
  }

  /** Returns the chosen lesson; undefined for a free match. */
  async loadChosen(): Promise<Lesson | undefined> {
    return this.id === null ? undefined : (await this.loadList()).find(this.id);
  }

  /** Returns the file of a lesson as a part of a link or of a result; lessons of the page need none. */
  async describeFile(id: string | null): Promise<{ readonly lessonFile?: string }> {
    const lessonFile = id === null ? undefined : (await this.loadList()).findText(id);
    return lessonFile === undefined ? {} : { lessonFile };
  }

  /** Keeps the code of the page for the chosen lesson. */
  keepDraft(): void {
    this.#host.drafts.keep(this.id ?? '', this.#host.getCode());
  }

  /** Shows the code with which the lesson begins, instead of the draft. */
  async startAgain(): Promise<void> {
    const { drafts, firstCode } = this.#host;
    const id = this.id ?? '';
    await this.#host.showCode(drafts.findStart(id) ?? (await this.loadChosen())?.start ?? firstCode);
    drafts.remove(id);
    showStatus(
      'This is the code with which the lesson begins. Undo (Ctrl+Z) in the editor brings yours back.',
    );
  }

  /**
   * Opens the text of a lesson and shows the lesson.
   *
   * @throws {Error} if the text is wrong; the message has the name
   */
  async open(text: string, name: string): Promise<void> {
    const list = await this.loadList();
    const panel = await this.loadPanel();
    let title: string;
    try {
      const lesson = list.open(text);
      title = lesson.title;
      panel.choose(lesson.id);
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`);
    }
    showStatus(`The lesson "${title}" is open.`);
  }

  /** Opens a lesson of the site of the page. */
  async openPath(path: string): Promise<void> {
    try {
      await this.open(await readTextOfSite(path), path);
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  }
}
