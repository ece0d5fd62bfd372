/** The page of a class: results of students, checked again, and a tournament of their teams. */

import { formatCsv } from '@rcss/tournament/reports';
import type { RcssViewer } from '@rcss/viewer';
import { createElement, createRow, enableButtons, findElement, showStatus } from '../controls/elements.js';
import { isLessonFile, readCodeFile, saveFile } from '../files.js';
import { LessonList } from '../lessons/opened-lessons.js';
import { MatchEngine } from '../match-engine.js';
import type { EngineResult, MatchSettings, TeamFailure } from '../messages.js';
import { keepFiles } from '../offline/offline.js';
import { PageStorage } from '../page-storage.js';
import { type CheckedResult, checkResult, type PlayToEnd } from './check-result.js';
import { type LessonResult, parseResult } from './result-file.js';
import { type ClassMatch, type ClassOutcome, playRoundRobin, type TournamentState } from './round-robin.js';

/** Time for the decisions of a team in one cycle, ms. */
const LIMIT_MS = 3_000;
/** Names of the two teams in a match; those of students can have characters that the server refuses. */
const SIDES = { left: 'Left', right: 'Right' } as const;

const fileField = findElement<HTMLInputElement>('file');
const cyclesField = findElement<HTMLInputElement>('cycles');
const sourceField = findElement<HTMLSelectElement>('source');
const startButton = findElement<HTMLButtonElement>('start');
const stopButton = findElement<HTMLButtonElement>('stop');
const progressBar = findElement<HTMLProgressElement>('progress');

interface Row {
  readonly result: LessonResult;
  /** null until it is checked. */
  checked: CheckedResult | null;
}

/** A match stopped because the code of a team failed. */
class FailedMatch extends Error {
  readonly failure: TeamFailure;

  constructor(failure: TeamFailure) {
    super(failure.line === null ? failure.message : `line ${failure.line}: ${failure.message}`);
    this.failure = failure;
  }
}

const lessons = new LessonList(new PageStorage());
/** Results by student and lesson: a later file replaces an earlier one. */
const rows = new Map<string, Row>();
/** Called if the engine is broken, or the match is stopped. */
let giveUp: ((error: Error) => void) | null = null;
const engine = new MatchEngine((message) => giveUp?.(new Error(message)));
/** Matches are played one after the other. */
let queue: Promise<unknown> = Promise.resolve();
let isTournamentStopped = true;
type LogBytes = Uint8Array<ArrayBuffer>;
/** Game logs of the matches of the tournament, packed, by their teams. */
let logs = new Map<string, Blob>();
const keyOf = ({ left, right }: Pick<ClassMatch, 'left' | 'right'>): string => `${left}\n${right}`;

const play: PlayToEnd = (settings) => playLogged(settings, () => {});

const playLogged = (settings: MatchSettings, onLog: (bytes: LogBytes) => void): Promise<EngineResult> =>
  new Promise<EngineResult>((resolve, reject) => {
    giveUp = reject;
    engine.run(settings, (event) => {
      if (event.type === 'log') onLog(event.bytes);
      if (event.type === 'end') resolve(event.end);
      else if (event.type === 'failure') reject(new FailedMatch(event.failure));
    });
  });

/** Calls a function after all earlier ones. */
function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const next = queue.then(work);
  queue = next.catch(() => {});
  return next;
}

async function loadCompiler(): Promise<(source: string) => string> {
  const { compileTeam } = await import('../compile.js');
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
}

function addResult(result: LessonResult): void {
  rows.set(`${result.name}\n${result.lesson}`, { result, checked: null });
}

/** Checks the results that are new. */
async function checkAll(isReported: boolean): Promise<void> {
  const compile = await loadCompiler();
  const waiting = [...rows.values()].filter(({ checked }) => checked === null);
  for (const row of waiting)
    await enqueue(async () => {
      if (row.checked !== null) return;
      row.checked = await checkResult(row.result, (id) => lessons.find(id), compile, play);
      show();
    });
  if (isReported) showStatus(describeCount(rows.size));
}

function describeCount(count: number): string {
  if (count === 0) return 'The lesson is open. Open the files of your students too.';
  return count === 1 ? '1 result is checked.' : `${count} results are checked.`;
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

function show(): void {
  findElement('results').replaceChildren(
    ...sorted().map((row) => createRow(listCells(row), describeState(row).replace(' ', '-'))),
  );
  findElement<HTMLButtonElement>('csv').disabled = rows.size === 0;
  const chosen = sourceField.value;
  const ids = [...new Set(sorted().map(({ result }) => result.lesson))];
  sourceField.replaceChildren(...ids.map((id) => new Option(titleOf(id), id)));
  if (ids.includes(chosen)) sourceField.value = chosen;
  enableButtons(
    [startButton, isTournamentStopped && findTeams().length >= 2],
    [stopButton, !isTournamentStopped],
  );
}

const findTeams = (): readonly LessonResult[] =>
  [...rows.values()].map(({ result }) => result).filter(({ lesson }) => lesson === sourceField.value);

/** Plays all teams of the chosen results against each other. */
async function playTournament(): Promise<void> {
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
  isTournamentStopped = false;
  logs = new Map();
  findElement('watched').hidden = true;
  show();
  try {
    await playRoundRobin(
      [...codes.keys()],
      (left, right, seed) => enqueue(() => playMatch(left, right, codes, seed)),
      showTournament,
    );
    showStatus(
      [isTournamentStopped ? 'The tournament is stopped.' : 'The tournament is over.', ...problems].join(' '),
      problems.length > 0,
    );
  } catch (error) {
    showStatus(`The tournament failed: ${(error as Error).message}`, true);
  }
  isTournamentStopped = true;
  show();
}

/** Returns null if the tournament is stopped. */
async function playMatch(
  left: string,
  right: string,
  codes: ReadonlyMap<string, string>,
  seed: number,
): Promise<ClassOutcome | null> {
  if (isTournamentStopped) return null;
  showStatus(`${left} plays against ${right}.`);
  const settings: MatchSettings = {
    left: { name: SIDES.left, code: codes.get(left) ?? '' },
    right: { name: SIDES.right, code: codes.get(right) ?? '' },
    seed,
    cycles: cyclesField.valueAsNumber,
    limitMs: LIMIT_MS,
  };
  const pieces: LogBytes[] = [];
  try {
    return (await playLogged(settings, (bytes) => pieces.push(bytes))).score;
  } catch (error) {
    if (isTournamentStopped) return null;
    if (!(error instanceof FailedMatch)) throw error;
    const forfeit = error.failure.team === SIDES.right ? 'right' : 'left';
    const problem = `${forfeit === 'left' ? left : right}: ${error.message}`;
    return { left: 0, right: 0, forfeit, problem };
  } finally {
    if (pieces.length > 0) logs.set(keyOf({ left, right }), await pack(pieces));
  }
}

/** Packs a game log: those of a class of thirty are many. */
function pack(pieces: readonly LogBytes[]): Promise<Blob> {
  const packed = new Blob([...pieces]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed).blob();
}

/** Shows the match of two teams below the list. */
async function watch(match: ClassMatch, log: Blob): Promise<void> {
  const { defineViewer } = await import('@rcss/viewer');
  defineViewer();
  const box = findElement('watched');
  const viewer = document.createElement('rcss-viewer') as RcssViewer;
  box.hidden = false;
  box.replaceChildren(createElement('h3', {}, describeMatch(match)), viewer);
  box.scrollIntoView({ block: 'start' });
  await viewer.openLog(log, `${match.left} – ${match.right}`, () =>
    viewer.viewer.controlPlayback((playback) => playback.play(1)),
  );
  viewer.focus();
}

const describeMatch = ({ left, right, scoreL, scoreR, problem }: ClassMatch): string =>
  `${left} – ${right} ${scoreL}\u00a0:\u00a0${scoreR}${problem === '' ? '' : ` (${problem})`}`;

function showTournament({ matches, total, standings }: TournamentState): void {
  progressBar.max = total;
  progressBar.value = matches.length;
  findElement('progress-text').textContent = `${matches.length} of ${total} matches`;
  findElement('standings').replaceChildren(
    ...standings.map(({ place, team, games, win, draw, lose, scored, conceded, points }) =>
      createRow([place, team, games, win, draw, lose, `${scored} : ${conceded}`, points]),
    ),
  );
  findElement('matches').replaceChildren(
    ...matches.map((match) => {
      const log = logs.get(keyOf(match));
      const text = describeMatch(match);
      if (log === undefined) return createElement('li', {}, text);
      const onclick = () => void watch(match, log);
      return createElement(
        'li',
        {},
        createElement('button', { type: 'button', title: 'Watch this match', onclick }, text),
      );
    }),
  );
}

// Wide tables are scrolled with the arrow keys.
for (const table of document.querySelectorAll<HTMLElement>('.table')) table.tabIndex = 0;
findElement('open').addEventListener('click', () => fileField.click());
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
sourceField.addEventListener('change', show);
startButton.addEventListener('click', () => void playTournament());
stopButton.addEventListener('click', () => {
  isTournamentStopped = true;
  engine.stop();
  giveUp?.(new Error('stopped'));
});
show();
void keepFiles().catch(() => {});
showStatus('Open the files that your students have saved with "Save result".');
