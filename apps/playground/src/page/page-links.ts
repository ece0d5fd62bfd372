/** Links to the page: the address with a team, and the link of the opponents. */
import { decodeFragment, encodeFragment } from '../permalink.js';
import type { Opponents } from '../policies/opponents.js';
import type { CodeField } from './code-field.js';
import { findElement } from './elements.js';
import type { PageDrafts } from './page-drafts.js';
import type { PageLessons } from './page-lessons.js';
import { showStatus } from './status-line.js';

const seedField = findElement<HTMLInputElement>('seed');
const cyclesField = findElement<HTMLInputElement>('cycles');

/** Puts code, seed, number of cycles and lesson into the address and copies it. */
export async function copyLink(field: CodeField, lessons: PageLessons): Promise<void> {
  const shared = {
    code: field.code,
    seed: seedField.valueAsNumber,
    cycles: cyclesField.valueAsNumber,
    ...(lessons.id === null ? {} : { lesson: lessons.id }),
    ...(await lessons.describeFile(lessons.id)),
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

/** Shows the team of the address; returns what is wrong with the address, or ''. */
export async function readLink(field: CodeField, lessons: PageLessons, drafts: PageDrafts): Promise<string> {
  const fragment = location.hash.slice(1);
  if (fragment === '') return '';
  try {
    const { code, seed, cycles, lesson = null, lessonFile } = await decodeFragment(fragment);
    if (lessonFile !== undefined) (await lessons.loadList()).open(lessonFile);
    const id = lesson ?? '';
    drafts.setLinked({ lesson: id, code, fragment });
    lessons.id = lesson;
    await field.show(drafts.find(id) ?? code);
    seedField.value = String(seed);
    cyclesField.value = String(cycles);
    lessons.show(lesson);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Prepares the form that takes the team of a pasted link as the opponents. */
export function prepareOpponentLinks(opponents: Opponents): void {
  const button = findElement('add-opponent');
  const form = findElement('link-form');
  const linkField = findElement<HTMLInputElement>('opponent-link');
  const showForm = (isShown: boolean): void => {
    form.hidden = !isShown;
    button.setAttribute('aria-expanded', String(isShown));
  };
  button.addEventListener('click', () => {
    showForm(form.hidden);
    if (!form.hidden) linkField.focus();
  });
  findElement('use-link').addEventListener('click', async () => {
    try {
      showStatus(await opponents.addLink(linkField.value));
      linkField.value = '';
      showForm(false);
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  });
}
