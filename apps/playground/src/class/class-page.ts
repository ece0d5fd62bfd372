/** The page of a class: a position for all, results of students, which are checked again, and a tournament of their teams. */

import { formatCsv } from '@rcss/tournament/reports';
import type { RcssViewer } from '@rcss/viewer';
import { createElement, createRow, enableButtons, findElement, showStatus } from '../controls/elements.js';
import { isLessonFile, readCodeFile, saveFile } from '../files.js';
import { createLessonMatch } from '../lessons/lesson.js';
import { LessonList } from '../lessons/opened-lessons.js';
import type { MatchSettings } from '../messages.js';
import { keepFiles } from '../offline/offline.js';
import { PageStorage } from '../page-storage.js';
import { encodeFragment } from '../permalink.js';
import { type CheckedResult, checkResult, LIMIT_MS } from './check-result.js';
import {
  CLASS_FORMATS,
  type ClassFormat,
  type ClassOutcome,
  type ClassTournament,
  createClassTournament,
  describeClassMatch,
  describeWinner,
  playTournament,
} from './class-tournament.js';
import { EnginePool, FailedMatch } from './engine-pool.js';
import { type LessonResult, parseResult } from './result-file.js';
import { type ResultFolder, readFolder } from './result-folder.js';

const HEADINGS = ['Place', 'Team', 'Matches', 'Won', 'Drawn', 'Lost', 'Goals', 'Points'];
/** Pause between two looks into the watched folder, ms. */
const FOLDER_PAUSE_MS = 2_000;

const fileField = findElement<HTMLInputElement>('file');
const cyclesField = findElement<HTMLInputElement>('cycles');
const sourceField = findElement<HTMLSelectElement>('source');
const shownField = findElement<HTMLSelectElement>('shown');
const formatField = findElement<HTMLSelectElement>('format');
const positionField = findElement<HTMLSelectElement>('position');
const searchField = findElement<HTMLInputElement>('search');
const startButton = findElement<HTMLButtonElement>('start');
const stopButton = findElement<HTMLButtonElement>('stop');
const folderButton = findElement<HTMLButtonElement>('folder');
const progressBar = findElement<HTMLProgressElement>('progress');
const watched = findElement('watched');

interface Row {
  readonly result: LessonResult;
  /** null until it is checked. */
  checked: CheckedResult | null;
}

type LogBytes = Uint8Array<ArrayBuffer>;

const lessons = new LessonList(new PageStorage());
const engines = new EnginePool();
/** Results by student and lesson: a later file replaces an earlier one. */
const rows = new Map<string, Row>();
/** Rows that are being checked. */
const checking = new Set<Row>();
let shown: ClassTournament | null = null;
/** Ends the tournament that is played; null: none is. */
let stopping: AbortController | null = null;
/** Game logs of the matches of the tournament, packed, by their identifiers. */
let logs = new Map<string, Blob>();

async function loadCompiler(): Promise<(source: string) => string> {
  const { compileTeam } = await import('@rcss/team-frames/compile');
  return (source) => {
    const compiled = compileTeam(source);
    if (compiled.ok) return compiled.code;
    throw new Error(compiled.line === null ? compiled.message : `line ${compiled.line}: ${compiled.message}`);
  };
}

async function openFiles(files: readonly File[]): Promise<void> {
  fileField.value = '';
  // The count of the results before does not belong to these files.
  showStatus('The files are read.');
  const problems: string[] = [];
  // Lessons first: results refer to them.
  const isLesson = ({ name }: File): boolean => isLessonFile(name);
  for (const file of [...files].sort((a, b) => Number(isLesson(b)) - Number(isLesson(a)))) {
    try {
      const text = await readCodeFile(file);
      if (isLesson(file)) openLesson(text);
      else addResult(parseResult(text));
    } catch (error) {
      problems.push(`${file.name}: ${(error as Error).message}`);
    }
  }
  show();
  showStatus(
    problems.length === 0 ? 'The code of the results is run again.' : problems.join('\n'),
    problems.length > 0,
  );
  await checkAll(problems.length === 0);
}

/** Opens a lesson; results of it that were checked without it are checked again. */
function openLesson(text: string): void {
  const { id } = lessons.open(text);
  for (const row of rows.values()) if (row.result.lesson === id) row.checked = null;
  showPositions(id);
}

function addResult(result: LessonResult): void {
  rows.set(`${result.name}\n${result.lesson}`, { result, checked: null });
}

/** Checks the results that are new. */
async function checkAll(isReported: boolean): Promise<void> {
  const compile = await loadCompiler();
  const waiting = [...rows.values()].filter((row) => row.checked === null && !checking.has(row));
  await Promise.all(
    waiting.map(async (row) => {
      checking.add(row);
      row.checked = await checkResult(
        row.result,
        (id) => lessons.find(id),
        compile,
        (settings) => engines.play(settings),
      );
      checking.delete(row);
      show();
    }),
  );
  if (isReported && checking.size === 0) showStatus(describeCount(rows.size));
}

function describeCount(count: number): string {
  if (count === 0) return 'The lesson is open. Open the files of your students too.';
  return count === 1 ? '1 result is checked.' : `${count} results are checked.`;
}

/** Opens a folder, and its new and changed files for as long as the page is open. */
async function watchFolder(): Promise<void> {
  const folder = await (window as FolderWindow).showDirectoryPicker?.().catch(() => null);
  if (folder == null) return;
  folderButton.disabled = true;
  folderButton.textContent = `Watching ${folder.name}`;
  const seen = new Map<string, number>();
  for (;;) {
    try {
      const files = await readFolder(folder, seen);
      if (files.length > 0) await openFiles(files);
      else if (rows.size === 0) showStatus(`${folder.name} has no results yet; new files are opened.`);
    } catch (error) {
      showStatus(`${folder.name} cannot be read any more: ${(error as Error).message}`, true);
      folderButton.disabled = false;
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, FOLDER_PAUSE_MS));
  }
}

/** Chromium has it; other browsers open files. */
type FolderWindow = typeof window & { showDirectoryPicker?(): Promise<ResultFolder> };

/** Lists the lessons whose situation a class can try. */
function showPositions(chosen: string): void {
  positionField.replaceChildren(...lessons.all.map(({ id, title }) => new Option(title, id)));
  positionField.value = chosen;
}

/** Copies a link that opens the chosen lesson, also one of a file. */
async function copyPosition(): Promise<void> {
  const lesson = lessons.find(positionField.value);
  if (lesson === undefined) return;
  const { id, start: code, cycles } = lesson;
  const lessonFile = lessons.findText(id);
  const file = lessonFile === undefined ? {} : { lessonFile };
  const address = new URL('./index.html', document.baseURI);
  address.hash = await encodeFragment({ code, seed: 1, cycles, lesson: id, ...file });
  try {
    await navigator.clipboard.writeText(address.href);
    showStatus(`The link to "${lesson.title}" is copied. Give it to your class.`);
  } catch {
    showStatus(`Give this link to your class: ${address.href}`);
  }
}

const titleOf = (id: string): string => (id === '' ? 'Free match' : (lessons.find(id)?.title ?? id));

function describeState({ result, checked }: Row): string {
  if (checked === null) return 'waiting';
  if (result.lesson === '') return checked.note === 'a team, for the tournament' ? 'team' : 'failed';
  return checked.isPassed ? 'passed' : 'not passed';
}

/** The cells of a row, as the table and the CSV have them. */
function listCells(row: Row): readonly (string | number)[] {
  const { result, checked } = row;
  const isLesson = result.lesson !== '' && checked !== null;
  return [
    result.name,
    titleOf(result.lesson),
    describeState(row),
    isLesson ? `${checked.passedCount} of ${checked.checkCount}` : '',
    isLesson ? `${checked.otherPassed} of ${checked.otherCount}` : '',
    checked?.note ?? '',
  ];
}

const sorted = (): readonly Row[] =>
  [...rows.values()].sort(
    (a, b) => a.result.lesson.localeCompare(b.result.lesson) || a.result.name.localeCompare(b.result.name),
  );

/** Whether the search field lets a text through. */
const isFound = (text: string): boolean =>
  text.toLowerCase().includes(searchField.value.trim().toLowerCase());

/** Offers lessons in a field, and keeps the choice. */
function offer(field: HTMLSelectElement, options: readonly HTMLOptionElement[]): void {
  const chosen = field.value;
  field.replaceChildren(...options);
  if (options.some(({ value }) => value === chosen)) field.value = chosen;
}

function show(): void {
  const all = sorted();
  const ids = [...new Set(all.map(({ result }) => result.lesson))];
  offer(shownField, [new Option('all lessons', '*'), ...ids.map((id) => new Option(titleOf(id), id))]);
  offer(
    sourceField,
    ids.map((id) => new Option(titleOf(id), id)),
  );
  const chosen = all.filter(
    ({ result }) => (shownField.value === '*' || result.lesson === shownField.value) && isFound(result.name),
  );
  const tries = chosen.filter(({ result }) => result.lesson !== '');
  const passed = tries.filter(({ checked }) => checked?.isPassed === true).length;
  const open = chosen.filter(({ checked }) => checked === null).length;
  const teams = chosen.length - tries.length;
  const parts = [
    ...(tries.length > 0 ? [`${passed} of ${tries.length} passed`] : []),
    ...(open > 0 ? [`${open} being checked`] : []),
    ...(teams > 0 ? [teams === 1 ? '1 team' : `${teams} teams`] : []),
  ];
  findElement('summary').textContent = parts.length === 0 ? '' : `${parts.join(', ')}.`;
  findElement('results').replaceChildren(
    ...chosen.map((row) => {
      const [name = '', ...cells] = listCells(row);
      const button = row.result.lesson === '' ? '' : createWatchButton(row);
      return createRow([name, button, ...cells], describeState(row).replace(' ', '-'));
    }),
  );
  findElement<HTMLButtonElement>('csv').disabled = rows.size === 0;
  enableButtons([startButton, stopping === null && findTeams().length >= 2], [stopButton, stopping !== null]);
  showTournament();
}

/** Plays the match of a result again, and shows it. */
function createWatchButton({ result }: Row): HTMLElement {
  const { name, lesson: id, seed, code } = result;
  const onclick = async () => {
    const lesson = lessons.find(id);
    if (lesson === undefined)
      return showStatus(`Open the file of the lesson ${JSON.stringify(id)} first.`, true);
    const pieces: LogBytes[] = [];
    try {
      const compiled = (await loadCompiler())(code);
      const settings = { ...createLessonMatch(lesson, compiled), seed, limitMs: LIMIT_MS };
      const { goal } = await engines.play(settings, { onLog: (bytes) => pieces.push(bytes) });
      showStatus(`${name}: ${goal?.text ?? ''}.`);
    } catch (error) {
      showStatus(`${name}: ${(error as Error).message}`, true);
    }
    if (pieces.length > 0) await watch(`${name}: ${lesson.title}`, new Blob(pieces));
  };
  return createElement('button', { type: 'button', ariaLabel: `Watch ${name}`, onclick }, 'Watch');
}

const findTeams = (): readonly LessonResult[] =>
  [...rows.values()].map(({ result }) => result).filter(({ lesson }) => lesson === sourceField.value);

/** Plays a tournament of all teams of the chosen results. */
async function playTeams(): Promise<void> {
  if (!cyclesField.validity.valid || Number.isNaN(cyclesField.valueAsNumber))
    return showStatus('Cycles: 100 to 6000 in steps of 100.', true);
  const compile = await loadCompiler();
  const codes = new Map<string, string>();
  const problems: string[] = [];
  for (const { name, code } of findTeams())
    try {
      codes.set(name, compile(code));
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
    }
  if (codes.size < 2) return showStatus(`There are no two teams that compile. ${problems.join(' ')}`, true);
  stopping = new AbortController();
  const { signal } = stopping;
  logs = new Map();
  const current = createClassTournament([...codes.keys()], formatField.value as ClassFormat);
  shown = current;
  watched.hidden = true;
  show();
  try {
    await playTournament(
      current,
      engines.size,
      ({ id, left, right, seed }) => {
        showStatus(`${left} plays against ${right}.`);
        const [leftName = '', rightName = ''] = nameTeams([left, right]);
        const settings: MatchSettings = {
          left: { name: leftName, code: codes.get(left) ?? '' },
          right: { name: rightName, code: codes.get(right) ?? '' },
          seed: seed ?? 1,
          cycles: cyclesField.valueAsNumber,
          limitMs: LIMIT_MS,
        };
        return playMatch(id, settings, { left, right }, signal);
      },
      showTournament,
    );
    const end = signal.aborted ? 'The tournament is stopped.' : 'The tournament is over.';
    showStatus([end, describeWinner(current), ...problems].join(' ').trim(), problems.length > 0);
  } catch (error) {
    showStatus(`The tournament failed: ${(error as Error).message}`, true);
  }
  stopping = null;
  show();
}

/** Returns the names of two students as the server accepts them, and others if they are then equal or empty. */
function nameTeams(students: readonly string[]): readonly string[] {
  const read = (name: string): string[] => name.normalize('NFKD').match(/[+-_a-z]/g) ?? [];
  const names = students.map((name) => read(name).slice(0, 15).join(''));
  return new Set(names).size < 2 || names.includes('') ? ['Left', 'Right'] : names;
}

/** Returns null if the tournament is stopped. */
async function playMatch(
  id: string,
  settings: MatchSettings,
  names: { readonly left: string; readonly right: string },
  signal: AbortSignal,
): Promise<ClassOutcome | null> {
  const pieces: LogBytes[] = [];
  try {
    return (await engines.play(settings, { signal, onLog: (bytes) => pieces.push(bytes) })).score;
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof FailedMatch)) throw error;
    const forfeit = error.failure.team === settings.right?.name ? 'right' : 'left';
    return { left: 0, right: 0, forfeit, problem: `${names[forfeit]}: ${error.message}` };
  } finally {
    if (pieces.length > 0) logs.set(id, await pack(pieces));
  }
}

/** Packs a game log: those of a class of thirty are many. */
function pack(pieces: readonly LogBytes[]): Promise<Blob> {
  const packed = new Blob([...pieces]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed).blob();
}

/** Shows a match above the tables. */
async function watch(title: string, log: Blob): Promise<void> {
  const { defineViewer } = await import('@rcss/viewer');
  defineViewer();
  const viewer = document.createElement('rcss-viewer') as RcssViewer;
  const onclick = () => {
    watched.hidden = true;
    watched.replaceChildren();
  };
  watched.hidden = false;
  const close = createElement('button', { type: 'button', onclick }, 'Close');
  watched.replaceChildren(createElement('h2', {}, title), close, viewer);
  watched.scrollIntoView({ block: 'start' });
  await viewer.openLog(log, title, () => viewer.viewer.controlPlayback((playback) => playback.play(1)));
  viewer.focus();
}

function showTournament(): void {
  if (shown === null) return;
  const current = shown;
  const { tournament } = current;
  const { recorded, total } = tournament.progress();
  progressBar.max = total;
  progressBar.value = recorded;
  findElement('progress-text').textContent = `${recorded} of ${total} matches`;
  findElement('standings').replaceChildren(
    ...tournament.tables().map(({ name, standings }) => {
      const head = createElement(
        'tr',
        {},
        ...HEADINGS.map((text) => createElement('th', { scope: 'col' }, text)),
      );
      const lines = standings.map(({ place, team, games, win, draw, lose, scored, conceded, points }) =>
        createRow([place, team, games, win, draw, lose, `${scored} : ${conceded}`, points]),
      );
      return createElement(
        'table',
        {},
        ...(name === 'league' ? [] : [createElement('caption', {}, name)]),
        createElement('thead', {}, head),
        createElement('tbody', {}, ...lines),
      );
    }),
  );
  // The newest first: it is the one that a class waits for.
  const matches = tournament.matches().filter(({ left, right }) => isFound(`${left} ${right}`));
  findElement('matches').replaceChildren(
    ...[...matches].reverse().map((match) => {
      const log = logs.get(match.id);
      const text = describeClassMatch(match, current);
      if (log === undefined) return createElement('li', {}, text);
      const onclick = () => void watch(text, log);
      const button = createElement('button', { type: 'button', title: 'Watch this match', onclick }, text);
      return createElement('li', {}, button);
    }),
  );
}

// Wide tables are scrolled with the arrow keys.
for (const table of document.querySelectorAll<HTMLElement>('.table')) table.tabIndex = 0;
formatField.append(...Object.entries(CLASS_FORMATS).map(([name, text]) => new Option(text, name)));
folderButton.hidden = !('showDirectoryPicker' in window);
findElement('open').addEventListener('click', () => fileField.click());
folderButton.addEventListener('click', () => void watchFolder());
findElement('copy').addEventListener('click', () => void copyPosition());
fileField.addEventListener('change', () => void openFiles([...(fileField.files ?? [])]));
findElement('csv').addEventListener('click', () =>
  saveFile(
    'class.csv',
    [
      formatCsv({
        columns: ['name', 'lesson', 'result', 'checks', 'other seeds', 'note'].map((title) => ({ title })),
        rows: sorted().map(listCells),
      }),
    ],
    'text/csv',
  ),
);
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    event.preventDefault();
    if (type === 'drop') void openFiles([...(event.dataTransfer?.files ?? [])]);
  });
for (const field of [sourceField, shownField]) field.addEventListener('change', show);
searchField.addEventListener('input', show);
startButton.addEventListener('click', () => void playTeams());
stopButton.addEventListener('click', () => stopping?.abort());
showPositions(lessons.all[0]?.id ?? '');
show();
void keepFiles().catch(() => {});
showStatus('Open the files that your students have saved with "Save result".');
