import type { PageStorage } from '../page-storage.js';
import type { Lesson } from './lesson.js';
import { parseLesson } from './lesson-file.js';
import { LESSONS } from './lessons.js';

const KEY = 'lesson-files';
/** Lessons that are kept; the oldest one is forgotten first. */
const MAX_LESSONS = 30;

/** A lesson of a file, with the text of the file. */
export interface OpenedLesson {
  readonly lesson: Lesson;
  readonly text: string;
}

/** All lessons: those of the page, and those of files that were opened, which the storage keeps. */
export class LessonList {
  readonly #storage: PageStorage;
  #opened: readonly OpenedLesson[];

  constructor(storage: PageStorage) {
    this.#storage = storage;
    this.#opened = storage.getList(KEY).flatMap(readOpened);
  }

  get all(): readonly Lesson[] {
    return [...LESSONS, ...this.#opened.map(({ lesson }) => lesson)];
  }

  find(id: string | null): Lesson | undefined {
    return this.all.find((lesson) => lesson.id === id);
  }

  /** Returns the text of the file of an opened lesson; undefined for a lesson of the page. */
  findText(id: string | null): string | undefined {
    return this.#opened.find(({ lesson }) => lesson.id === id)?.text;
  }

  /**
   * Adds the lesson of a file; it replaces an opened one with its id.
   *
   * @throws {Error} if the file is wrong, or if a lesson of the page has the id
   */
  open(text: string): Lesson {
    const lesson = parseLesson(text);
    const own = LESSONS.find(({ id }) => id === lesson.id);
    if (own !== undefined)
      throw new Error(
        `the id ${JSON.stringify(lesson.id)} belongs to the lesson "${own.title}" of the page; allowed: an id that none of them has`,
      );
    const others = this.#opened.filter((opened) => opened.lesson.id !== lesson.id);
    this.#opened = [...others, { lesson, text }].slice(-MAX_LESSONS);
    this.#storage.setList(
      KEY,
      this.#opened.map((opened) => opened.text),
    );
    return lesson;
  }
}

/** A text that cannot be read any more is left out. */
function readOpened(text: string): readonly OpenedLesson[] {
  try {
    return [{ lesson: parseLesson(text), text }];
  } catch {
    return [];
  }
}
