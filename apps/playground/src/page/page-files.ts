/** Files that are chosen or dropped: code, a lesson, a game log, or a policy as the opponents. */

import { findElement, showStatus } from '../controls/elements.js';
import { acceptDroppedFiles, isGameLog, isLessonFile, readCodeFile } from '../files.js';
import { isPolicyFile, type Opponents } from '../policies/opponents.js';
import type { CodeField } from './code-field.js';
import type { PageMatchPlayer } from './match-player.js';
import type { MatchView } from './match-view.js';
import type { PageLessons } from './page-lessons.js';

/** The parts of the page that show files. */
export interface FileTargets {
  readonly field: CodeField;
  readonly lessons: PageLessons;
  readonly opponents: Opponents;
  readonly view: MatchView;
  readonly player: PageMatchPlayer;
}

/** Prepares the button, the field and the page for files. */
export function prepareFiles(targets: FileTargets): void {
  const fileField = findElement<HTMLInputElement>('file');
  const open = async (file: File | undefined): Promise<void> => {
    // The same file can be chosen again.
    fileField.value = '';
    if (file === undefined) return;
    try {
      await openFile(file, targets);
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  };
  findElement('open').addEventListener('click', () => fileField.click());
  fileField.addEventListener('change', () => void open(fileField.files?.[0]));
  acceptDroppedFiles((file) => void open(file));
}

async function openFile(file: File, targets: FileTargets): Promise<void> {
  const { field, lessons, opponents } = targets;
  if (isPolicyFile(file)) {
    showStatus(await opponents.open(file));
    return;
  }
  if (isGameLog(file)) {
    await openGameLog(file, targets);
    return;
  }
  const text = await readCodeFile(file);
  if (isLessonFile(file.name)) {
    await lessons.open(text, file.name);
    return;
  }
  await field.show(text);
  showStatus(`${file.name} is open. Read it, then run it.`);
}

/** Shows a game log, from which a match can go on. */
async function openGameLog(file: File, { view, player }: FileTargets): Promise<void> {
  player.stop();
  const [left, right] = await view.openLog(file);
  findElement('side').replaceChildren(new Option(left, 'l'), new Option(right, 'r'));
  findElement('side-label').hidden = false;
  findElement<HTMLButtonElement>('continue').disabled = false;
  showStatus(
    `${file.name} is open. Go to a cycle; "Continue here" plays on from it, with your code for one team.`,
  );
}
