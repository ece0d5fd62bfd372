/** The page of the playground: its parts, and what its buttons do. */

import { defineViewer, type RcssViewer } from '@rcss/viewer';
import { enableButtons, findElement, showStatus } from './controls/elements.js';
import { saveFile } from './files.js';
import type { Lesson } from './lessons/lesson.js';
import type { EngineResult } from './messages.js';
import { CodeField } from './page/code-field.js';
import { MatchActions, showFailure } from './page/match-actions.js';
import { type PageMatch, PageMatchPlayer } from './page/match-player.js';
import { MatchView } from './page/match-view.js';
import { prepareOpponentLinks } from './page/opponent-links.js';
import { PageDrafts } from './page/page-drafts.js';
import { prepareFiles } from './page/page-files.js';
import { PageLessons } from './page/page-lessons.js';
import { StudentResult } from './page/student-result.js';
import { Opponents } from './policies/opponents.js';
import FIRST_TEAM from './teams/first-team.ts?compiled';

const runButton = findElement<HTMLButtonElement>('run');
const continueButton = findElement<HTMLButtonElement>('continue');
const stopButton = findElement<HTMLButtonElement>('stop');
const downloadButton = findElement<HTMLButtonElement>('download');
const freeMatchFields = findElement('free-match');

defineViewer();
const viewer = findElement<RcssViewer>('now');
const view = new MatchView(viewer);
const opponents = new Opponents(findElement<HTMLSelectElement>('opponents'));
const drafts = new PageDrafts();
const field = new CodeField(
  FIRST_TEAM.source,
  () => void actions.run(),
  () => lessons.keepDraft(),
);
const lessons: PageLessons = new PageLessons({
  getCode: () => field.code,
  showCode: (code) => field.show(code),
  drafts,
  onChoose(lesson) {
    // A lesson has a length and opponents of its own.
    freeMatchFields.hidden = lesson !== null;
    if (!view.showsLesson(lesson)) void showOther(lesson);
  },
  firstCode: FIRST_TEAM.source,
});
const result = new StudentResult(lessons);
const player: PageMatchPlayer = new PageMatchPlayer(view, {
  onRunning(isRunning) {
    enableButtons(
      [runButton, !isRunning],
      [stopButton, isRunning],
      [continueButton, !isRunning && (player.match !== null || view.hasOpenedLog)],
    );
    if (!isRunning) downloadButton.disabled = view.log.length === 0;
    if (isRunning) result.clear();
  },
  onEnd: showEnd,
  onFailure: (failure) => showFailure(failure, field),
});
const actions: MatchActions = new MatchActions(field, lessons, opponents, view, player);

/** Shows another lesson on the field; the match of the one before ends. */
async function showOther(lesson: Lesson | null): Promise<void> {
  player.stop();
  continueButton.disabled = true;
  await view.showLesson(lesson);
}

function showEnd(end: EngineResult, match: PageMatch): void {
  const { score, time, digest, goal } = end;
  result.set(end, match);
  const text = `${score.left} : ${score.right} at game time ${time}. Digest ${digest}.`;
  if (goal === undefined) {
    showStatus(text);
    return;
  }
  showStatus(`${goal.isPassed ? 'Passed' : 'Not passed'}: ${goal.text}. ${text}`, !goal.isPassed);
  findElement('status').classList.toggle('passed', goal.isPassed);
  if (match.lesson !== null) lessons.addResult(match.lesson, goal);
}

/** Most visits have no link. */
const loadLinks = () => import('./page/address-link.js');
const linked = { field, lessons, opponents, drafts };
const readAddress = async (): Promise<string> =>
  location.hash.length > 1 ? (await loadLinks()).readLink(linked) : '';

const buttons: Readonly<Record<string, () => void>> = {
  // A link to the part of the page would replace the fragment, which can hold a team.
  skip: () => findElement('work').focus(),
  run: () => void actions.run(),
  continue: () => void actions.continueHere(),
  heights: () => void actions.compareHeights(),
  stop() {
    player.stop();
    showStatus('The match is stopped.');
  },
  link: () => void loadLinks().then(({ copyLink }) => copyLink(linked)),
  download() {
    const { value } = findElement<HTMLInputElement>('seed');
    saveFile(`playground-${value}.rcg`, view.log, 'application/octet-stream');
  },
  save: () => saveFile('team.ts', [field.code], 'text/plain'),
  restart: () => void lessons.startAgain(),
};

for (const [id, press] of Object.entries(buttons)) findElement(id).addEventListener('click', press);
prepareOpponentLinks(opponents, async () => {
  drafts.setLinked(null);
  history.replaceState(null, '', location.pathname + location.search);
  await field.show(drafts.find('') ?? FIRST_TEAM.source);
});
prepareFiles({ field, lessons, opponents, view, player });
addEventListener('hashchange', () => void readAddress());

const problem = await readAddress();
const draft = location.hash === '' ? drafts.find('') : undefined;
if (draft !== undefined) await field.show(draft);
const lessonPath = new URLSearchParams(location.search).get('lesson');
// Code of a link runs only when its reader starts it.
if (problem !== '') showStatus(problem, true);
else if (location.hash !== '')
  showStatus(`This ${lessons.id === null ? 'team' : 'lesson'} comes from a link. Read it, then run it.`);
else if (lessonPath === null) await actions.run();
await lessons.loadList();
if (lessonPath !== null && location.hash === '') await lessons.openPath(lessonPath);
// After the match, whose scripts are needed first.
field.tryEditor();
// Pages whose files cannot be kept need a connection.
void import('./offline/offline.js').then(({ keepFiles }) => keepFiles()).catch(() => {});
