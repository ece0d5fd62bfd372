import { createElement, enableButtons, findElement, showStatus } from '../controls/elements.js';
import { readTextOfSite } from '../files.js';
import type { GoalResult } from '../goal.js';
import type { Lesson } from '../lessons/lesson.js';
import { renderLessonLine, renderLessonText } from '../lessons/lesson-text.js';
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

/** The choice of a lesson with its task, hints and solution. The lessons are loaded when they are used. */
export class PageLessons {
  readonly #host: LessonCode;
  readonly #storage = new PageStorage();
  /** Ids of the lessons that were passed in this browser. */
  readonly #passed = new Set(this.#storage.getList('lessons'));
  readonly #select = findElement<HTMLSelectElement>('lesson');
  readonly #hints = findElement('hints');
  readonly #hintButton = findElement<HTMLButtonElement>('hint');
  readonly #solutionButton = findElement<HTMLButtonElement>('solution');
  readonly #nextButton = findElement<HTMLButtonElement>('next');
  #loading: Promise<LessonList> | null = null;
  /** null until it is loaded. */
  #list: LessonList | null = null;
  #current: Lesson | null = null;
  /** Id of the chosen lesson; null: a free match. */
  id: string | null = null;

  constructor(host: LessonCode) {
    this.#host = host;
    this.#select.addEventListener('change', () => this.#choose(this.#select.value));
    this.#hintButton.addEventListener('click', () => this.#showHint());
    this.#solutionButton.addEventListener('click', () => {
      if (this.#current !== null) void host.showCode(this.#current.solution);
    });
    this.#nextButton.addEventListener('click', () => {
      const next = this.#findNext();
      if (next !== undefined) this.#choose(next.id);
      // The button is disabled now.
      this.#select.focus();
    });
  }

  loadList(): Promise<LessonList> {
    this.#loading ??= import('../lessons/opened-lessons.js').then(
      (module) => {
        this.#list = new module.LessonList(this.#storage);
        this.#select.disabled = false;
        this.show(this.id);
        return this.#list;
      },
      (error: unknown) => {
        // The next use tries again.
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }

  /** Shows a lesson as soon as the lessons are loaded, and keeps the code; null: a free match. */
  show(id: string | null): void {
    this.id = id;
    if (this.#list === null) return;
    const lesson = this.#list.find(id) ?? null;
    this.#current = lesson;
    this.id = lesson?.id ?? null;
    findElement('lesson-panel').hidden = lesson === null;
    findElement('lesson-text').replaceChildren(...renderLessonText(lesson?.text ?? ''));
    findElement('task').replaceChildren(...renderLessonText(lesson?.task ?? ''));
    const goal = findElement('goal');
    goal.hidden = lesson === null;
    goal.textContent = lesson?.goalText ?? '';
    findElement('checks').replaceChildren();
    this.#hints.replaceChildren();
    this.#hintButton.disabled = lesson === null || lesson.hints.length === 0;
    this.#solutionButton.disabled = lesson === null || lesson.solution === '';
    findElement('heights').hidden = lesson?.hasHeight !== true;
    this.#showProgress();
    this.#host.onChoose(lesson);
  }

  /** Shows and keeps the result of a lesson. */
  addResult(id: string, { isPassed, checks }: GoalResult): void {
    if (isPassed) this.#passed.add(id);
    this.#storage.setList('lessons', [...this.#passed]);
    findElement('checks').replaceChildren(
      ...(checks.length < 2 ? [] : checks).map((check) =>
        createElement('li', { className: check.isPassed ? 'met' : 'missed' }, check.text),
      ),
    );
    this.#showProgress();
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
    try {
      const { id, title } = list.open(text);
      this.#choose(id);
      showStatus(`The lesson "${title}" is open.`);
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`);
    }
  }

  /** Opens a lesson of the site of the page. */
  async openPath(path: string): Promise<void> {
    try {
      await this.open(await readTextOfSite(path), path);
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  }

  /** Shows a lesson, also one that was just opened, and its draft or its first code; '' is the free match. */
  #choose(id: string): void {
    this.keepDraft();
    // The result of the match before does not belong to this lesson.
    showStatus('');
    this.show(id);
    const code = this.#host.drafts.find(id) ?? this.#current?.start;
    if (code !== undefined) void this.#host.showCode(code);
  }

  #findNext(): Lesson | undefined {
    const lessons = this.#list?.all ?? [];
    return lessons[lessons.findIndex(({ id }) => id === this.id) + 1];
  }

  #showProgress(): void {
    const lessons = this.#list?.all ?? [];
    const isPassed = ({ id }: Lesson): boolean => this.#passed.has(id);
    this.#select.replaceChildren(
      new Option('Free match', ''),
      ...lessons.map(
        (lesson, i) =>
          new Option(`${i + 1}. ${lesson.title}${isPassed(lesson) ? ' – passed' : ''}`, lesson.id),
      ),
    );
    this.#select.value = this.id ?? '';
    findElement('progress').textContent =
      `${lessons.filter(isPassed).length} of ${lessons.length} lessons passed`;
    this.#nextButton.hidden = this.#current === null;
    this.#nextButton.disabled =
      this.#current === null || !isPassed(this.#current) || this.#findNext() === undefined;
  }

  #showHint(): void {
    if (this.#current === null) return;
    const { hints, solution } = this.#current;
    this.#hints.append(
      createElement('li', {}, ...renderLessonLine(hints[this.#hints.childElementCount] ?? '')),
    );
    enableButtons(
      [this.#hintButton, this.#hints.childElementCount < hints.length],
      [this.#solutionButton, solution !== ''],
    );
  }
}
