/** The address with a team: it is read and copied. */

import { findElement, showStatus } from '../controls/elements.js';
import { decodeFragment, encodeFragment } from '../permalink.js';
import type { Opponents } from '../policies/opponents.js';
import type { CodeField } from './code-field.js';
import type { PageDrafts } from './page-drafts.js';
import type { PageLessons } from './page-lessons.js';

/** The parts of the page that a link holds. */
export interface LinkedParts {
  readonly field: CodeField;
  readonly lessons: PageLessons;
  readonly opponents: Opponents;
  readonly drafts: PageDrafts;
}

const seedField = findElement<HTMLInputElement>('seed');
const cyclesField = findElement<HTMLInputElement>('cycles');

/** Puts code, seed, number of cycles, lesson and opponents into the address and copies it. */
export async function copyLink({ field, lessons, opponents }: LinkedParts): Promise<void> {
  // A lesson has opponents of its own.
  const chosen = lessons.id === null ? opponents.shared : {};
  const shared = {
    code: field.code,
    seed: seedField.valueAsNumber,
    cycles: cyclesField.valueAsNumber,
    ...(lessons.id === null ? {} : { lesson: lessons.id }),
    ...(await lessons.describeFile(lessons.id)),
    ...chosen,
  };
  const address = new URL(location.href);
  address.hash = await encodeFragment(shared);
  history.replaceState(null, '', address);
  const contents = `code, seed, number of cycles, lesson and opponents${chosen === null ? ', but not these ones: they come from a file or a link' : ''}`;
  try {
    await navigator.clipboard.writeText(address.href);
    showStatus(`The link is copied. It holds ${contents}.`);
  } catch {
    showStatus(`The address of the page is now the link. It holds ${contents}.`);
  }
}

/** Shows the team of the address; returns what is wrong with the address, or ''. */
export async function readLink({ field, lessons, opponents, drafts }: LinkedParts): Promise<string> {
  const fragment = location.hash.slice(1);
  try {
    const {
      code,
      seed,
      cycles,
      lesson = null,
      lessonFile,
      opponents: shared,
    } = await decodeFragment(fragment);
    if (lessonFile !== undefined) (await lessons.loadList()).open(lessonFile);
    const id = lesson ?? '';
    drafts.setLinked({ lesson: id, code, fragment });
    lessons.id = lesson;
    await field.show(drafts.find(id) ?? code);
    seedField.value = String(seed);
    if (lesson === null) cyclesField.value = String(cycles);
    lessons.show(lesson);
    findElement('challenge').hidden = lesson !== null;
    opponents.chooseShared(shared);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
