/** The choice of a lesson with its task, hints and solution. Loaded after the first match runs. */
import type { GoalResult } from '../goal.js';
import { LESSONS, type Lesson } from './lessons.js';
import { openStorage, readProgress, storeProgress } from './progress.js';

/** What the panel needs from the page. */
export interface LessonHost {
  getCode(): string;
  setCode(code: string): void;
  /** Returns what the user has written for a lesson; '' is the free match. */
  findDraft(id: string): string | undefined;
  /** Keeps the code of the editor for the lesson that is shown. */
  keepDraft(): void;
  /** Called when another lesson is chosen; null: a free match. */
  onChoose(lesson: Lesson | null): void;
}

/** The panel as the page uses it. */
export interface LessonPanel {
  /** Shows a lesson and keeps the code of the editor; null: a free match. */
  show(id: string | null): void;
  /** Shows and keeps the result of a lesson. */
  addResult(id: string, result: GoalResult): void;
}

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

/** Fills the elements of the page. */
export function createLessonPanel(host: LessonHost): LessonPanel {
  const select = find<HTMLSelectElement>('lesson');
  const panel = find('lesson-panel');
  const task = find('task');
  const hints = find('hints');
  const hintButton = find<HTMLButtonElement>('hint');
  const solutionButton = find<HTMLButtonElement>('solution');
  const nextButton = find<HTMLButtonElement>('next');
  const heightsButton = find<HTMLButtonElement>('heights');
  const progress = find('progress');
  const storage = openStorage();
  const passed = readProgress(storage);
  let current: Lesson | null = null;

  function showProgress(): void {
    LESSONS.forEach(({ id, title }, i) => {
      const option = select.options[i + 1] as HTMLOptionElement;
      option.textContent = `${i + 1}. ${title}${passed.has(id) ? ' – passed' : ''}`;
    });
    progress.textContent = `${LESSONS.filter(({ id }) => passed.has(id)).length} of ${LESSONS.length} lessons passed`;
    const isLast = current === LESSONS.at(-1);
    nextButton.disabled = current === null || isLast || !passed.has(current.id);
  }

  function show(id: string | null): void {
    current = LESSONS.find((lesson) => lesson.id === id) ?? null;
    select.value = current?.id ?? '';
    panel.hidden = current === null;
    task.textContent = current?.task ?? '';
    hints.replaceChildren();
    hintButton.disabled = false;
    heightsButton.hidden = current?.hasHeight !== true;
    showProgress();
    host.onChoose(current);
  }

  function choose(id: string): void {
    host.keepDraft();
    show(id);
    const code = host.findDraft(id) ?? current?.start;
    if (code !== undefined) host.setCode(code);
  }

  function showHint(): void {
    if (current === null) return;
    const hint = document.createElement('li');
    hint.textContent = current.hints[hints.childElementCount] ?? '';
    hints.append(hint);
    hintButton.disabled = hints.childElementCount >= current.hints.length;
  }

  select.append(
    new Option('Free match against the chasers', ''),
    ...LESSONS.map(({ id }) => new Option('', id)),
  );
  select.disabled = false;
  select.addEventListener('change', () => choose(select.value));
  hintButton.addEventListener('click', showHint);
  solutionButton.addEventListener('click', () => {
    if (current !== null) host.setCode(current.solution);
  });
  nextButton.addEventListener('click', () => {
    const next = LESSONS[LESSONS.findIndex(({ id }) => id === current?.id) + 1];
    if (next !== undefined) choose(next.id);
    // The button is disabled now.
    select.focus();
  });
  showProgress();
  return {
    show,
    addResult(id, { isPassed }) {
      if (isPassed) passed.add(id);
      storeProgress(storage, passed);
      showProgress();
    },
  };
}
