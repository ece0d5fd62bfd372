/** The choice of a lesson with its task, hints and solution. Loaded after the first match runs. */
import { createElement, enableButtons, findElement, showStatus } from '../controls/elements.js';
import { describeGoals, type GoalResult } from '../goal.js';
import { PageStorage } from '../page-storage.js';
import type { Lesson } from './lesson.js';
import { renderLessonLine, renderLessonText } from './lesson-text.js';
import type { LessonList } from './opened-lessons.js';

/** What the panel needs from the page. */
export interface LessonHost {
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
  /** Shows a lesson, also one that was just opened, and its draft or its first code. */
  choose(id: string): void;
  /** Shows and keeps the result of a lesson. */
  addResult(id: string, result: GoalResult): void;
}

/** Fills the elements of the page. */
export function createLessonPanel(list: LessonList, host: LessonHost): LessonPanel {
  const select = findElement<HTMLSelectElement>('lesson');
  const panel = findElement('lesson-panel');
  const text = findElement('lesson-text');
  const task = findElement('task');
  const goal = findElement('goal');
  const hints = findElement('hints');
  const hintButton = findElement<HTMLButtonElement>('hint');
  const solutionButton = findElement<HTMLButtonElement>('solution');
  const nextButton = findElement<HTMLButtonElement>('next');
  const heightsButton = findElement<HTMLButtonElement>('heights');
  const progress = findElement('progress');
  const storage = new PageStorage();
  /** Ids of the lessons that were passed in this browser. */
  const passed = new Set(storage.getList('lessons'));
  let current: Lesson | null = null;

  function showProgress(): void {
    const lessons = list.all;
    select.replaceChildren(
      new Option('Free match', ''),
      ...lessons.map(
        ({ id, title }, i) => new Option(`${i + 1}. ${title}${passed.has(id) ? ' – passed' : ''}`, id),
      ),
    );
    select.value = current?.id ?? '';
    progress.textContent = `${lessons.filter(({ id }) => passed.has(id)).length} of ${lessons.length} lessons passed`;
    const isLast = current?.id === lessons.at(-1)?.id;
    nextButton.hidden = current === null;
    nextButton.disabled = current === null || isLast || !passed.has(current.id);
  }

  function show(id: string | null): void {
    current = list.find(id) ?? null;
    panel.hidden = current === null;
    text.replaceChildren(...renderLessonText(current?.text ?? ''));
    goal.hidden = current === null;
    goal.textContent = current === null ? '' : describeGoals(current.goals, current.cycles);
    task.replaceChildren(...renderLessonText(current?.task ?? ''));
    hints.replaceChildren();
    hintButton.disabled = current === null || current.hints.length === 0;
    solutionButton.disabled = current === null || current.solution === '';
    heightsButton.hidden = current?.hasHeight !== true;
    showProgress();
    host.onChoose(current);
  }

  function choose(id: string): void {
    host.keepDraft();
    // The result of the match before does not belong to this lesson.
    showStatus('');
    show(id);
    const code = host.findDraft(id) ?? current?.start;
    if (code !== undefined) host.setCode(code);
  }

  function showHint(): void {
    if (current === null) return;
    hints.append(createElement('li', {}, ...renderLessonLine(current.hints[hints.childElementCount] ?? '')));
    enableButtons(
      [hintButton, hints.childElementCount < current.hints.length],
      [solutionButton, current.solution !== ''],
    );
  }

  select.disabled = false;
  select.addEventListener('change', () => choose(select.value));
  hintButton.addEventListener('click', showHint);
  solutionButton.addEventListener('click', () => {
    if (current !== null) host.setCode(current.solution);
  });
  nextButton.addEventListener('click', () => {
    const lessons = list.all;
    const next = lessons[lessons.findIndex(({ id }) => id === current?.id) + 1];
    if (next !== undefined) choose(next.id);
    // The button is disabled now.
    select.focus();
  });
  showProgress();
  return {
    show,
    choose,
    addResult(id, { isPassed }) {
      if (isPassed) passed.add(id);
      storage.setList('lessons', [...passed]);
      showProgress();
    },
  };
}
