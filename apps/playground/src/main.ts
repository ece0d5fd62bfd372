/** The page of the playground. */

import type { DebugRecord } from '@rcss/core/debug-channel';
import { defineViewer, type MatchSource, openLogSource, type RcssViewer } from '@rcss/viewer';
import type { LessonResult } from './class/result-file.js';
import { createComparison } from './comparison.js';
import type { Compiled } from './compile.js';
import { appendLines } from './console-box.js';
import type { CodeEditor } from './editor.js';
import {
  acceptDroppedFiles,
  isGameLog,
  isLessonFile,
  readCodeFile,
  readTextOfSite,
  saveFile,
} from './files.js';
import { Drafts } from './lessons/drafts.js';
import type { LessonPanel } from './lessons/lesson-panel.js';
import type { LessonList } from './lessons/opened-lessons.js';
import { openStorage, readStudent, storeStudent } from './lessons/progress.js';
import { MatchEngine } from './match-engine.js';
import type { EngineEvent, MatchEnd, MatchSettings, TeamFailure } from './messages.js';
import { keepFiles } from './offline/offline.js';
import { decodeFragment, encodeFragment } from './permalink.js';
import { isPolicyFile, Opponents } from './policies/opponents.js';
import FIRST_TEAM from './teams/first-team.ts?compiled';
import { waitForFrame } from './wait-for-frame.js';

/** Advice if a part of the page cannot be loaded. */
const LOAD_AGAIN = 'Check the connection, then load the page again: your code is kept in this browser.';

/** Time for the decisions of a team in one cycle, ms. */
const LIMIT_MS = 3_000;

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

const viewer = find<RcssViewer>('now');
const continueButton = find<HTMLButtonElement>('continue');
const watchedField = find<HTMLSelectElement>('watched');
const runButton = find<HTMLButtonElement>('run');
const stopButton = find<HTMLButtonElement>('stop');
const downloadButton = find<HTMLButtonElement>('download');
const seedField = find<HTMLInputElement>('seed');
const cyclesField = find<HTMLInputElement>('cycles');
const plainField = find<HTMLTextAreaElement>('plain');
const fileField = find<HTMLInputElement>('file');
const statusLine = find('status');
const studentField = find<HTMLInputElement>('student');
const saveResultButton = find<HTMLButtonElement>('save-result');
const consoleBox = find('console');
const unknownBox = find('unknown');
const sideField = find<HTMLSelectElement>('side');

const engine = new MatchEngine((message) => showBrokenProgram(message));
const opponentsField = find<HTMLSelectElement>('opponents');
const opponents = new Opponents(opponentsField);
let editor: CodeEditor | null = null;
let lessons: LessonPanel | null = null;
/** The chosen lesson; null: a free match. */
let lessonId: string | null = null;
/** The team of the link with which the page was opened: its lesson, '' for a free match, its code and the link. */
let linked: { readonly lesson: string; readonly code: string; readonly hash: string } | null = null;
/** The lesson of the last match. */
let playedId: string | null = null;
/** The code of the last match, TypeScript; null if it went on from another match. */
let playedCode: string | null = null;
/** The result of the last match that can be saved. */
let lastResult: Omit<LessonResult, 'name'> | null = null;
/** Number of the last match. */
let matchId = 0;
/** Pieces of the game log of the last match. */
let log: Uint8Array<ArrayBuffer>[] = [];
/** The game log that was opened last, and what the viewer shows of it. */
let openedLog: { readonly bytes: Uint8Array<ArrayBuffer>; readonly source: MatchSource } | null = null;
/** Settings of the last match; null before the first one. */
let settings: MatchSettings | null = null;
/** What the viewer shows of the last match; null until its log begins. */
let shownSource: MatchSource | null = null;
/** Game log of the match before. */
let logBefore: Uint8Array<ArrayBuffer>[] = [];
/** What the watched player believes, until the viewer shows the match. */
let records: DebugRecord[] = [];
/** Called when the match that is running has ended; null: nothing waits for it. */
let onFinished: (() => void) | null = null;
/** Appends to the log that the viewer reads. */
let logStream: ReadableStreamDefaultController<Uint8Array> | null = null;

defineViewer();
const comparison = createComparison(viewer, () => logStream !== null);

const drafts = new Drafts(openStorage());

let lessonList: Promise<LessonList> | null = null;

/** Loads the lessons when they are used. */
function loadLessonList(): Promise<LessonList> {
  lessonList ??= import('./lessons/opened-lessons.js').then(
    (module) => new module.LessonList(openStorage()),
    (error: unknown) => {
      // The next use tries again.
      lessonList = null;
      throw error;
    },
  );
  return lessonList;
}

/** The team of a link has a draft of its own, which belongs to this link only. */
const isLinked = (id: string): boolean => linked?.lesson === id;

function findDraft(id: string): string | undefined {
  if (!isLinked(id) || linked === null) return drafts.find(id);
  const [hash, ...lines] = (drafts.find('link') ?? '').split('\n');
  return hash === linked.hash ? lines.join('\n') : linked.code;
}

/** Keeps the code of the editor: it survives a closed page. */
function keepDraft(): void {
  const id = lessonId ?? '';
  if (isLinked(id)) drafts.keep('link', `${linked?.hash}\n${getCode()}`);
  else drafts.keep(id, getCode());
}

/** Shows the code with which the lesson begins, instead of the draft. */
async function startAgain(): Promise<void> {
  const id = lessonId ?? '';
  let code = isLinked(id) ? (linked?.code ?? '') : FIRST_TEAM.source;
  if (!isLinked(id) && lessonId !== null) {
    code = (await loadLessonList()).find(lessonId)?.start ?? code;
  }
  await showCode(code);
  drafts.keep(isLinked(id) ? 'link' : id, '');
  showStatus('This is the code with which the lesson begins. Undo (Ctrl+Z) in the editor brings yours back.');
}

const getCode = (): string => editor?.getCode() ?? plainField.value;

function showStatus(text: string, isFailure = false): void {
  statusLine.textContent = text;
  statusLine.classList.toggle('failed', isFailure);
}

function showFailure({ team, cycle, unum, message, line }: TeamFailure): void {
  const place = [
    team,
    unum > 0 ? `player ${unum}` : '',
    cycle > 0 ? `cycle ${cycle}` : '',
    line === null ? '' : `line ${line}`,
  ].filter((part) => part !== '');
  showStatus(`${place.join(', ')}: ${message}`.replace(/^: /, ''), true);
  // The code of other teams is not in the editor.
  if (line !== null && (team === '' || team === 'Mine'))
    void loadEditor().then(
      (loaded) => loaded.markError(line, message),
      () => {},
    );
}

function finish(): void {
  logStream?.close();
  logStream = null;
  runButton.disabled = false;
  stopButton.disabled = true;
  downloadButton.disabled = log.length === 0;
  continueButton.disabled = settings === null && openedLog === null;
  onFinished?.();
  onFinished = null;
}

/** Shows that a part of the program cannot be loaded. */
function showBrokenProgram(message: string): void {
  finish();
  showStatus(`The program of the match failed: ${message}. ${LOAD_AGAIN}`, true);
}

function receive(message: EngineEvent): void {
  switch (message.type) {
    case 'log':
      log.push(message.bytes);
      logStream?.enqueue(message.bytes);
      break;
    case 'records':
      records.push(...message.records);
      void showRecords();
      break;
    case 'console':
      appendLines(consoleBox, message.lines, message.dropped);
      break;
    case 'failure':
      finish();
      void comparison.showDifference();
      showFailure(message.failure);
      break;
    case 'end': {
      finish();
      void comparison.showDifference();
      const { score, time, digest, goal } = message.end;
      noteResult(message.end);
      const result = `${score.left} : ${score.right} at game time ${time}. Digest ${digest}.`;
      if (goal === undefined) {
        showStatus(result);
        break;
      }
      showStatus(`${goal.isPassed ? 'Passed' : 'Not passed'}: ${goal.text}. ${result}`, !goal.isPassed);
      if (playedId !== null) lessons?.addResult(playedId, goal);
      break;
    }
  }
}

function createItem(text: string): HTMLElement {
  const item = document.createElement('li');
  item.textContent = text;
  return item;
}

/** Returns a stream of the log that the engine writes. */
const createLogStream = (): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      logStream = controller;
    },
  });

/** Shows a log while it is written, from this frame. */
async function showLog(stream: ReadableStream<Uint8Array>, firstFrame: number): Promise<void> {
  const id = matchId;
  const source = await openLogSource(stream, 'Now');
  if (!source.ok || id !== matchId) return;
  viewer.source = source.value;
  shownSource = source.value;
  void showRecords();
  selectWatched();
  await waitForFrame(source.value, firstFrame);
  if (viewer.source !== source.value) return;
  viewer.viewer.controlPlayback((playback) => {
    playback.seek(firstFrame, source.value);
    playback.play(1);
  });
}

/** Selects the watched player, whose beliefs the viewer then draws. */
function selectWatched(): void {
  const index = Number(watchedField.value) - 1;
  if (index >= 0 && viewer.viewer.selected !== index) viewer.viewer.toggleSelection(index);
}

/** Passes what the watched player believes to the viewer. */
async function showRecords(): Promise<void> {
  if (records.length === 0) return;
  const { checkRecords } = await import('./check-records.js');
  if (viewer.source !== shownSource || shownSource === null) return;
  viewer.viewer.debug.store.add(checkRecords(records));
  records = [];
  viewer.viewer.emit('frame');
}

/** Compiles code of the editor; that of the first team is compiled already. */
async function compile(source: string): Promise<Compiled> {
  if (source === FIRST_TEAM.source) return { ok: true, code: FIRST_TEAM.code };
  const { compileTeam } = await import('./compile.js');
  return compileTeam(source);
}

/** Returns what the page plays with compiled code, without seed and time limit. */
async function createSettings(code: string): Promise<Omit<MatchSettings, 'seed' | 'limitMs'>> {
  playedId = lessonId;
  if (lessonId !== null) {
    const lesson = (await loadLessonList()).find(lessonId);
    const { createLessonMatch } = await import('./lessons/lesson.js');
    if (lesson !== undefined) return createLessonMatch(lesson, code);
  }
  return { ...opponents.createTeams(code), cycles: cyclesField.valueAsNumber };
}

const isFilled = (field: HTMLInputElement) => field.validity.valid && !Number.isNaN(field.valueAsNumber);

/** Compiles the code of the editor; null if it has an error, which is shown. */
async function compileCode(): Promise<string | null> {
  editor?.markError(null, '');
  // The result of the match before does not belong to this code.
  showStatus('The code is being compiled.');
  let compiled: Compiled;
  try {
    compiled = await compile(getCode());
  } catch {
    // A part of the page that is loaded when it is used: the network is gone, or the page has a new version.
    showStatus(`The compiler cannot be loaded. ${LOAD_AGAIN}`, true);
    return null;
  }
  if (compiled.ok) return compiled.code;
  showFailure({ team: '', cycle: 0, unum: 0, message: compiled.message, line: compiled.line });
  return null;
}

/** Plays a match from its beginning. */
async function run(): Promise<void> {
  if (!isFilled(seedField) || (lessonId === null && !isFilled(cyclesField))) {
    showStatus('Seed: 0 to 2147483648. Cycles: 100 to 6000 in steps of 100.', true);
    return;
  }
  const source = getCode();
  const code = await compileCode();
  if (code === null) return;
  const chosen = { ...(await createSettings(code)), seed: seedField.valueAsNumber, limitMs: LIMIT_MS };
  playedCode = source;
  await play(chosen, 0);
}

/** Plays the lesson with a ball that stays on the ground, then the same seed with one that does not, and shows both. */
async function compareHeights(): Promise<void> {
  playedCode = null;
  if (!isFilled(seedField)) {
    showStatus('Seed: 0 to 2147483648.', true);
    return;
  }
  const code = await compileCode();
  if (code === null) return;
  const chosen = { ...(await createSettings(code)), seed: seedField.valueAsNumber, limitMs: LIMIT_MS };
  const flatEnd = new Promise<void>((resolve) => {
    void play({ ...chosen, height: 'ground' }, 0);
    onFinished = resolve;
  });
  const flatId = matchId;
  await flatEnd;
  // The match was stopped, or another one was started.
  if (flatId !== matchId || log.length === 0) return;
  comparison.turnOn();
  await play(chosen, 0);
}

/** Plays the last match again up to the frame that is shown; from there the code of the editor decides. */
async function continueHere(): Promise<void> {
  if (openedLog !== null && viewer.source === openedLog.source) {
    await continueLog(openedLog.bytes);
    return;
  }
  if (settings === null || viewer.source === null) return;
  const isFree = settings.goals === undefined;
  if (isFree && !isFilled(cyclesField)) {
    showStatus('Cycles: 100 to 6000 in steps of 100.', true);
    return;
  }
  playedCode = null;
  const frame = viewer.viewer.frameIndex;
  const code = await compileCode();
  if (code === null) return;
  await play(
    {
      ...settings,
      left: { ...settings.left, code },
      cycles: isFree ? cyclesField.valueAsNumber : settings.cycles,
      repeatedFrames: frame + 1,
    },
    frame,
  );
}

/** Plays the opened log on from the frame that is shown; the code of the editor takes over one of its teams. */
async function continueLog(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (!isFilled(seedField) || !isFilled(cyclesField)) {
    showStatus('Seed: 0 to 2147483648. Cycles: 100 to 6000 in steps of 100.', true);
    return;
  }
  const frame = viewer.viewer.frameIndex;
  const code = await compileCode();
  if (code === null) return;
  playedId = null;
  const seed = seedField.valueAsNumber;
  const side = sideField.value === 'r' ? 'r' : 'l';
  try {
    const { readLogState } = await import('./logs/log-state.js');
    const { params, from, unknown } = readLogState(bytes, frame, seed);
    const started = play(
      {
        ...opponents.createTeams(code),
        seed,
        cycles: cyclesField.valueAsNumber,
        limitMs: LIMIT_MS,
        start: { params, from, side },
      },
      0,
    );
    unknownBox.hidden = unknown.length === 0;
    unknownBox.querySelector('ul')?.replaceChildren(...unknown.map(createItem));
    await started;
  } catch (error) {
    showStatus(`The log does not go on from this cycle: ${(error as Error).message}`, true);
  }
}

/** Plays a match and shows it from a frame. */
async function play(chosen: MatchSettings, firstFrame: number): Promise<void> {
  stop();
  const watched = Number(watchedField.value);
  const { watched: _, ...left } = chosen.left;
  settings = { ...chosen, left: watched === 0 ? left : { ...left, watched } };
  runButton.disabled = true;
  saveResultButton.disabled = true;
  continueButton.disabled = true;
  stopButton.disabled = false;
  consoleBox.replaceChildren();
  unknownBox.hidden = true;
  if (log.length > 0) logBefore = log;
  log = [];
  records = [];
  shownSource = null;
  showStatus('The match is running.');
  matchId += 1;
  const stream = createLogStream();
  engine.run(settings, receive);
  await Promise.all([showLog(stream, firstFrame), comparison.show(logBefore)]);
  // The match may have ended before its viewer was ready.
  if (logStream === null) await comparison.showDifference();
}

function stop(): void {
  onFinished = null;
  engine.stop();
  finish();
}

/** Returns the file of the lesson for a link; lessons of the page need none. */
async function describeLessonFile(): Promise<{ readonly lessonFile?: string }> {
  if (lessonId === null) return {};
  const lessonFile = (await loadLessonList()).findText(lessonId);
  return lessonFile === undefined ? {} : { lessonFile };
}

async function copyLink(): Promise<void> {
  const shared = {
    code: getCode(),
    seed: seedField.valueAsNumber,
    cycles: cyclesField.valueAsNumber,
    ...(lessonId === null ? {} : { lesson: lessonId }),
    ...(await describeLessonFile()),
  };
  const address = new URL(location.href);
  address.hash = await encodeFragment(shared);
  history.replaceState(null, '', address);
  try {
    await navigator.clipboard.writeText(address.href);
    showStatus('The link is copied. It holds code, seed, number of cycles and lesson.');
  } catch {
    showStatus('The address of the page is now the link. It holds code, seed, number of cycles and lesson.');
  }
}

/** Shows a game log, from which a match can go on. */
async function openGameLog(file: File): Promise<void> {
  stop();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isRead = await viewer.openLog(file, file.name);
  const { source } = viewer;
  if (!isRead || source === null) throw new Error(`${file.name} cannot be read as a game log`);
  openedLog = { bytes, source };
  const frame = source.getFrame(source.last);
  sideField.replaceChildren(
    new Option(frame?.left.name || 'the left team', 'l'),
    new Option(frame?.right.name || 'the right team', 'r'),
  );
  find('side-label').hidden = false;
  continueButton.disabled = false;
  showStatus(
    `${file.name} is open. Go to a cycle; "Continue here" plays on from it, with your code for one team.`,
  );
}

/** Opens code, a lesson, a game log, or a policy as the opponents. */
async function openFile(file: File | undefined): Promise<void> {
  // The same file can be chosen again.
  fileField.value = '';
  if (file === undefined) return;
  try {
    if (isPolicyFile(file)) {
      showStatus(await opponents.open(file));
      return;
    }
    if (isGameLog(file)) {
      await openGameLog(file);
      return;
    }
    const text = await readCodeFile(file);
    if (isLessonFile(file.name)) {
      await openLesson(text, file.name);
      return;
    }
    await showCode(text);
    showStatus(`${file.name} is open. Read it, then run it.`);
  } catch (error) {
    showStatus((error as Error).message, true);
  }
}

/**
 * Opens the text of a lesson and shows the lesson.
 *
 * @throws {Error} if the text is wrong; the message has the name
 */
async function openLesson(text: string, name: string): Promise<void> {
  const list = await loadLessonList();
  const panel = lessons ?? (await loadLessons());
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

/** Opens the lesson of the parameter `lesson` of the address of the page. */
async function openLinkedLesson(path: string): Promise<void> {
  try {
    await openLesson(await readTextOfSite(path), path);
  } catch (error) {
    showStatus((error as Error).message, true);
  }
}

/** Takes the team of a pasted link as the opponents. */
async function useLink(): Promise<void> {
  const field = find<HTMLInputElement>('opponent-link');
  try {
    showStatus(await opponents.addLink(field.value));
    field.value = '';
    find('link-form').hidden = true;
    find('add-opponent').setAttribute('aria-expanded', 'false');
  } catch (error) {
    showStatus((error as Error).message, true);
  }
}

/** Keeps the result of a match from its beginning; the class view plays it again. */
function noteResult({ goal, digest }: MatchEnd): void {
  lastResult =
    playedCode === null || settings === null
      ? null
      : { lesson: playedId ?? '', code: playedCode, seed: settings.seed, checks: goal?.checks ?? [], digest };
  saveResultButton.disabled = lastResult === null;
}

/** Saves the result of the last match as a file for the class view. */
async function saveResult(): Promise<void> {
  const name = studentField.value.trim();
  if (name === '') {
    showStatus('Write your name first: 1 to 60 characters.', true);
    studentField.focus();
    return;
  }
  if (lastResult === null) return;
  const { formatResult, nameResultFile } = await import('./class/result-file.js');
  const lessonFile = (await loadLessonList()).findText(lastResult.lesson);
  const result = { name, ...lastResult, ...(lessonFile === undefined ? {} : { lessonFile }) };
  saveFile(nameResultFile(result), [formatResult(result)], 'application/json');
  showStatus('The result is saved. Give the file to your teacher.');
}

async function readLink(): Promise<string> {
  const fragment = location.hash.slice(1);
  if (fragment === '') return '';
  try {
    const { code, seed, cycles, lesson = null, lessonFile } = await decodeFragment(fragment);
    if (lessonFile !== undefined) (await loadLessonList()).open(lessonFile);
    linked = { lesson: lesson ?? '', code, hash: fragment };
    lessonId = lesson;
    await showCode(findDraft(lesson ?? '') ?? code);
    seedField.value = String(seed);
    cyclesField.value = String(cycles);
    lessons?.show(lesson);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Replaces the plain field by the editor. */
async function loadEditor(): Promise<CodeEditor> {
  const { createEditor } = await import('./editor.js');
  if (editor !== null) return editor;
  const parent = find('editor');
  const hasFocus = document.activeElement === plainField;
  const { value, selectionStart } = plainField;
  const created = createEditor(parent, value, () => void run(), keepDraft);
  plainField.remove();
  editor = created;
  if (hasFocus) created.focus(selectionStart);
  return created;
}

/** Shows code in the editor; at once if the editor is loaded. */
async function showCode(code: string): Promise<void> {
  plainField.value = code;
  try {
    (editor ?? (await loadEditor())).setCode(code);
  } catch {
    // Without the editor, the plain field stays.
    keepDraft();
  }
}

async function loadLessons(): Promise<LessonPanel> {
  const [{ createLessonPanel }, list] = await Promise.all([
    import('./lessons/lesson-panel.js'),
    loadLessonList(),
  ]);
  if (lessons !== null) return lessons;
  lessons = createLessonPanel(list, {
    setCode: (code) => void showCode(code),
    findDraft,
    keepDraft,
    onChoose(lesson) {
      lessonId = lesson?.id ?? null;
      // A lesson has a length and opponents of its own.
      cyclesField.disabled = lesson !== null;
      opponentsField.disabled = lesson !== null;
    },
  });
  lessons.show(lessonId);
  return lessons;
}

// Its content is reached with the arrow keys.
consoleBox.tabIndex = 0;
plainField.value = FIRST_TEAM.source;
plainField.addEventListener('input', keepDraft);
// Without the editor, the plain field stays.
plainField.addEventListener('focus', () => void loadEditor().catch(() => {}));
runButton.addEventListener('click', () => void run());
continueButton.addEventListener('click', () => void continueHere());
find('heights').addEventListener('click', () => void compareHeights());
watchedField.append(...Array.from({ length: 11 }, (_, i) => new Option(`player ${i + 1}`, `${i + 1}`)));
stopButton.addEventListener('click', () => {
  stop();
  showStatus('The match is stopped.');
});
find('add-opponent').addEventListener('click', () => {
  const form = find('link-form');
  form.hidden = !form.hidden;
  find('add-opponent').setAttribute('aria-expanded', String(!form.hidden));
  if (!form.hidden) find('opponent-link').focus();
});
find('use-link').addEventListener('click', () => void useLink());
studentField.value = readStudent(openStorage());
studentField.addEventListener('input', () => storeStudent(openStorage(), studentField.value));
saveResultButton.addEventListener('click', () => void saveResult());
find('link').addEventListener('click', () => void copyLink());
downloadButton.addEventListener('click', () =>
  saveFile(`playground-${seedField.value}.rcg`, log, 'application/octet-stream'),
);
find('save').addEventListener('click', () => saveFile('team.ts', [getCode()], 'text/plain'));
find('restart').addEventListener('click', () => void startAgain());
find('open').addEventListener('click', () => fileField.click());
fileField.addEventListener('change', () => void openFile(fileField.files?.[0]));
acceptDroppedFiles((file) => void openFile(file));
addEventListener('hashchange', () => void readLink());
const problem = await readLink();
const draft = location.hash === '' ? drafts.find('') : undefined;
if (draft !== undefined) await showCode(draft);
const lessonPath = new URLSearchParams(location.search).get('lesson');
// Code of a link runs only when its reader starts it.
if (problem !== '') showStatus(problem, true);
else if (location.hash !== '') showStatus('This team comes from a link. Read it, then run it.');
else if (lessonPath === null) await run();
await loadLessons();
if (lessonPath !== null && location.hash === '') await openLinkedLesson(lessonPath);
// After the match, whose scripts are needed first. Without the editor, the plain field stays.
void loadEditor().catch(() => {});
// Pages whose files cannot be kept need a connection.
void keepFiles().catch(() => {});
