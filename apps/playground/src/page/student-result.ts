import type { LessonResult } from '../class/result-file.js';
import { findElement, showStatus } from '../controls/elements.js';
import { saveFile } from '../files.js';
import type { EngineResult } from '../messages.js';
import { PageStorage } from '../page-storage.js';
import type { PageMatch } from './match-player.js';
import type { PageLessons } from './page-lessons.js';

/** The name of the student, and the result of the last match as a file for the class view, which plays it again. */
export class StudentResult {
  readonly #lessons: PageLessons;
  readonly #nameField = findElement<HTMLInputElement>('student');
  readonly #button = findElement<HTMLButtonElement>('save-result');
  #last: Omit<LessonResult, 'name'> | null = null;

  constructor(lessons: PageLessons) {
    this.#lessons = lessons;
    const storage = new PageStorage();
    this.#nameField.value = storage.get('student');
    this.#nameField.addEventListener('input', () => storage.set('student', this.#nameField.value));
    this.#button.addEventListener('click', () => void this.#save());
  }

  /** Removes the result: another match begins. */
  clear(): void {
    this.#button.disabled = true;
  }

  /** Keeps the result of a match from its beginning. */
  set({ goal, digest }: EngineResult, { settings: { seed }, lesson, code }: PageMatch): void {
    this.#last =
      code === null ? null : { lesson: lesson ?? '', code, seed, checks: goal?.checks ?? [], digest };
    this.#button.disabled = this.#last === null;
  }

  async #save(): Promise<void> {
    const name = this.#nameField.value.trim();
    if (name === '') {
      showStatus('Write your name first: 1 to 60 characters.', true);
      this.#nameField.focus();
      return;
    }
    if (this.#last === null) return;
    const { formatResult, nameResultFile } = await import('../class/result-file.js');
    const result = { name, ...this.#last, ...(await this.#lessons.describeFile(this.#last.lesson)) };
    saveFile(nameResultFile(result), [formatResult(result)], 'application/json');
    showStatus('The result is saved. Give the file to your teacher.');
  }
}
