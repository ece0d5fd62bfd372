/** The form that takes the team of a pasted link as the opponents. */

import { findElement, showStatus } from '../controls/elements.js';
import type { Opponents } from '../policies/opponents.js';

/**
 * Prepares the form, and the button that plays against the team with which the page was opened.
 *
 * @param showOwn Shows the code of the user in place of that of the link.
 */
export function prepareOpponentLinks(opponents: Opponents, showOwn: () => Promise<void>): void {
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
  const challenge = findElement('challenge');
  challenge.addEventListener('click', async () => {
    try {
      const text = await opponents.addLink(location.href);
      await showOwn();
      challenge.hidden = true;
      findElement('run').focus();
      showStatus(`Your team is in the editor. ${text}`);
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      showStatus(await opponents.addLink(linkField.value));
      linkField.value = '';
      showForm(false);
      button.focus();
    } catch (error) {
      showStatus((error as Error).message, true);
    }
  });
}
